"""``craftplan forget``: a wish or a lesson that holds no longer."""

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@click.argument("words", nargs=-1, required=True, metavar="ID|WISH")
@options.minecraft
@options.as_json
@click.pass_obj
def forget(streams: Streams, words: tuple[str, ...], minecraft: str | None, *, as_json: bool) -> Exit:
    """Let a wish or a lesson hold no longer, by its id or by the wish's words. The ledger keeps that it once did."""
    from ..catalogs import read_catalog
    from ..standing import open_memory

    gone = open_memory().forget(" ".join(words), read_catalog(streams, minecraft, ()))
    if as_json:
        streams.document({"schema": "craftplan/forgotten/1", "id": gone.id})
    else:
        streams.answer([f"{gone.id} holds no longer; the ledger keeps that it did"])
    return Exit.DONE
