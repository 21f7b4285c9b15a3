"""What can be gathered, at what price, and what each item is worth from nothing: facts of a book, found once.

* *possible*: some way does not need what no item satisfies (an empty tag), all the way down.
* *prices*: of items that no way makes, of items that people gather anyway, and of items that only make each other
  (nugget, ingot, block): such a cycle has to be entered somewhere.
* *worth*: the least price of one item as a share of a craft: no plan makes it from nothing for less.
* *first*: the least price of coming to an item at all: whole crafts all the way down, or one bought.
* *runs*: one craft of an item's cheapest way and all crafts below it, stations aside: one more never costs more.
* *must*: stations that are made on every way to the item from nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import inf
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple

from ..recipes.ids import ItemId
from .costs import AVOIDED, cycle_price, gathered, price
from .goal import Experience
from .groups import groups
from .result import Station

if TYPE_CHECKING:
    from .book import Book, Way

_TINY = 1e-9
_NO_WISHES = Experience()
_DEEPEST = 6
"""Items in a cycle that differ only deeper down than this are taken to be made alike."""
Single = tuple[float, float]
_NONE: Single = (inf, inf)
_ALL = (1 << len(Station)) - 1
_BIT = {station: 1 << place for place, station in enumerate(Station)}


class Run(NamedTuple):
    """What one craft and those below it cost, how many crafts they are, what is made, and the stations they need."""

    price: float
    crafts: float
    made: int
    stations: int


def joint(parts: Iterable[tuple[float, int]]) -> float:
    """Return what parts cost together, each with the bits of what it is made of: those that share nothing add up."""
    apart: list[tuple[float, int]] = []
    for part in parts:
        cost, bits = part
        left = []
        for one in apart:
            if one[1] & bits:
                cost, bits = max(cost, one[0]), bits | one[1]
            else:
                left.append(one)
        apart = [*left, (cost, bits)]
    return sum([cost for cost, _ in apart])


class Values:
    """The facts by item number. ``settle`` finds those of a group of items that lead to one another."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.possible: dict[int, bool] = {}
        self.prices: dict[int, int | None] = {}
        self.worth: dict[int, float] = {}
        self.first: dict[int, float] = {}
        self.below: dict[int, int] = {}
        """What each item may be made of, as bits, itself and what comes back included."""
        self.shapes: dict[int, int] = {}
        self.must: dict[int, int] = {}
        self.runs: dict[int, Run] = {}
        """The cheapest run of each item that needs no station."""
        self.free_runs: dict[int, Run] = {}
        """The same with any stations, whose own price is left out."""
        self._keys: dict[object, int] = {}

    def settle(self, group: Sequence[int]) -> None:
        """Find out about items that lead to one another; what else they are made of is known."""
        makers = self.book.makers
        ways = [way for item in group for way in makers[item]]
        self._settle_possible(group, ways)
        self._settle_below(group, ways)
        self._settle_prices(group)
        ways = [way for way in ways if way.usable]
        self._settle_worth(group, ways)
        for way in ways:
            way.least = sum(count * self.share(members) for members, count in way.needs)
        for runs, free in ((self.runs, False), (self.free_runs, True)):
            self._settle_runs(ways, runs, free=free)
        for way in ways:
            way.most = sum(min(self.many(member, count)[0] for member in members) for members, count in way.needs)
        self._settle_first(group)
        self._settle_must(group)
        self._settle_shapes(group)

    def share(self, members: Iterable[int]) -> float:
        """Return the least worth of any member: nothing where one leaves something that may be used again."""
        worth, rest = self.worth, self.book.rest
        return min(0.0 if member in rest else worth[member] for member in members)

    def many(self, item: int, count: int, near: int = 0) -> Single:
        """Return the price and crafts of making ``count`` at once, with nothing but the stations in ``near``."""
        cost = self.prices[item]
        best = _NONE if cost is None else (float(count * cost), 0.0)
        run = self.run(item, near)
        if run is not None:
            times = -(-count // run.made)
            best = min(best, (times * run.price, times * run.crafts))
        return best

    def run(self, item: int, near: int = 0) -> Run | None:
        """Return the item's cheapest run with the stations in ``near`` alone; None where there is none."""
        run = self.free_runs.get(item)
        return run if run is not None and not run.stations & ~near else self.runs.get(item)

    def stations(self, items: Iterable[int]) -> int:
        """Return, as ``must`` has them, the stations that the items are."""
        names = self.book.names.names
        words = {names[item].removeprefix("minecraft:") for item in items}
        return sum(bit for station, bit in _BIT.items() if station in words)

    def _settle_possible(self, group: Sequence[int], ways: Sequence[Way]) -> None:
        possible, makers = self.possible, self.book.makers
        possible.update(dict.fromkeys(group, True))
        changed = True
        while changed:
            changed = False
            for way in ways:
                if way.usable and not all(any(possible[item] for item in members) for members, _ in way.needs):
                    way.usable = False
                    changed = True
            for item in group:
                if possible[item] and makers[item] and not any(way.usable for way in makers[item]):
                    possible[item] = False
                    changed = True

    def _settle_below(self, group: Sequence[int], ways: Sequence[Way]) -> None:
        rest, below = self.book.rest, self.below
        bits = 0
        for item in {*group, *(member for way in ways for members, _ in way.needs for member in members)}:
            bits |= below.get(item, 0) | 1 << item
            if item in rest:
                bits |= 1 << rest[item]
        below.update(dict.fromkeys(group, bits))

    def _settle_prices(self, group: Sequence[int]) -> None:
        names, makers, prices = self.book.names.names, self.book.makers, self.prices
        for item in group:
            prices[item] = gathered(names[item]) if makers[item] else self._found(names[item])
            if not self.possible[item]:
                prices[item] = None
        if len(group) > 1 or prices[group[0]] is None:
            self._enter_cycles(group)

    def _found(self, name: ItemId) -> int:
        """Return the price of what nothing makes; dear where something would, if it were not avoided."""
        avoided = gathered(name) is None and any(
            recipe.result == name and recipe.kind in self.book.kinds
            for recipe in self.book.catalog.producers.get(name, ())
        )
        return AVOIDED if avoided and self.book.experience != _NO_WISHES else price(name)

    def _settle_worth(self, group: Sequence[int], ways: Sequence[Way]) -> None:
        worth, prices = self.worth, self.prices
        for item in group:
            cost = prices[item]
            worth[item] = inf if cost is None else float(cost)
        changed = True
        while changed:
            changed = False
            for way in ways:
                share = sum(count * self.share(members) for members, count in way.needs) / way.count
                if share < worth[way.result] - _TINY:
                    worth[way.result] = share
                    changed = len(group) > 1

    def _settle_runs(self, ways: Sequence[Way], runs: dict[int, Run], *, free: bool) -> None:
        changed = True
        while changed:
            changed = False
            for way in ways:
                stand = _BIT[way.station] if way.stand >= 0 else 0
                if way.ticks or (stand and not free):
                    continue
                found = self._run_of(way, runs, stand)
                known = runs.get(way.result)
                if found is not None and (known is None or found < known):
                    runs[way.result] = found
                    changed = True

    def _run_of(self, way: Way, runs: dict[int, Run], stand: int) -> Run | None:
        total, crafts = 0.0, 1.0
        for members, count in way.needs:
            best: tuple[float, float, int] = (inf, inf, 0)
            for member in members:
                cost = self.prices[member]
                if cost is not None:
                    best = min(best, (float(count * cost), 0.0, 0))
                run = runs.get(member)
                if run is not None:
                    times = -(-count // run.made)
                    best = min(best, (times * run.price, times * run.crafts, run.stations))
            if best[0] == inf:
                return None
            total += best[0]
            crafts += best[1]
            stand |= best[2]
        return Run(total, crafts, way.count, stand)

    def _settle_first(self, group: Sequence[int]) -> None:
        first, makers, prices = self.first, self.book.makers, self.prices
        first.update(dict.fromkeys(group, inf))
        # From above: what only comes of itself is never come by.
        changed = True
        while changed:
            changed = False
            for item in group:
                cost = prices[item]
                found = min([self._whole(way) for way in makers[item] if way.usable], default=inf)
                found = found if cost is None else min(found, float(cost))
                if found < first[item]:
                    first[item] = found
                    changed = len(group) > 1

    def _whole(self, way: Way) -> float:
        """Return what the first craft of a way costs at least: its shares, or whole crafts for what is made apart."""
        first, worth, rest = self.first, self.worth, self.book.rest
        parts = []
        for members, count in way.needs:
            if not any(item in rest for item in members):
                cost = max(min([first[item] for item in members]), count * min([worth[item] for item in members]))
                parts.append((cost, reduce(or_, [self.below[item] for item in members])))
        return max(way.least, joint(parts))

    def _settle_must(self, group: Sequence[int]) -> None:
        must, makers, rest = self.must, self.book.makers, self.book.rest
        must.update(dict.fromkeys(group, _ALL))
        changed = True
        while changed:
            changed = False
            for item in group:
                found = _ALL if self.prices[item] is None and self.possible[item] else 0
                for way in makers[item] if found else ():
                    if way.usable:
                        stations = self._stand(way)
                        for members, _ in way.needs:
                            both = _ALL
                            for member in members:
                                both &= 0 if member in rest else must[member]
                            stations |= both
                        found &= stations
                if found != must[item]:
                    must[item] = found
                    changed = True

    def _stand(self, way: Way) -> int:
        """Return the way's station, and those that it is made of: a blast furnace is made of a furnace."""
        if way.stand < 0:
            return 0
        parts = [
            self.stations(members[0] for members, _ in maker.needs if len(members) == 1)
            for maker in self.book.makers.get(way.stand, ())
        ]
        return _BIT[way.station] | (reduce(and_, parts) if parts else 0)

    def _settle_shapes(self, group: Sequence[int]) -> None:
        """Number the items, equally where they are made in the same way from things of the same price."""
        makers, shapes, rest = self.book.makers, self.shapes, self.book.rest
        for item in group:
            shapes[item] = self._key((self.prices[item], not makers[item], rest.get(item)))
        for _ in range(_DEEPEST if len(group) > 1 else 1):
            finer = {item: self._key(self._shape(item)) for item in group if makers[item]}
            shapes.update(finer)

    def _shape(self, item: int) -> object:
        shapes = self.shapes
        ways = []
        for way in self.book.makers[item]:
            if way.usable:
                needs = tuple(
                    (count, tuple(sorted({shapes[member] for member in members}))) for members, count in way.needs
                )
                ways.append((way.stand, way.count, way.ticks, needs))
        return shapes[item], tuple(sorted(ways))

    def _key(self, key: object) -> int:
        return self._keys.setdefault(key, len(self._keys))

    def _enter_cycles(self, group: Sequence[int]) -> None:
        """Price the items of every cycle that nothing from outside leads into, until everything has a source."""
        while True:
            known = self._grounded(group)
            rest = [item for item in group if self.possible[item] and not known[item]]
            if not rest:
                return
            edges = {item: self._leads(item, known) for item in rest}
            found = groups(rest, edges)
            place = {item: number for number, members in enumerate(found) for item in members}
            for number, members in enumerate(found):
                if all(place[to] == number for node in members for to in edges[node]):
                    for item, packed in self._packed(members).items():
                        self.prices[item] = cycle_price(self.book.names.names[item], packed)

    def _leads(self, item: int, known: dict[int, bool]) -> list[int]:
        needed: dict[int, None] = {}
        for way in self.book.makers[item]:
            for members, _ in way.needs if way.usable else ():
                if not self._from_outside(members, known):
                    needed.update(dict.fromkeys(member for member in members if self.possible[member]))
        return list(needed)

    def _from_outside(self, members: Iterable[int], known: dict[int, bool]) -> bool:
        return any(known.get(member, self.possible[member]) for member in members)

    def _grounded(self, group: Sequence[int]) -> dict[int, bool]:
        """Return of which items of the group one comes to some, from what has a price."""
        known = {item: self.prices[item] is not None for item in group}
        changed = True
        while changed:
            changed = False
            for item in group:
                if not known[item] and any(
                    way.usable and all(self._from_outside(members, known) for members, _ in way.needs)
                    for way in self.book.makers[item]
                ):
                    known[item] = changed = True
        return known

    def _packed(self, cycle: Sequence[int]) -> dict[int, int]:
        """Return how many units of the smallest form each item of a cycle holds."""
        names = self.book.names.names
        packed = dict.fromkeys(cycle, 1)
        for _ in cycle:
            for item in cycle:
                for way in self.book.makers[item]:
                    (members, count), *others = way.needs
                    simple = way.usable and not others and count > 1 and way.count == 1 and len(members) == 1
                    if simple and members[0] in packed:
                        nugget = names[members[0]].endswith("_nugget")
                        packed[item] = 1 if nugget else min(count * packed[members[0]], 6561)
        return packed
