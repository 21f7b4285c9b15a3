"""``craftplan recipe``: every recipe that makes an item, with its tags."""

from pathlib import Path

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.argument("words", nargs=-1, required=True, metavar="ITEM")
@options.minecraft
@options.catalog
@options.as_json
@click.pass_obj
def recipe(
    streams: Streams, words: tuple[str, ...], minecraft: str | None, paths: tuple[Path, ...], *, as_json: bool
) -> Exit:
    """Show every recipe that makes an item: its cells, and what each cell accepts."""
    from ....recipes.ids import short
    from ....recipes.names import resolve_item
    from ...document import recipe_document
    from ...drawing.recipe import draw_recipe
    from ..catalogs import read_catalog

    catalog = read_catalog(streams, minecraft, paths)
    item = resolve_item(catalog, " ".join(words))
    recipes = catalog.producers.get(item, ())
    if as_json:
        found = [recipe_document(one) for one in recipes]
        streams.document(
            {"schema": "craftplan/recipes/1", "minecraft": catalog.minecraft, "item": item, "recipes": found}
        )
    else:
        for number, one in enumerate(recipes):
            streams.answer([""] if number else [])
            streams.answer(draw_recipe(one))
        if not recipes:
            streams.answer([f"no recipe of Minecraft {catalog.minecraft} makes {short(item)}"])
    return Exit.DONE if recipes else Exit.NO
