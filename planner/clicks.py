"""Clicks of a window: slot, button and mode as the protocol has them (mode 0: take or put, 1: shift-click)."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..recipes.ids import ItemId

LEFT, RIGHT = 0, 1
PLAIN, SHIFT, DRAG = 0, 1, 5
OUTSIDE = -999


@dataclass(frozen=True, slots=True)
class Click:
    """One click. ``button`` is 0 for left and 1 for right; for drags (mode 5) the protocol's own stages."""

    slot: int
    button: int
    mode: int


def emptying(grid: Mapping[int, ItemId]) -> tuple[Click, ...]:
    """Return the clicks that send what lies in grid slots back to the inventory: one shift-click each."""
    return tuple(Click(slot, LEFT, SHIFT) for slot in sorted(grid))
