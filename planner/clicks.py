"""The clicks that do a step in its window: slot, button and mode as the window protocol has them.

Mode 0 takes or puts (left: all, right: half or one; on another item: an exchange), 1 is a shift-click, 2 a number key
(``button`` is the hotbar place), 5 a drag, whose ``button`` is 0 to begin, 1 for each slot, 2 to end (left drag:
evenly, the rest stays on the cursor).

One craft from one stack an item is filled with the fewest clicks there are (a search in the tests finds none fewer):
what a stack has left over is exchanged for the next item's stack, so that only the last has to be put back. Only
clicks are used that mean the same on every server: a shift-click that fills a grid is younger than the oldest of them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ..recipes.ids import ItemId
from .result import Station, Step

LEFT, RIGHT = 0, 1
PLAIN, SHIFT, NUMBER, DRAG = 0, 1, 2, 5
OUTSIDE = -999
MAIN, HOTBAR = 27, 9
"""Slots of the inventory in every window, in this order, after the window's own."""
_FIRST = {Station.INVENTORY: 9, Station.CRAFTING_TABLE: 10}
"""Where the inventory begins; in all other windows right after the result. The player's own has armour before it."""
_ARMOUR = range(5, 9)
_APART = "168349275"
"""The cells of a grid, each far from the one before."""
_GATHERED_AT_ONCE = 4
"""Of so many items all ways of filling are put together; of more, each is filled by its own best way."""

Held = tuple[ItemId, int]
Puts = tuple[tuple[int, int], ...]
"""Slots, and how many go into each."""


@dataclass(frozen=True, slots=True)
class Click:
    """One click."""

    slot: int
    button: int
    mode: int


