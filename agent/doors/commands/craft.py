"""``craftplan craft``: let a bot make it, on a practice server or on a running one."""

from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from . import options

if TYPE_CHECKING:
    from ...world import World

PRACTICE = "1.20.4"


@click.command(options_metavar="[OPTIONS]")
@click.argument("goals", nargs=-1, required=True, metavar="ITEM [COUNT] …")
@options.server
@options.minecraft
@options.catalog
@click.option("--have", metavar="ITEMS", help="What the practice server gives the bot first: oak_planks=4,stick=2.")
@click.option("--dry-run", is_flag=True, help="Join and plan with the bot's own inventory, but click nothing.")
@options.wishes
@options.approve
@options.approver
@click.option("--anew", is_flag=True, help="Begin anew, although a run of this bot was interrupted.")
@options.reach
@options.storage
@options.grids
@options.quiet
@options.as_json
@click.pass_obj
def craft(
    streams: Streams,
    goals: tuple[str, ...],
    address: str | None,
    username: str,
    auth: str,
    minecraft: str | None,
    paths: tuple[Path, ...],
    have: str | None,
    prefer: tuple[str, ...],
    avoid: tuple[str, ...],
    keep: tuple[str, ...],
    reach: float,
    storage: str | None,
    approve: str,
    approver: str | None,
    *,
    anew: bool,
    dry_run: bool,
    grids: bool,
    quiet: bool,
    as_json: bool,
) -> Exit:
    """Let a bot make the items, and believe only the server.

    `craftplan wooden_pickaxe` is short for `craftplan craft wooden_pickaxe`. Without --server it starts a practice
    server and gives the bot what the plan lacks; on a running server nothing is given, and what uses up scarce things
    waits for `craftplan approve`.
    """
    from ..catalogs import catalog_on, read_catalog
    from ..wishes import read_wishes
    from ..words import read_goals, read_inventory

    streams.quiet = quiet
    catalog = read_catalog(streams, minecraft or (None if paths else PRACTICE), paths)
    wanted = read_goals(goals, catalog)
    given = read_inventory(have, catalog) if have else None
    asked = read_wishes(catalog, prefer=prefer, avoid=avoid, keep=keep)
    if address and given:
        raise InputError("--have gives items, and a running server's are not ours to give", hint="leave out --have")

    from ... import places
    from ...ledger.ledger import Ledger
    from ...runs.pipeline import Pipeline
    from ...runs.resuming import abandon, offer
    from ...runs.run import Run
    from ...world import read_where
    from ..after_run import write_notes
    from ..audience import ShellAudience
    from ..outcome import show
    from ..taking_up import terms_of

    where = read_where(storage)
    ledger = Ledger(places.state() / "ledger")
    terms = terms_of(streams, approve if address else "none", approver=approver)
    with (
        ShellAudience(streams, silent=as_json, all_grids=grids) as audience,
        open_world(streams, address, username, auth, minecraft, catalog.minecraft, paths) as world,
    ):
        if world.minecraft != catalog.minecraft:
            catalog = catalog_on(streams, world, paths)
            wanted = read_goals(goals, catalog)
            asked = read_wishes(catalog, prefer=prefer, avoid=avoid, keep=keep)
        if given and world.give:
            for item, count in given.counts.items():
                if count:
                    world.give(item, count)
        if address and not dry_run:
            (abandon if anew else offer)(ledger, world.address, world.username)
        acted_on = replace(world, reach=reach, storage=where)
        pipeline = Pipeline(acted_on, catalog, wanted, Run(ledger), audience, terms)
        pipeline.learning.asked = asked
        report = pipeline.preview() if dry_run else pipeline.craft()
    write_notes(ledger, report.run, streams.say)
    return show(report, streams, as_json=as_json, grids=grids)


def open_world(
    streams: Streams,
    address: str | None,
    username: str,
    auth: str,
    asked: str | None,
    practice: str,
    packs: tuple[Path, ...] = (),
) -> "AbstractContextManager[World]":
    """Return the world to act on: the running server that is named, else a practice server with the ``packs``."""
    from ...world import practice_world, server_world

    if address:
        return server_world(address, username, auth, asked, streams.say)
    return practice_world(username, practice, streams.say, packs)
