"""What is wanted and what is at hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..recipes.ids import ItemId, RecipeId


@dataclass(frozen=True, slots=True)
class Goal:
    """So many items to have made anew: ``count`` is a number of items, on top of what the inventory holds."""

    item: ItemId
    count: int = 1


@dataclass(frozen=True, slots=True)
class Inventory:
    """How many of each item are at hand. Order does not matter; zero counts are the same as absent ones."""

    counts: Mapping[ItemId, int] = field(default_factory=dict)

    def __getitem__(self, item: ItemId) -> int:
        return self.counts.get(item, 0)


@dataclass(frozen=True, slots=True)
class Experience:
    """What earlier attempts and people's wishes say: a plain value, made by ``agent/`` from its lessons.

    ``avoid`` holds recipes that the server refused; ``avoid_members`` single members it refused in one recipe
    (what only burns under that recipe is burnt under none);
    ``prefer`` the members to use first where the choice is free.
    """

    avoid: frozenset[RecipeId] = frozenset()
    avoid_members: frozenset[tuple[RecipeId, ItemId]] = frozenset()
    prefer: tuple[ItemId, ...] = ()
