"""What a plan from nothing costs at least: whole things, with each set of stations that it may have made.

What two needs are made of is often quite apart (a dye and a carpet): then both are paid for. Where they share something
only the dearer one counts.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from itertools import chain, combinations
from math import inf
from operator import or_

from .book import Need, Way
from .scope import Scope
from .values import joint

_MOST_STATIONS = 6
Part = tuple[float, int]
"""What a need costs, and what it may be made of, as bits."""


def costs_from_nothing(scope: Scope, goals: Mapping[int, int], price: float, crafts: float) -> tuple[bool, bool]:
    """Return whether every plan that has nothing at the start costs at least this price, and so many crafts."""
    if len(goals) == 1:
        scope = _before(scope, *goals)
    below = _below(scope)
    return (
        _costs(scope, goals, below, scope.gather, 0, price),
        _costs(scope, goals, below, dict.fromkeys(scope.gather, 0), 1, crafts),
    )


def _costs(
    scope: Scope,
    goals: Mapping[int, int],
    below: Mapping[int, int],
    bought: Mapping[int, int],
    craft: int,
    known: float,
) -> bool:
    stations = dict.fromkeys(way.stand for way in scope.needs if way.stand >= 0)
    if len(stations) > _MOST_STATIONS:
        return False
    every = _Least(scope, below, bought, craft, stations)
    for made in chain.from_iterable(combinations(stations, size) for size in range(len(stations) + 1)):
        if joint([(every.first[stand], below[stand]) for stand in made]) < known:
            least = _Least(scope, below, bought, craft, made)
            if least.of(goals, made) < known:
                return False
    return True


def _before(scope: Scope, goal: int) -> Scope:
    """Return what can be done before the goal is made for the first time."""
    if goal in scope.gather:
        return scope
    have = {*scope.gather, *scope.closure.book.rest.values()} - {goal}
    needs: dict[Way, tuple[Need, ...]] = {}
    changed = True
    while changed:
        changed = False
        for way, filled in scope.needs.items():
            if way not in needs and all(any(member in have for member in members) for members, _ in filled):
                needs[way] = filled
                changed = True
                if way.result != goal:
                    have.add(way.result)
    for way, filled in needs.items():
        needs[way] = tuple([(tuple([item for item in members if item in have]), count) for members, count in filled])
    makers = {item: tuple([way for way in ways if way in needs]) for item, ways in scope.makers.items()}
    return Scope(scope.closure, makers, needs, scope.fuels, scope.gather)


def _below(scope: Scope) -> dict[int, int]:
    """Return, as bits, all that each item may be made of, what comes back included."""
    rest = scope.closure.book.rest
    used = {item: _used(scope, ways) for item, ways in reversed(list(scope.makers.items()))}
    stations = [way.stand for way in scope.needs if way.stand >= 0]
    found = dict.fromkeys((*scope.closure.goals, *scope.gather, *used, *stations))
    found.update((member, None) for below in used.values() for member in below)
    bits = {item: 1 << place for place, item in enumerate(found)}
    changed = True
    while changed:
        changed = False
        for item, below in used.items():
            more = reduce(or_, [bits[member] for member in below], bits[item])
            if more != bits[item]:
                bits[item] = more
                changed = True
        for item, left in rest.items():
            if item in bits and left in bits and bits[item] | bits[left] != bits[left]:
                bits[left] |= bits[item]
                changed = True
    return bits


def _used(scope: Scope, ways: Iterable[Way]) -> set[int]:
    used = {member for way in ways for members, _ in scope.needs[way] for member in members}
    return used.union(scope.fuels) if any(way.ticks for way in ways) else used


class _Least:
    """Least costs of a first piece of each item with some stations, their own cost aside."""

    def __init__(
        self,
        scope: Scope,
        below: Mapping[int, int],
        bought: Mapping[int, int],
        craft: int,
        stations: Collection[int],
    ) -> None:
        self.scope = scope
        self.below = below
        self.bought = bought
        self.craft = craft
        self.rest = scope.closure.book.rest
        back = self.rest.values()
        self.first = {item: 0.0 if item in back else float(bought.get(item, inf)) for item in below}
        self.makers = {
            item: [way for way in ways if way.stand < 0 or way.stand in stations]
            for item, ways in reversed(list(scope.makers.items()))
        }
        # From above: what only comes of itself is never come by.
        changed = True
        while changed:
            changed = False
            for item in self.makers:
                found = self._made(item)
                if found < self.first[item]:
                    self.first[item] = found
                    changed = True

    def of(self, goals: Mapping[int, int], stations: Iterable[int]) -> float:
        """Return what goals and stations cost at least together. A goal is made, even where it could be gathered."""
        parts = [(max(self._made(item), self._many(item, count)), self.below[item]) for item, count in goals.items()]
        parts += [(self.first[stand], self.below[stand]) for stand in stations if stand not in goals]
        return joint(parts)

    def _made(self, item: int) -> float:
        return min([self.craft + joint(self._parts(way)) for way in self.makers.get(item, ())], default=inf)

    def _parts(self, way: Way) -> list[Part]:
        parts = [self._need(members, count) for members, count in self.scope.needs[way]]
        if way.ticks and self.scope.fuels:
            parts.append(self._need(self.scope.fuels, 1))
        return parts

    def _need(self, members: Sequence[int], count: int) -> Part:
        if len(members) == 1:
            (item,) = members
            return max(self.first[item], self._many(item, count)), self.below[item]
        cost = min([max(self.first[item], self._many(item, count)) for item in members])
        return cost, reduce(or_, [self.below[item] for item in members])

    def _many(self, item: int, count: int) -> float:
        """Return what so many cost at least by their number."""
        if count == 1 or not self.first[item] or self.rest.get(item) == item:
            return 0.0
        if not self.craft:
            return count * self.scope.closure.book.values.worth[item]
        ways = self.makers.get(item, ())
        if item in self.bought or not ways:
            return 0.0
        return self.first[item] - 1 - (-count // max([way.count for way in ways]))
