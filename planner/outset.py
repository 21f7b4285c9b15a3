"""What a plan from nothing costs at least: whole things, their stations included.

What two needs are made of is often quite apart (a dye and a carpet, a block and the stonecutter): then both are paid
for. Where they share something only the dearer one counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from .book import Need, Way
from .scope import Scope
from .values import joint


def least_from_nothing(scope: Scope, goals: Mapping[int, int]) -> tuple[float, float]:
    """Return a price and a number of crafts below which no plan comes that has nothing at the start."""
    if len(goals) == 1:
        scope = _before(scope, *goals)
    below = _below(scope)
    price = _Least(scope, below, scope.gather, scope.closure.book.values.worth, 0.0)
    crafts = _Least(scope, below, dict.fromkeys(scope.gather, 0), {}, 1.0)
    found = []
    for least in (price, crafts):
        least.settle()
        # What is gathered is no goal: that has to be made.
        costs = [(max(least.made(item), least.many(item, count)), below[item]) for item, count in goals.items()]
        found.append(joint(costs))
    return found[0], found[1]


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
    """Return, as bits, all that each item may be made of, at and with: what comes back included."""
    rest = scope.closure.book.rest
    used = {item: _used(scope, ways) for item, ways in scope.makers.items()}
    every = dict.fromkeys(
        (*scope.closure.goals, *scope.gather, *used, *(member for found in used.values() for member in found))
    )
    items = {item: 1 << place for place, item in enumerate(every)}
    changed = True
    while changed:
        changed = False
        for item in scope.makers:
            bits = items[item]
            for member in used[item]:
                bits |= items[member]
            if bits != items[item]:
                items[item] = bits
                changed = True
        for item, left in rest.items():
            if item in items and left in items and items[item] | items[left] != items[left]:
                items[left] |= items[item]
                changed = True
    return items


def _used(scope: Scope, ways: Iterable[Way]) -> set[int]:
    """Return what ways use: ingredients, stations, fuel."""
    used = {member for way in ways for members, _ in scope.needs[way] for member in members}
    used.update(way.stand for way in ways if way.stand >= 0)
    return used.union(scope.fuels) if any(way.ticks for way in ways) else used


class _Least:
    """Least costs of a first piece of each item."""

    def __init__(
        self,
        scope: Scope,
        below: Mapping[int, int],
        bought: Mapping[int, int],
        worth: Mapping[int, float],
        craft: float,
    ) -> None:
        self.scope = scope
        self.below = below
        self.bought = bought
        self.worth = worth
        self.craft = craft
        self.back = scope.closure.book.rest.values()
        self.first = dict.fromkeys(below, inf)

    def settle(self) -> None:
        """Find the figures: from above, so that what only comes of itself is never come by."""
        changed = True
        while changed:
            changed = False
            for item in self.below:
                found = min(self.bought.get(item, inf), self.made(item))
                if found < self.first[item]:
                    self.first[item] = found
                    changed = True

    def made(self, item: int) -> float:
        """Return what a first one costs at least that is made, not gathered."""
        if item in self.back:
            return 0.0
        found = inf
        for way in self.scope.makers.get(item, ()):
            parts = [(self.need(members, count), self._bits(members)) for members, count in self.scope.needs[way]]
            if way.stand >= 0:
                parts.append((self.first[way.stand], self.below[way.stand]))
            if way.ticks and self.scope.fuels:
                parts.append((self.need(self.scope.fuels, 1), self._bits(self.scope.fuels)))
            found = min(found, self.craft + joint(parts))
        return found

    def need(self, members: Sequence[int], count: int) -> float:
        """Return what so many of any of these cost at least."""
        return min([max(self.first[item], self.many(item, count)) for item in members])

    def many(self, item: int, count: int) -> float:
        """Return what so many cost at least by their number."""
        rest = self.scope.closure.book.rest
        if item in self.back:
            return 0.0
        if not self.craft:
            return 0.0 if rest.get(item) == item else count * self.worth[item]
        ways = self.scope.makers.get(item, ())
        if item in self.bought or not ways or rest.get(item) == item:
            return 0.0
        return self.first[item] - 1 + -(-count // max(way.count for way in ways))

    def _bits(self, members: Iterable[int]) -> int:
        bits = 0
        for member in members:
            bits |= self.below[member]
        return bits
