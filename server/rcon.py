"""A server's remote console: a second word on what a player holds, which does not come through the bot."""

import asyncio
import re
import struct

from ..recipes.errors import CraftplanError, WorldError
from ..recipes.ids import qualified
from .extra import missing

SECONDS = 5.0
_FOUND = re.compile(r"Found (\d+) matching")
_NONE = re.compile(r"No items were found")


class RconError(CraftplanError):
    """The server's console did not do what was asked, and says why."""

    code = "rcon"


class Rcon:
    """A server's remote console; each order has a connection of its own, so that it may be used from anywhere."""

    def __init__(self, host: str, port: int, password: str) -> None:
        self.host = host
        self.port = port
        self.password = password

    def ask(self, command: str) -> str:
        """Return what the console says to a command. Raises a WorldError when it cannot be reached or let us in."""
        try:
            from aiomcrcon import Client, IncorrectPasswordError, RCONConnectionError
        except ImportError:
            raise missing("aio-mc-rcon") from None

        async def told() -> str:
            client = Client(self.host, self.port, self.password)
            await client.connect(SECONDS)
            try:
                return str((await client.send_cmd(command, SECONDS))[0])
            finally:
                await client.close()

        try:
            return asyncio.run(told())
        except IncorrectPasswordError:
            raise WorldError(
                f"the console {self.host}:{self.port} refuses the password",
                hint="it is `rcon.password` in the server's server.properties",
                code="rcon_password",
            ) from None
        except (RCONConnectionError, OSError, ValueError, struct.error) as error:
            raise WorldError(
                f"the console {self.host}:{self.port} cannot be reached: {error or 'it is silent'}",
                hint="does server.properties say enable-rcon=true, and is rcon.port right?",
                code="rcon",
            ) from None

    def count(self, player: str, item: str) -> int:
        """Return how many of an item a player holds, what lies in an open window's cells left out; nothing is taken.

        Raises an RconError when the console says something else, as of a player who is not there.
        """
        said = self.ask(f"clear {player} {qualified(item)} 0")
        if found := _FOUND.search(said):
            return int(found[1])
        if _NONE.search(said):
            return 0
        raise RconError(f"asked for {player}'s {item} the console says: {said}", hint="is the player on the server?")

    def give(self, player: str, item: str, count: int = 1) -> str:
        """Give items; return what the console says."""
        return self.ask(f"give {player} {qualified(item)} {count}")
