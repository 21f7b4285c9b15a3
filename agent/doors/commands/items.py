"""``craftplan items``: what there is, and what of it can be made."""

from pathlib import Path

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.argument("words", nargs=-1, metavar="[WORDS]")
@options.minecraft
@options.catalog
@options.as_json
@click.pass_obj
def items(
    streams: Streams, words: tuple[str, ...], minecraft: str | None, paths: tuple[Path, ...], *, as_json: bool
) -> Exit:
    """List the items whose names hold all the words, with how they are made."""
    from ....recipes.ids import short
    from ..catalogs import read_catalog

    catalog = read_catalog(streams, minecraft, paths)
    wanted = [word.lower() for word in "_".join(words).replace(" ", "_").split("_") if word]
    found = [item for item in catalog.items if all(word in item for word in wanted)]
    kinds = {item: sorted({recipe.kind for recipe in catalog.producers.get(item, ())}) for item in found}
    if as_json:
        listed = [{"item": item, "kinds": kinds[item], "stack_size": catalog.items[item].stack_size} for item in found]
        streams.document({"schema": "craftplan/items/1", "minecraft": catalog.minecraft, "items": listed})
    else:
        width = max((len(short(item)) for item in found), default=0)
        streams.answer(f"{short(item):<{width}}  {', '.join(kinds[item])}".rstrip() for item in found)
        if not found:
            streams.complain(f"no item of Minecraft {catalog.minecraft} has {' '.join(words)!r} in its name")
    return Exit.DONE if found else Exit.NO
