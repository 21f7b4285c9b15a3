"""``craftplan ledger``: the record of everything that was tried."""

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.option("--last", type=click.IntRange(0, 100_000), default=0, metavar="N", help="Show the newest N records.")
@options.as_json
@click.pass_obj
def ledger(streams: Streams, last: int, *, as_json: bool) -> Exit:
    """Check the ledger's chain of hashes from its first byte to its last, and show its newest records."""
    from ... import places
    from ...document import record_document
    from ...drawing.record import draw_record
    from ...ledger import Ledger

    book = Ledger(places.state() / "ledger")
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
                "damage": damage
                and {
                    "segment": damage.segment,
                    "line": damage.line,
                    "offset": damage.offset,
                    "problem": damage.problem,
                },
                "last": [record_document(record) for record in newest],
            }
        )
        return Exit.DRIFT if damage else Exit.DONE
    for record in newest:
        streams.answer(draw_record(record))
    if damage:
        streams.answer([f"{book.folder / damage.segment} line {damage.line}, byte {damage.offset}: {damage.problem}"])
        streams.complain("hint: nothing is overwritten; records before that line are whole")
        return Exit.DRIFT
    streams.answer([f"{found.records} records, chain whole, in {book.folder}"])
    return Exit.DONE
