"""``craftplan tools``: what agents may call, as JSON Schemas."""

from pathlib import Path

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.group()
def tools() -> None:
    """Show what language-model agents may call."""


@tools.command(options_metavar="[OPTIONS]")
@click.argument("goals", nargs=-1, metavar="[ITEM [COUNT] …]")
@options.have
@options.minecraft
@options.catalog
@click.pass_obj
def schema(
    streams: Streams, goals: tuple[str, ...], have: str | None, minecraft: str | None, paths: tuple[Path, ...]
) -> Exit:
    """Print the tools' JSON Schemas; with items, also the schema of the choices in their plan.

    In a plan's own schema each cell is limited to the members of its tag that are at hand (--have).
    """
    from ....planner import Inventory
    from ....planner import plan as make_plan
    from ...tools import TOOLS
    from ...tools.choices import choices_schema
    from ..catalogs import read_catalog
    from ..words import read_goals, read_inventory

    document: dict[str, object] = {
        "schema": "craftplan/tools/1",
        "tools": [
            {
                "name": tool.name,
                "description": tool.description,
                "input_schema": tool.input_schema,
                "output_schema": tool.output_schema,
            }
            for tool in TOOLS.values()
        ],
    }
    if goals:
        catalog = read_catalog(streams, minecraft, paths)
        inventory = read_inventory(have, catalog) if have else Inventory()
        document["choices"] = choices_schema(make_plan(catalog, read_goals(goals, catalog), inventory), inventory)
    streams.document(document)
    return Exit.DONE
