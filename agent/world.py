"""What a run acts on: a bot that stands on a server, and where it got there."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from filelock import FileLock, Timeout

from .. import bridge, server
from ..bridge.bot import Bot
from ..bridge.messages import REACH, Position
from ..recipes.builtin import builtin, builtin_versions
from ..recipes.catalog import Catalog
from ..recipes.errors import BusyError, InputError, WorldError
from ..recipes.ids import ItemId
from ..recipes.versions import nearest
from ..server.practice import PracticeServer
from . import places
from .node import Say, find_node, packages_for

DEFAULT_PORT = 25565
BRIDGE_PACKAGES = Path(bridge.__path__[0], "js")
SERVER_PACKAGES = Path(server.__path__[0], "js")


Where = Position | Literal["nearby"] | None
"""Which chests a run may use: one, all that are in reach, or none."""


@dataclass(frozen=True, slots=True)
class World:
    """A connected bot. ``server`` is the scope that lessons are kept for; only a practice server can ``give``."""

    bot: Bot
    server: str
    address: str
    minecraft: str
    username: str
    give: Callable[[ItemId, int], object] | None = None
    auth: str = "offline"
    reach: float = REACH
    """How far a station may stand; beyond the hands' own reach it is walked to."""
    storage: Where = None


@contextmanager
def practice_world(username: str, version: str, say: Say, packs: Sequence[Path] = ()) -> Iterator[World]:
    """Start a practice server and a bot on it; both end with the context. ``packs`` lie over the server's recipes."""
    node = find_node()
    server_packages = packages_for(SERVER_PACKAGES, node, say)
    bridge_packages = packages_for(BRIDGE_PACKAGES, node, say)
    say(f"starting a practice server, Minecraft {version}")
    with (
        PracticeServer(node.path, server_packages, version=version, datapacks=packs) as practice,
        Bot(node.path, bridge_packages) as bot,
    ):
        for line in practice.log:
            say(line)
        info = bot.connect(practice.host, practice.port, username)
        yield World(
            bot,
            f"practice {info.version}",
            f"{practice.host}:{practice.port}",
            info.version,
            username,
            lambda item, count: practice.control.give(username, item, count),
        )


@contextmanager
def server_world(address: str, username: str, auth: str, version: str | None, say: Say) -> Iterator[World]:
    """Join a running server; nothing is given there. Raises a BusyError if another run holds this bot.

    Without a ``version`` the server is asked for its own.
    """
    host, port = split_address(address)
    locks = places.state() / "locks"
    locks.mkdir(exist_ok=True)
    try:
        with FileLock(locks / f"{host}-{port}-{username}".replace("/", "_"), timeout=0):
            node = find_node()
            packages = packages_for(BRIDGE_PACKAGES, node, say)
            say(f"joining {host}:{port} as {username}")
            with Bot(node.path, packages) as bot:
                info = bot.connect(host, port, username, auth=auth, version=version)
                yield World(bot, f"{host}:{port}", f"{host}:{port}", info.version, info.username, auth=auth)
    except Timeout:
        raise BusyError(
            f"another run holds the bot {username} on {host}:{port}", hint="wait for it, or use another --username"
        ) from None


def catalog_of(world: World) -> Catalog:
    """Return the catalog of the server's version. Raises a WorldError that names the nearest ones if there is none."""
    if world.minecraft in builtin_versions():
        return builtin(world.minecraft)
    near = ", ".join(nearest(world.minecraft, builtin_versions()))
    raise WorldError(
        f"the server runs Minecraft {world.minecraft}, whose recipes craftplan does not have",
        hint=f"the nearest versions it has are {near}",
        code="version",
    )


def split_address(address: str) -> tuple[str, int]:
    """Return host and port of ``host``, ``host:port`` or ``[v6 address]:port``.

    >>> split_address("localhost"), split_address("[::1]:25570")
    (('localhost', 25565), ('::1', 25570))
    """
    host, colon, port = address.rpartition(":")
    if not colon or (host.count(":") and not host.startswith("[")):
        host, port = address, str(DEFAULT_PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdigit() or not 0 < int(port) < 2**16:
        raise InputError(f"{address!r} is no server address", hint="it reads host or host:port", code="address")
    return host, int(port)


def read_where(text: str | None) -> Where:
    """Return which chests ``--storage`` names. Raises an InputError.

    >>> read_where("1,-60,7")
    Position(x=1, y=-60, z=7)
    """
    if text is None:
        return None
    if text == "nearby":
        return "nearby"
    try:
        x, y, z = (int(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"{text!r} is no chest", hint="it reads x,y,z or nearby", code="storage") from None
    return Position(x=x, y=y, z=z)


def written_where(where: Where) -> str | None:
    """Return how ``--storage`` names these chests.

    >>> written_where(Position(x=1, y=-60, z=7))
    '1,-60,7'
    """
    return f"{where.x},{where.y},{where.z}" if isinstance(where, Position) else where
