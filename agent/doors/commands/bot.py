"""``craftplan bot``: a bot that joins a server and takes orders from its chat."""

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from . import options
from .craft import PRACTICE, open_world

POLL_SECONDS = 0.1


@click.command(options_metavar="[OPTIONS]")
@options.server
@options.minecraft
@click.option("--allow", "allowed", multiple=True, metavar="PLAYER", help="Who may command the bot; may be repeated.")
@click.pass_obj
def bot(
    streams: Streams, address: str | None, username: str, auth: str, minecraft: str | None, allowed: tuple[str, ...]
) -> Exit:
    """Join a server and answer !plan, !craft and !help in its chat, to the players that --allow names.

    On a server in offline mode anybody can take any name: allow only names there that you would hand the bot's items.
    """
    import time

    from ... import places
    from ...ledger import Ledger
    from ...world import catalog_of
    from ..chat import ChatDoor

    if not allowed:
        raise InputError("nobody may command the bot", hint="name who may: --allow YourName", code="usage")
    with open_world(streams, address, username, auth, minecraft, minecraft or PRACTICE) as world:
        catalog = catalog_of(world)
        door = ChatDoor(world, catalog, Ledger(places.state() / "ledger"), frozenset(allowed), streams.say)
        streams.answer([f"{world.username} listens on {world.address} to {', '.join(allowed)}; ctrl-C stops it"])
        door.greet()
        after = 0
        while True:
            for event in world.bot.events(after):
                after = event.seq
                if event.kind == "chat" and event.sender:
                    door.hear(event.sender, event.text)
                elif event.kind in {"kicked", "end"}:
                    streams.complain(f"craftplan: the server ended the connection: {event.text}")
                    return Exit.WORLD
            time.sleep(POLL_SECONDS)
