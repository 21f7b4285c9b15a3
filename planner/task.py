"""What is asked, and what a search answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from time import perf_counter

from ..recipes.ids import ItemId
from .closure import Closure
from .crafts import Bound
from .goal import Experience, Inventory


@dataclass(slots=True)
class Task:
    """``wanted`` items of each goal, on top of the inventory; ``start`` is what of it may be used, by number."""

    closure: Closure
    wanted: Mapping[ItemId, int]
    inventory: Inventory
    reach: frozenset[str]
    experience: Experience
    budget: float
    keep: Mapping[ItemId, int] = field(default_factory=dict)
    start: dict[int, int] = field(init=False)
    goals: dict[int, int] = field(init=False)
    wishes: dict[int, int] = field(init=False)
    deadline: float = field(init=False)

    def __post_init__(self) -> None:
        index = self.closure.index
        self.start = {
            index[item]: count for item, count in self.inventory.counts.items() if count > 0 and item in index
        }
        for item, kept in self.keep.items():
            number = index.get(item)
            if number in self.start:
                self.start[number] -= kept
                if self.start[number] <= 0:
                    del self.start[number]
        self.goals = {index[item]: count for item, count in self.wanted.items()}
        wishes = [index[item] for item in self.experience.prefer if item in index]
        self.wishes = {item: place for place, item in enumerate(wishes)}
        self.deadline = perf_counter() + self.budget if self.budget < inf else inf

    @property
    def late(self) -> bool:
        """Whether the budget is spent."""
        return perf_counter() > self.deadline


@dataclass(frozen=True, slots=True)
class Found:
    """Crafts in order, what is gathered first, and what they cost: the price of that, and how many crafts they are."""

    crafts: list[Bound]
    gathered: Mapping[int, int]
    price: int
    count: int


@dataclass(frozen=True, slots=True)
class Solution:
    """Ordered crafts, what is gathered first, how many goals the inventory reaches, and how good it is."""

    crafts: tuple[Bound, ...]
    gathered: Mapping[int, int]
    reach: int
    proved: bool
    gap: int
