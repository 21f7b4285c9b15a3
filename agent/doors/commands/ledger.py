"""``craftplan ledger``: the record of everything that was tried."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from . import options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...ledger.ledger import Ledger


@click.group(invoke_without_command=True, options_metavar="[OPTIONS]", subcommand_metavar="[COMMAND]")
@click.option("--last", type=click.IntRange(0, 100_000), default=0, metavar="N", help="Show the newest N records too.")
@options.as_json
@click.pass_context
def ledger(context: click.Context, last: int, *, as_json: bool) -> Exit | None:
    """Check the record of everything that was tried; show it, go on after damage, or copy it out."""
    if context.invoked_subcommand is None:
        return _verify(context.obj, last, as_json=as_json)
    return None


@ledger.command(options_metavar="[OPTIONS]")
@options.as_json
@click.pass_obj
def verify(streams: Streams, *, as_json: bool) -> Exit:
    """Check the chain of hashes from its first byte to its last, and against the anchors beside it."""
    return _verify(streams, 0, as_json=as_json)


@ledger.command(options_metavar="[OPTIONS]")
@click.argument("numbers", nargs=-1, type=click.IntRange(1), metavar="[NUMBER] …")
@click.option("--last", type=click.IntRange(1, 100_000), default=20, show_default=True, metavar="N", help="The newest.")
@click.option("--run", metavar="RUN", help="Only records of this run.")
@click.option(
    "--kind", metavar="KIND", help="Only records of this kind: attempt.intent, or all that begin so: attempt."
)
@options.as_json
@click.pass_obj
def show(
    streams: Streams, numbers: tuple[int, ...], last: int, run: str | None, kind: str | None, *, as_json: bool
) -> Exit:  # fmt: skip
    """Show records: those with the numbers, or the newest."""
    from collections import deque

    from ...document import record_document
    from ...drawing.record import draw_record

    since = min(numbers) - 1 if numbers else 0
    found = (
        record
        for record in _ledger().read(since=since)
        if (not numbers or record.seq in numbers)
        and (run is None or record.run == run)
        and (kind is None or record.event == kind or record.event.startswith(f"{kind}."))
    )
    shown = list(found) if numbers else list(deque(found, maxlen=last))
    if as_json:
        streams.document({"schema": "craftplan/records/1", "records": [record_document(record) for record in shown]})
        return Exit.DONE
    for record in shown:
        streams.answer(draw_record(record))
    return Exit.DONE if shown else Exit.NO


@ledger.command(options_metavar="[OPTIONS]")
@options.as_json
@click.pass_obj
def repair(streams: Streams, *, as_json: bool) -> Exit:
    """Go on after damage: a new segment begins with a record that names it. Nothing is changed or deleted."""
    from ...ledger.chain import as_document

    named = _ledger().repair()
    if as_json:
        streams.document({"schema": "craftplan/repair/1", "damages": [as_document(damage) for damage in named]})
        return Exit.DONE
    for damage in named:
        streams.answer([f"{damage.segment} line {damage.line}, byte {damage.offset}: {damage.problem}; passed by"])
    if named:
        streams.answer(["the ledger goes on in a new segment; look at the inventory with `craftplan reconcile`"])
    else:
        streams.answer(["the chain is whole, nothing is to be repaired"])
    return Exit.DONE


@ledger.command(options_metavar="[OPTIONS]")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
@click.option("--attempts", is_flag=True, help="Instead, each confirmed attempt, to be played again.")
@click.pass_obj
def export(streams: Streams, file: Path, *, attempts: bool) -> Exit:
    """Copy all records, byte for byte, into one new JSONL file."""
    from ...ledger.segments import segments

    book = _ledger()
    copied = _attempts(book) if attempts else (part.read_bytes() for part in segments(book.folder))
    count = 0
    try:
        with file.open("xb") as copy:
            for count, content in enumerate(copied, 1):  # noqa: B007 - told below
                copy.write(content)
    except FileExistsError:
        raise InputError(f"{file} is there already", hint="name a new file; nothing is overwritten") from None
    except OSError as failed:
        raise InputError(f"cannot write {file}: {failed.strerror}", hint="name a file you may write") from None
    streams.answer([f"{file.stat().st_size} bytes of {count} {'attempts' if attempts else 'segments'} in {file}"])
    return Exit.DONE


def _attempts(book: "Ledger") -> "Iterator[bytes]":
    from ...runs.recorded import EVENTS, recorded

    for one in recorded(book.read(events=EVENTS)):
        yield one.model_dump_json().encode() + b"\n"


def _verify(streams: Streams, last: int, *, as_json: bool) -> Exit:
    from ...document import record_document
    from ...drawing.record import draw_record
    from ...ledger.chain import as_document

    book = _ledger()
    found = book.verify()
    newest = list(book.read(since=max(0, found.head.seq - last))) if last else []
    damage = found.damage
    if as_json:
        streams.document(
            {
                "schema": "craftplan/ledger/1",
                "folder": str(book.folder),
                "records": found.records,
                "head": {"seq": found.head.seq, "hash": found.head.hash},
                "damage": damage and as_document(damage),
                "repaired": [as_document(passed) for passed in found.explained],
                "last": [record_document(record) for record in newest],
            }
        )
        return Exit.DRIFT if damage else Exit.DONE
    for record in newest:
        streams.answer(draw_record(record))
    if damage:
        streams.answer([f"{book.folder / damage.segment} line {damage.line}, byte {damage.offset}: {damage.problem}"])
        streams.complain("hint: records before that line are whole; `craftplan ledger repair` goes on after it")
        return Exit.DRIFT
    passed = f", {len(found.explained)} damaged lines passed by" if found.explained else ""
    streams.answer([f"{found.records} records, chain whole{passed}, in {book.folder}"])
    return Exit.DONE


def _ledger() -> "Ledger":
    from ... import places
    from ...ledger.ledger import Ledger

    return Ledger(places.state() / "ledger")
