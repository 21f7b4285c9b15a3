"""``craftplan remember``: a wish that holds from now on."""

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.argument("words", nargs=-1, required=True, metavar="WISH")
@options.minecraft
@options.as_json
@click.pass_obj
def remember(streams: Streams, words: tuple[str, ...], minecraft: str | None, *, as_json: bool) -> Exit:
    """Keep a wish: "never use cherry_planks", "keep 8 oak_log", "prefer spruce".

    Every plan and every run heeds it. A #tag may stand for an item, and a wood for all that is made of it.
    """
    from ...document import wish_document
    from ..catalogs import read_catalog
    from ..standing import open_memory

    wish = open_memory().remember(" ".join(words), read_catalog(streams, minecraft, ()))
    if as_json:
        streams.document({"schema": "craftplan/wish/1", **wish_document(wish)})
    else:
        streams.answer([f"{wish.id}  {wish}"])
    return Exit.DONE
