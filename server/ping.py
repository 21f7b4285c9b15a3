"""Whether a server answers, and what it says of itself, by the ping of the game's own server list."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from ..recipes.errors import WorldError
from .extra import missing

PROBE_SECONDS = 2.0
PAUSE_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answers to a ping; ``minecraft`` is its own word, ``latency`` in ms."""

    minecraft: str
    protocol: int
    players: int
    most: int
    motd: str
    latency: float


def ping(host: str, port: int, *, timeout: float = 5.0) -> Answer:
    """Ask a server once. Raises a WorldError when nobody answers as a server does within ``timeout`` s."""
    try:
        from mcstatus import JavaServer
    except ImportError:
        raise missing("mcstatus") from None
    try:
        said = JavaServer(host, port, timeout=timeout).status(tries=1)
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise WorldError(
            f"{host}:{port} does not answer as a Minecraft server: {error}",
            hint="is the server started, is the port right, and does a firewall let it through?",
        ) from error
    return Answer(
        said.version.name,
        said.version.protocol,
        said.players.online,
        said.players.max,
        said.motd.to_plain().strip(),
        round(said.latency, 1),
    )


def wait_until_ready(host: str, port: int, deadline: float, alive: Callable[[], bool]) -> Answer | None:
    """Ask until the server answers; None when ``time.monotonic()`` passes the deadline, or it is not ``alive``."""
    while alive() and time.monotonic() < deadline:
        try:
            return ping(host, port, timeout=PROBE_SECONDS)
        except WorldError as error:
            if error.code == "extra_missing":
                raise
            time.sleep(PAUSE_SECONDS)
    return None
