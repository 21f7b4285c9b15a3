"""The clicks that fill a step's cells: slot, button and mode as the window protocol has them.

Mode 0 takes or puts (left: all, right: half or one), 1 is a shift-click, 2 a number key (``button`` is the hotbar
place), 5 a drag, whose ``button`` is 0 to begin, 1 for each slot, 2 to end (left drag: evenly, the rest stays on the
cursor).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..recipes.ids import ItemId
from .result import Bind, Station, Step

LEFT, RIGHT = 0, 1
PLAIN, SHIFT, NUMBER, DRAG = 0, 1, 2, 5
OUTSIDE = -999
_HOTBAR = {Station.INVENTORY: 36, Station.CRAFTING_TABLE: 37}
"""The window slot of the first hotbar place."""
_PLACES = 9


@dataclass(frozen=True, slots=True)
class Click:
    """One click."""

    slot: int
    button: int
    mode: int


def emptying(grid: Mapping[int, ItemId]) -> tuple[Click, ...]:
    """Return the clicks that send what lies in grid slots back to the inventory: one shift-click each."""
    return tuple(Click(slot, LEFT, SHIFT) for slot in sorted(grid))


def clicks(step: Step, window: Mapping[int, tuple[ItemId, int]]) -> tuple[Click, ...] | None:
    """Return the clicks that do a crafting step in its window, the result included; None if no one stack has enough.

    ``window`` holds item and count of every filled slot, by the window's own numbers. Each item's cells are filled from
    one stack: for a single craft by the fewest clicks there are, for batches by few. The last takes the result.
    """
    first = _HOTBAR.get(step.station)
    if first is None:
        return None
    done = list(emptying({slot: item for slot, (item, _) in window.items() if 0 < slot <= _cells(step.station)}))
    left = {slot: held for slot, held in window.items() if slot > _cells(step.station)}
    for item, slots in _by_item(step.bind).items():
        ways = [
            (len(way), source, way)
            for source, (found, count) in sorted(left.items())
            if found == item
            for way in fillings(source, count, slots, step.times, source - first if source >= first else None)
        ]
        if not ways:
            return None
        _, source, way = min(ways, key=lambda found: found[:2])
        done += way
        left[source] = (item, left[source][1] - step.times * len(slots))
    return (*done, Click(step.result_slot, LEFT, SHIFT))


def fillings(
    source: int, count: int, slots: Sequence[int], times: int, hotbar: int | None
) -> Iterator[tuple[Click, ...]]:
    """Yield ways to put ``times`` of a stack of ``count`` into each slot, and what is left back where it was.

    ``hotbar`` is the stack's place in the hotbar, None where it lies elsewhere.
    """
    need = times * len(slots)
    if count < need:
        return
    if hotbar is not None and 0 <= hotbar < _PLACES and len(slots) == 1 and count == times:
        yield (Click(slots[0], hotbar, NUMBER),)
    # A right click takes the larger half.
    for button, taken in ((RIGHT, -(-count // 2)), (LEFT, count)):
        if taken < need:
            continue
        take = Click(source, button, PLAIN)
        back = (Click(source, LEFT, PLAIN),) if taken > need else ()
        for put in _puttings(taken, slots, times):
            yield (take, *put, *back)


def _puttings(taken: int, slots: Sequence[int], times: int) -> Iterator[tuple[Click, ...]]:
    ones = [Click(slot, RIGHT, PLAIN) for slot in slots for _ in range(times)]
    if taken == times * len(slots):
        # The last cell takes all that is left on the cursor.
        yield (*ones[: len(ones) - times], Click(slots[-1], LEFT, PLAIN))
    yield tuple(ones)
    if len(slots) > 1 and taken // len(slots) == times:
        added = (Click(slot, 1, DRAG) for slot in slots)
        yield (Click(OUTSIDE, 0, DRAG), *added, Click(OUTSIDE, 2, DRAG))


def _cells(station: Station) -> int:
    return 4 if station is Station.INVENTORY else 9


def _by_item(bind: Sequence[Bind]) -> Mapping[ItemId, list[int]]:
    found: dict[ItemId, list[int]] = {}
    for one in bind:
        found.setdefault(one.item, []).append(one.slot)
    return {item: found[item] for item in sorted(found)}