@dataclass(frozen=True, slots=True)
class Clicks:
    """A step's clicks: those that fill its slots, and the one that takes the result, all crafts at once.

    Between the two the result slot can be read, and has to be waited for where something cooks; a stonecutter has to be
    told its recipe.
    """

    fill: tuple[Click, ...]
    take: tuple[Click, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to fill an item's slots. ``rest``: something is left on the cursor in the end.

    ``whole``: it begins with a left click on a stack, which may be an exchange for what is on the cursor.
    """

    clicks: tuple[Click, ...]
    rest: bool
    whole: bool

    @property
    def source(self) -> int:
        """The stack's slot."""
        return self.clicks[0].slot


def first_slot(step: Step) -> int | None:
    """Return the first slot of the inventory in the step's window; None for a campfire, which has no window."""
    if step.station is Station.CAMPFIRE:
        return None
    return _FIRST.get(step.station, step.result_slot + 1)


def emptying(grid: Mapping[int, ItemId]) -> tuple[Click, ...]:
    """Return the clicks that send what lies in grid slots back to the inventory: one shift-click each."""
    return tuple(Click(slot, LEFT, SHIFT) for slot in sorted(grid))


def clicks(step: Step, window: Mapping[int, Held]) -> Clicks | None:
    """Return the clicks that do a step in its window; None where it has none, or where too little lies there.

    ``window`` holds item and count of every filled slot, by the window's own numbers. What lies in the window's own
    slots is sent to the inventory first.
    """
    first = first_slot(step)
    if first is None:
        return None
    worn = _ARMOUR if step.station is Station.INVENTORY else ()
    own = {slot: item for slot, (item, _) in window.items() if slot < first and slot not in worn}
    before = emptying({slot: item for slot, item in own.items() if slot != step.result_slot})
    stacks: dict[ItemId, dict[int, int]] = {}
    for slot, (item, count) in sorted(window.items()):
        if slot >= first:
            stacks.setdefault(item, {})[slot] = count
    ways = []
    for item, puts in _demands(step).items():
        found = list(fillings(stacks.get(item, {}), puts, first + MAIN))
        if not found:
            return None
        ways.append(found)
    return Clicks((*before, *_joined(ways)), (Click(step.result_slot, LEFT, SHIFT),))


def _demands(step: Step) -> dict[ItemId, Puts]:
    """Return how much of each item goes where.

    Items of few slots come first, and slots far apart follow one another: so a half-filled grid rarely shows another
    recipe's result (26.1: after 271 of 4,774 clicks, 519 in the order of slots; most of them are one plank or ingot).
    """
    found: dict[ItemId, Puts] = {}
    often = Counter(bind.item for bind in step.bind)
    for bind in sorted(step.bind, key=lambda bind: (often[bind.item], bind.item, _APART.find(str(bind.slot)))):
        found[bind.item] = (*found.get(bind.item, ()), (bind.slot, step.times))
    if step.fuel is not None:
        found[step.fuel.item] = (*found.get(step.fuel.item, ()), (step.fuel.slot, step.fuel.count))
    return found


def fillings(stacks: Mapping[int, int], puts: Puts, hotbar: int) -> Iterator[Way]:
    """Yield ways to fill slots with one item that lies in ``stacks`` (slot to count): from one stack, or from many.

    ``hotbar`` is the window slot of the first hotbar place.
    """
    need = sum(amount for _, amount in puts)
    keys = _keys(stacks, puts, hotbar)
    if keys:
        yield Way(keys, rest=False, whole=False)
    for source, count in stacks.items():
        # A right click takes the larger half; what is then on the cursor too much goes back to the stack.
        for button, taken in ((RIGHT, -(-count // 2)), (LEFT, count)):
            if taken < need or (button == RIGHT and taken == count):
                continue
            take, back = Click(source, button, PLAIN), Click(source, LEFT, PLAIN)
            for put in _puttings(taken, puts):
                if button == LEFT:
                    yield Way((take, *put), rest=taken > need, whole=True)
                else:
                    yield Way((take, *put, *((back,) if taken > need else ())), rest=False, whole=False)
    if max(stacks.values(), default=0) < need <= sum(stacks.values()):
        yield Way(tuple(_from_many(stacks, puts)), rest=False, whole=False)


def _keys(stacks: Mapping[int, int], puts: Puts, hotbar: int) -> tuple[Click, ...] | None:
    """Return the number keys that fill every slot with a whole stack of the hotbar; None where there are too few."""
    there = {slot: count for slot, count in stacks.items() if slot >= hotbar}
    found = []
    for cell, amount in puts:
        source = next((slot for slot, count in there.items() if count == amount), None)
        if source is None:
            return None
        del there[source]
        found.append(Click(cell, source - hotbar, NUMBER))
    return tuple(found)


def _puttings(taken: int, puts: Puts) -> Iterator[tuple[Click, ...]]:
    """Yield ways to put what is on the cursor into slots."""
    need = sum(amount for _, amount in puts)
    ones = [Click(slot, RIGHT, PLAIN) for slot, amount in puts for _ in range(amount)]
    if taken == need:
        # The last slot takes all that is left on the cursor.
        last, amount = puts[-1]
        yield (*ones[: need - amount], Click(last, LEFT, PLAIN))
    else:
        yield tuple(ones)
    amounts = {amount for _, amount in puts}
    if len(puts) > 1 and amounts == {taken // len(puts)}:
        added = (Click(slot, 1, DRAG) for slot, _ in puts)
        yield (Click(OUTSIDE, 0, DRAG), *added, Click(OUTSIDE, 2, DRAG))


def _from_many(stacks: Mapping[int, int], puts: Puts) -> Iterator[Click]:
    """Yield clicks that fill slots from several stacks, the largest first; what the last has left over goes back."""
    left = sorted(stacks.items(), key=lambda stack: (-stack[1], stack[0]))
    source, cursor = 0, 0
    for slot, amount in puts:
        lacking = amount
        while lacking:
            if not cursor:
                source, cursor = left.pop(0)
                yield Click(source, LEFT, PLAIN)
            put = min(cursor, lacking)
            yield from [Click(slot, LEFT, PLAIN)] if put == cursor else [Click(slot, RIGHT, PLAIN)] * put
            cursor -= put
            lacking -= put
    if cursor:
        yield Click(source, LEFT, PLAIN)


def _joined(ways: Sequence[Sequence[Way]]) -> tuple[Click, ...]:
    """Return one way of each item in the order that takes the fewest clicks.

    Ways that leave something on the cursor follow one another, each stack exchanged for the rest of the one before; the
    last of them is a whole stack that leaves nothing, or its rest goes to where the first stack was.
    """
    if len(ways) > _GATHERED_AT_ONCE:
        ways = [[min(found, key=lambda way: len(way.clicks) + way.rest)] for found in ways]
    best = min(product(*map(_shortest, ways)), key=_length)
    chain = [way for way in best if way.rest]
    closing = [way for way in best if way.whole and not way.rest][:1] if chain else []
    alone = [way for way in best if not way.rest and way not in closing]
    back = (Click(chain[0].source, LEFT, PLAIN),) if _back(best) else ()
    return (*(click for way in (*alone, *chain, *closing) for click in way.clicks), *back)


def _length(chosen: Sequence[Way]) -> int:
    return sum(len(way.clicks) for way in chosen) + _back(chosen)


def _back(chosen: Sequence[Way]) -> bool:
    """Whether a rest has to be put back in the end."""
    return any(way.rest for way in chosen) and not any(way.whole and not way.rest for way in chosen)


def _shortest(ways: Sequence[Way]) -> list[Way]:
    """Return the shortest way of each kind."""
    found: dict[tuple[bool, bool], Way] = {}
    for way in ways:
        kind = (way.rest, way.whole)
        if kind not in found or len(way.clicks) < len(found[kind].clicks):
            found[kind] = way
    return list(found.values())
