"""``craftplan bot``: a bot that joins a server and takes orders from its chat."""

from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
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
@options.catalog
@options.reach
@options.storage
@click.option(
    "--allow",
    "allowed",
    multiple=True,
    metavar="PLAYER|UUID",
    help="Who may command the bot; may be repeated.",
)
@click.option("--trust-names", is_flag=True, help="Take names for proof, on a server that only friends reach.")
@options.approve
@options.approver
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
    paths: tuple[Path, ...],
    reach: float,
    storage: str | None,
    allowed: tuple[str, ...],
    *,
    trust_names: bool,
    approve: str,
    approver: str | None,
    patience: float,
) -> Exit:
    """Join a server and obey its chat: !craft, !plan, !status, !stop, !help and more, aloud or whispered.

    Only the players that --allow names are obeyed. On a server in offline mode anybody can take any name: there a
    player first says a code that this console shows, unless --trust-names. Without --server it opens a practice server,
    where nothing has to be approved.
    """
    from ... import places
    from ...ledger.ledger import Ledger
    from ...runs.gates import Policy
    from ...world import read_where
    from ..after_run import write_notes
    from ..catalogs import catalog_on, read_catalog
    from ..chat.callers import Callers, identity
    from ..chat.door import ChatDoor
    from ..chat.staying import stay

    if not allowed:
        raise InputError("nobody may command the bot", hint="name who may: --allow YourName", code="usage")

    def show_code(name: str, code: str) -> None:
        streams.answer([f"{name} proves to be {name} by saying in the game: !pair {code}"])

    where = read_where(storage)
    if approver and ":" not in approver:
        approver = identity(approver)
    policy = Policy(approve if address else "none")
    callers = Callers(frozenset(allowed), show_code, trust_names=trust_names)
    door: ChatDoor | None = None

    practice = read_catalog(streams, minecraft, paths).minecraft if paths and not address else minecraft or PRACTICE

    def join() -> "AbstractContextManager[World]":
        return open_world(streams, address, username, auth, minecraft, practice, paths)

    def enter(world: "World") -> "ChatDoor":
        nonlocal door
        world = replace(world, reach=reach, storage=where)
        if door is None:
            ledger = Ledger(places.state() / "ledger")
            catalog = catalog_on(streams, world, paths)
            door = ChatDoor(world, catalog, ledger, callers, streams.say, policy=policy, approver=approver)
            door.ended = lambda run: write_notes(ledger, run, streams.say)
            streams.answer([f"{world.username} listens on {world.address} to {', '.join(allowed)}; ctrl-C stops it"])
            door.greet()
        else:
            door.enter(world)
            streams.say(f"joined {world.address} again")
        return door

    stay(join, enter, streams.complain, patience if address else 0)
    return Exit.DONE
