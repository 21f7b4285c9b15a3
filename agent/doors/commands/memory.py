"""``craftplan memory``: what is remembered, as text and as a folder of notes."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..exits import Exit
from ..streams import Streams
from . import options

if TYPE_CHECKING:
    from ...memory.memory import Memory


@click.group(options_metavar="[OPTIONS]")
def memory() -> None:
    """Show what is worth knowing first, and keep the notes: Markdown that any editor, or Obsidian, opens."""


@memory.command(options_metavar="")
@click.pass_obj
def hot(streams: Streams) -> Exit:
    """Print the wishes and the best lessons, at most 800 tokens."""
    from ...memory.hot import hot as draw
    from ..standing import open_memory

    known = open_memory()
    streams.answer(draw(known.lessons(), known.wishes()).rstrip("\n").splitlines())
    return Exit.DONE


@memory.command(options_metavar="[OPTIONS]")
@options.vault
@options.as_json
@click.pass_obj
def sync(streams: Streams, vault: Path | None, *, as_json: bool) -> Exit:
    """Bring the notes up to the ledger: take in what a person edited, restore what was deleted, write what changed.

    Each run ends with it; done twice, the second time does nothing.
    """
    from ..standing import open_memory

    return _synced(streams, open_memory(), vault, full=False, as_json=as_json)


@memory.command(options_metavar="[OPTIONS]")
@options.vault
@options.as_json
@click.pass_obj
def rebuild(streams: Streams, vault: Path | None, *, as_json: bool) -> Exit:
    """Make index and notes again from the ledger alone: the same, byte for byte."""
    from ..standing import open_memory

    known = open_memory()
    known.index.rebuild()
    return _synced(streams, known, vault, full=True, as_json=as_json)


@memory.command(options_metavar="[OPTIONS]")
@options.as_json
@click.pass_obj
def proven(streams: Streams, *, as_json: bool) -> Exit:
    """Print which recipes each server has taken, and with which members of their tags."""
    from ....recipes.builtin import builtin
    from ....recipes.ids import short
    from ...memory.proven import proven as found_in
    from ..standing import open_memory

    found = list(found_in(open_memory(), builtin))
    if as_json:
        servers = [
            {
                "server": one.server,
                "minecraft": one.minecraft,
                "members": {str(recipe): list(members) for recipe, members in one.members.items()},
                "recipes": [len(one.members), one.recipes_in_all],
                "pairs": [one.pairs, one.pairs_in_all],
            }
            for one in found
        ]
        streams.document({"schema": "craftplan/proven/1", "servers": servers})
        return Exit.DONE
    for one in found:
        counted = f"{len(one.members)} of {one.recipes_in_all:,} recipes, {one.pairs} of {one.pairs_in_all:,} pairs"
        streams.answer([f"{one.server}, Minecraft {one.minecraft}: {counted} of recipe and member"])
        for recipe, members in sorted(one.members.items()):
            streams.answer([f"  {short(recipe)}  {', '.join(map(short, members))}".rstrip()])
    if not found:
        streams.answer(["nothing was confirmed on any server yet"])
    return Exit.DONE


@memory.command(options_metavar="[OPTIONS]")
@options.vault
@click.pass_obj
def git(streams: Streams, vault: Path | None) -> Exit:
    """Put the notes under git: from then on each run ends with a commit."""
    from ... import places
    from ...vault.files import open_vault
    from ...vault.history import begin

    streams.answer([begin(open_vault(vault or places.vault()))])
    return Exit.DONE


def _synced(streams: Streams, known: "Memory", vault: Path | None, *, full: bool, as_json: bool) -> Exit:
    from ... import places
    from ...vault.history import commit
    from ...vault.sync import sync as synced

    done = synced(known, vault or places.vault(), full=full)
    head = known.ledger.head()
    notice = commit(done.vault, f"craftplan: notes up to record {head.seq} {head.hash}")
    if as_json:
        streams.document(
            {
                "schema": "craftplan/vault/1",
                "vault": str(done.vault),
                "notes": done.notes,
                "written": len(done.written),
                "edited": list(done.edited),
                "restored": list(done.restored),
                "kept_out": list(done.kept_out),
                "git": notice or None,
            }
        )
        return Exit.DONE
    streams.answer([f"{done.notes} notes in {done.vault}, {len(done.written)} written"])
    for what, paths in (("taken in", done.edited), ("restored", done.restored), ("left as it is", done.kept_out)):
        streams.answer(f"{what}: {path}" for path in paths[:20])
    if notice:
        streams.say(notice)
    return Exit.DONE
