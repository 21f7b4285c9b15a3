"""``craftplan plan``: how to make it, without a server."""

from pathlib import Path

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.argument("goals", nargs=-1, required=True, metavar="ITEM [COUNT] …")
@options.have
@options.minecraft
@options.catalog
@options.budget
@options.grids
@options.as_json
@click.pass_obj
def plan(
    streams: Streams,
    goals: tuple[str, ...],
    have: str | None,
    minecraft: str | None,
    paths: tuple[Path, ...],
    budget: float,
    *,
    grids: bool,
    as_json: bool,
) -> Exit:
    """Say which crafts make the items, and which item goes into which slot.

    Several goals share what they leave over: `craftplan plan "3 torch" chest`.
    """
    from ....planner import Inventory
    from ....planner import plan as make_plan
    from ...document import plan_document
    from ...drawing.plan import draw_plan
    from ..catalogs import read_catalog
    from ..words import read_goals, read_inventory

    catalog = read_catalog(streams, minecraft, paths)
    inventory = read_inventory(have, catalog) if have else Inventory()
    answer = make_plan(catalog, read_goals(goals, catalog), inventory, budget=budget)
    if as_json:
        streams.document(plan_document(answer))
    else:
        streams.answer(draw_plan(answer, width=streams.width, all_grids=grids))
        if answer.steps:
            streams.answer([f"hint: run `craftplan {' '.join(goals)}` to let the bot do it"])
    return Exit.DONE if answer.ready else Exit.NO
