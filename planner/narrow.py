"""Leaves out of a scope what no plan of so few crafts can use."""

from collections.abc import Mapping

from .book import Need, Way
from .floor import Floor
from .scope import Scope


def narrowed(floor: Floor, slack: float) -> Scope | None:
    """Return the scope of the plans that take at most ``slack`` crafts beyond the floor; None when nothing goes.

    A way that is neither forced nor counted in a choice costs a craft more, and others for what it uses.
    """
    scope, start = floor.scope, floor.start
    counted = set(floor.times)
    for choice in floor.choices:
        if choice.crafts:
            counted.update(choice.ways)
    near = dict.fromkeys(start, 0.0)
    near.update(dict.fromkeys(scope.gather, 0.0))
    near.update((way.result, 0.0) for way in counted)
    near.update(dict.fromkeys(floor.field.back, 0.0))
    kept = set(counted)
    left = [way for way in scope.needs if way not in counted]
    cost = 0.0
    while left and cost + 1 <= slack:
        able = [way for way in left if _within(scope, way, near, cost)]
        if not able:
            break
        left = [way for way in left if way not in able] if len(able) < len(left) else []
        kept.update(able)
        cost += 1
        for way in able:
            near.setdefault(way.result, cost)
    if len(kept) == len(scope.needs):
        return None
    return _without(scope, kept, start, floor)


def _within(scope: Scope, way: Way, near: Mapping[int, float], cost: float) -> bool:
    return all(any(near.get(member, cost + 1) <= cost for member in members) for members, _ in scope.needs[way])


def _without(scope: Scope, kept: set[Way], start: Mapping[int, int], floor: Floor) -> Scope:
    """Return the scope with some ways alone, and of them those that lead to the goals."""
    needs = _usable(scope, kept, {*start, *scope.gather, *floor.field.back})
    makers: dict[int, tuple[Way, ...]] = {}
    queue = list(scope.closure.goals)
    seen = set(queue)
    for item in queue:
        makers[item] = ways = tuple([way for way in scope.makers.get(item, ()) if way in needs])
        wanted = [member for way in ways for members, _ in needs[way] for member in members]
        wanted += [way.stand for way in ways if way.stand >= 0]
        if any(way.ticks for way in ways):
            wanted += scope.fuels
        fresh = [member for member in dict.fromkeys(wanted) if member not in seen]
        seen.update(fresh)
        queue += fresh
    found = {way: needs[way] for ways in makers.values() for way in ways}
    gather = {item: price for item, price in scope.gather.items() if item in seen}
    return Scope(scope.closure, {item: ways for item, ways in makers.items() if ways}, found, scope.fuels, gather)


def _usable(scope: Scope, kept: set[Way], there: set[int]) -> dict[Way, tuple[Need, ...]]:
    """Return the needs of those of the ways for which something is left to fill each of them."""
    while True:
        had = there.union(way.result for way in kept)
        needs: dict[Way, tuple[Need, ...]] = {}
        for way, filled in scope.needs.items():
            if way in kept:
                left = tuple([(tuple([item for item in members if item in had]), count) for members, count in filled])
                if all(members for members, _ in left):
                    needs[way] = left
        if len(needs) == len(kept):
            return needs
        kept = set(needs)
