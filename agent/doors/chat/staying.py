"""Stays on a server: joins again when it was thrown off, waiting longer each time, and goes on with what it did."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from ....recipes.errors import WorldError
from ...world import World
from .door import ChatDoor

POLL_SECONDS = 0.1
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
_FOR_GOOD = frozenset({"version", "auth", "packages", "node_start", "not_minecraft", "no_node", "npm"})
"""What no waiting mends."""


def stay(
    join: Callable[[], AbstractContextManager[World]],
    enter: Callable[[World], ChatDoor],
    say: Callable[[str], None],
    patience: float,
) -> None:
    """Listen and work on the server until interrupted.

    ``join`` joins it, ``enter`` is called each time with the world that was joined. Raises the WorldError of the first
    joining, one that no waiting mends, or the last one when ``patience`` (seconds without a connection) is over.
    """
    wait, lost, was_on = FIRST_WAIT, None, False
    while True:
        try:
            with join() as world:
                door = enter(world)
                wait, lost, was_on = FIRST_WAIT, None, True
                while True:
                    door.listen()
                    door.work()
                    time.sleep(POLL_SECONDS)
        except WorldError as error:
            now = time.monotonic()
            lost = lost or now
            if not was_on or error.code in _FOR_GOOD or now - lost + wait > patience:
                raise
            say(f"{error.message}; joining again in {wait:.0f} s")
        time.sleep(wait)
        wait = min(wait * 2, LONGEST_WAIT)
