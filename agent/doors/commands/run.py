"""``craftplan run``: let a bot do a plan from a file, as it stands."""

from pathlib import Path

import click

from ..exits import Exit
from ..streams import Streams
from . import options
from .craft import open_world


@click.command(options_metavar="[OPTIONS]")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@options.server
@options.catalog
@options.approve
@options.approver
@click.option("--anew", is_flag=True, help="Begin anew, although a run of this bot was interrupted.")
@options.grids
@options.quiet
@options.as_json
@click.pass_obj
def run(
    streams: Streams,
    file: Path,
    address: str | None,
    username: str,
    auth: str,
    paths: tuple[Path, ...],
    approve: str,
    approver: str | None,
    *,
    anew: bool,
    grids: bool,
    quiet: bool,
    as_json: bool,
) -> Exit:
    """Let a bot do the plan in FILE, which `craftplan plan --json --out FILE` wrote: the same steps, the same slots.

    On a practice server the bot is given what the plan needs. Where the server's recipes are not the plan's, where what
    the bot has does not do, or where a lesson or a wish forbids what it uses, nothing is clicked.
    """
    from ... import places
    from ...ledger.ledger import Ledger
    from ...runs.given_plan import given, plan_of
    from ...runs.pipeline import craft
    from ...runs.resuming import abandon, offer
    from ..after_run import write_notes
    from ..audience import ShellAudience
    from ..catalogs import catalog_on, read_catalog
    from ..outcome import show
    from ..plan_file import read_plan
    from ..taking_up import terms_of

    streams.quiet = quiet
    document = read_plan(file)
    minecraft = document["minecraft"]
    catalog = read_catalog(streams, minecraft, paths)
    plan = plan_of(document, catalog)
    ledger = Ledger(places.state() / "ledger")
    terms = terms_of(streams, approve if address else "none", approver=approver)
    with (
        ShellAudience(streams, silent=as_json, all_grids=grids) as audience,
        open_world(streams, address, username, auth, None, minecraft, paths) as world,
    ):
        if world.minecraft != minecraft:
            catalog = catalog_on(streams, world, paths)
        if world.give is not None:
            for item, count in (*plan.needs, *plan.kept):
                world.give(item, count)
        if address:
            (abandon if anew else offer)(ledger, world.address, world.username)
        report = craft(world, catalog, plan.goals, ledger, audience, terms, chosen=given(document))
    write_notes(ledger, report.run, streams.say)
    return show(report, streams, as_json=as_json, grids=grids)
