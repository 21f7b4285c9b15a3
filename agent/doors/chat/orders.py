"""What the bot was told to make, one after the other."""

from collections import deque
from dataclasses import dataclass, field

from ....planner import Goal
from ...drawing.words import amount
from ...runs.gates import Gate

MOST = 20
"""How many orders may wait."""


@dataclass(slots=True)
class Order:
    """Goals of one player. ``run`` is there once it was begun, or where an earlier run goes on."""

    goals: tuple[Goal, ...]
    player: str
    whisper: bool = False
    run: str | None = None
    claim: Gate | None = None

    def __str__(self) -> str:
        return ", ".join(amount(goal.item, goal.count) for goal in self.goals)


@dataclass(slots=True)
class Orders:
    """A queue; the first order is the one that is worked on."""

    waiting: deque[Order] = field(default_factory=deque)

    @property
    def current(self) -> Order | None:
        """The order that is worked on, or that comes next."""
        return self.waiting[0] if self.waiting else None

    @property
    def full(self) -> bool:
        """Whether no more orders are taken."""
        return len(self.waiting) >= MOST

    def add(self, order: Order) -> int:
        """Put an order at the end and return how many are before it."""
        self.waiting.append(order)
        return len(self.waiting) - 1

    def done(self, order: Order) -> None:
        """Take an order out."""
        if order in self.waiting:
            self.waiting.remove(order)

    def drop_waiting(self) -> int:
        """Drop all but the first, and return how many that were."""
        dropped = max(0, len(self.waiting) - 1)
        while len(self.waiting) > 1:
            self.waiting.pop()
        return dropped
