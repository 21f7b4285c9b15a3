"""``craftplan bot``: a bot that joins a server and takes orders from its chat."""

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import click

from ....recipes.errors import InputError
from ..exits import Exit
from ..streams import Streams
from . import options
from .craft import PRACTICE, open_world

if TYPE_CHECKING:
    from ...world import World
    from ..chat.door import ChatDoor


@click.command(options_metavar="[OPTIONS]")
@options.server
@options.minecraft
@click.option(
    "--allow",
    "allowed",
    multiple=True,
    metavar="PLAYER|UUID",
    help="Who may command the bot; may be repeated.",
)
@click.option("--trust-names", is_flag=True, help="Take names for proof, on a server that only friends reach.")
@click.option(
    "--approve",
    "policy",
    type=click.Choice(["none", "scarce", "all"]),
    default="scarce",
    show_default=True,
    help="What has to be approved first.",
)
@click.option("--approver", metavar="PLAYER", help="Who alone may approve.")
@click.option(
    "--patience",
    type=click.FloatRange(0, 86_400),
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to try to join again.",
)
@click.pass_obj
def bot(
    streams: Streams,
    address: str | None,
    username: str,
    auth: str,
    minecraft: str | None,
    allowed: tuple[str, ...],
    *,
    trust_names: bool,
    policy: str,
    approver: str | None,
    patience: float,
) -> Exit:
    """Join a server and obey its chat: !craft, !plan, !status, !stop, !help and more, aloud or whispered.

    Only the players that --allow names are obeyed. On a server in offline mode anybody can take any name: there a
    player first says a code that this console shows, unless --trust-names.
    """
    from ... import places
    from ...ledger.ledger import Ledger
    from ...runs.gates import Policy
    from ...world import catalog_of
    from ..after_run import write_notes
    from ..chat.callers import Callers
    from ..chat.door import ChatDoor
    from ..chat.staying import stay

    if not allowed:
        raise InputError("nobody may command the bot", hint="name who may: --allow YourName", code="usage")

    def show_code(name: str, code: str) -> None:
        streams.answer([f"{name} proves to be {name} by saying in the game: !pair {code}"])

    callers = Callers(frozenset(allowed), show_code, trust_names=trust_names)
    door: ChatDoor | None = None

    def join() -> "AbstractContextManager[World]":
        return open_world(streams, address, username, auth, minecraft, minecraft or PRACTICE)

    def enter(world: "World") -> "ChatDoor":
        nonlocal door
        if door is None:
            ledger = Ledger(places.state() / "ledger")
            door = ChatDoor(
                world, catalog_of(world), ledger, callers, streams.say, policy=Policy(policy), approver=approver
            )
            door.ended = lambda run: write_notes(ledger, run, streams.say)
            streams.answer([f"{world.username} listens on {world.address} to {', '.join(allowed)}; ctrl-C stops it"])
            door.greet()
        else:
            door.enter(world)
            streams.say(f"joined {world.address} again")
        return door

    stay(join, enter, streams.complain, patience if address else 0)
    return Exit.DONE
