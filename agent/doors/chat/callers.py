"""Who may command the bot: players by UUID, or by a name that the server vouches for, or that was paired."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import md5
from secrets import choice
from uuid import UUID

from ....bridge.messages import Event

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6
GUESSES = 3
"""After so many wrong codes there is a new one."""
COMMANDS, SECONDS = 8, 10.0
"""How many commands one player may give in so many seconds."""


class Standing(StrEnum):
    """What becomes of a command: it is obeyed, or answered once with why not, or not heard."""

    ALLOWED = "allowed"
    PAIRED = "paired"
    TO_PAIR = "to_pair"
    WRONG_CODE = "wrong_code"
    STRANGER = "stranger"
    TOO_FAST = "too_fast"
    UNHEARD = "unheard"


def identity(name: str) -> str:
    """Return what a player is called where runs and gates say who did something: ``player:NAME``."""
    return f"player:{name}"


def offline_uuid(name: str) -> UUID:
    """Return the UUID that a server in offline mode gives a name: it is computed, and proves nothing.

    >>> str(offline_uuid("Notch"))
    'b50ad385-829d-3141-a216-7e7d7539ba7f'
    """
    return UUID(bytes=md5(f"OfflinePlayer:{name}".encode(), usedforsecurity=False).digest(), version=3)


def vouched(name: str, uuid: str | None) -> bool:
    """Whether the server has checked that the player is who the name says: its UUID is none that a name gives."""
    return uuid is not None and UUID(uuid) != offline_uuid(name) and UUID(uuid).version == 4  # noqa: PLR2004 - random


@dataclass(slots=True)
class Callers:
    """``allowed`` are names and UUIDs. With ``trust_names`` a name is enough, for servers that only friends reach.

    ``show_code`` puts a pairing code where only the bot's owner sees it.
    """

    allowed: frozenset[str]
    show_code: Callable[[str, str], None]
    trust_names: bool = False
    clock: Callable[[], float] = time.monotonic
    _paired: set[str] = field(default_factory=set)
    _codes: dict[str, str] = field(default_factory=dict)
    _guesses: dict[str, int] = field(default_factory=dict)
    _answered: set[str] = field(default_factory=set)
    _heard: dict[str, deque[float]] = field(default_factory=dict)

    def judge(self, line: Event) -> Standing:
        """Return what becomes of a command that somebody gave."""
        assert line.sender is not None
        if not self._is_allowed(line.sender, line.uuid):
            return self._once(line.sender, Standing.STRANGER)
        if not self._in_time(line.sender):
            return self._once(f"{line.sender}, fast", Standing.TOO_FAST)
        if self._is_known(line.sender, line.uuid):
            return Standing.ALLOWED
        return self._pair(line.sender, line.text)

    def rejoined(self) -> None:
        """Forget who was paired: nobody saw who left meanwhile."""
        self._paired.clear()

    def left(self, name: str) -> None:
        """Forget that a name was paired: the next who has it may be somebody else."""
        self._paired.discard(name)
        self._answered.discard(name)

    def _is_allowed(self, name: str, uuid: str | None) -> bool:
        by_uuid = uuid is not None and vouched(name, uuid) and str(UUID(uuid)) in self.allowed
        return by_uuid or name in self.allowed

    def _is_known(self, name: str, uuid: str | None) -> bool:
        return self.trust_names or name in self._paired or vouched(name, uuid)

    def _pair(self, name: str, text: str) -> Standing:
        command, _, guess = text.partition(" ")
        if command.lower() != "!pair":
            if name not in self._codes:
                self._new_code(name)
            return self._once(name, Standing.TO_PAIR)
        if name in self._codes and guess.strip().upper() == self._codes[name]:
            del self._codes[name]
            self._paired.add(name)
            return Standing.PAIRED
        self._guesses[name] = self._guesses.get(name, 0) + 1
        if name not in self._codes or self._guesses[name] % GUESSES == 0:
            self._new_code(name)
        return Standing.WRONG_CODE

    def _new_code(self, name: str) -> None:
        self._codes[name] = "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        self.show_code(name, self._codes[name])

    def _once(self, who: str, standing: Standing) -> Standing:
        if who in self._answered:
            return Standing.UNHEARD
        self._answered.add(who)
        return standing

    def _in_time(self, name: str) -> bool:
        """Whether the player has not given too many commands lately."""
        now, heard = self.clock(), self._heard.setdefault(name, deque())
        while heard and now - heard[0] > SECONDS:
            heard.popleft()
        if len(heard) >= COMMANDS:
            return False
        if not heard:
            self._answered.discard(f"{name}, fast")
        heard.append(now)
        return True
