"""A scope without cycles: fewer ways, but the chain can run through it and find some plan quickly.

Items get a rank in the order in which they can be come by; a way stays if everything it needs ranks below its result.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from .result import Station
from .scope import Scope


def untangled(scope: Scope, start: Sequence[int], goals: Collection[int]) -> Iterator[Scope]:
    """Yield scopes without cycles: one that makes what it can, one that takes held items as they are."""
    sources = {item for item in range(len(start)) if start[item] and item not in goals}
    bought = set(scope.gather) - set(goals)
    makers = {scope.closure.ways[place].result for place in scope.ways}
    yield _below(scope, _ranks(scope, sources | bought, bought | (sources - makers)))
    yield _below(scope, _ranks(scope, sources | bought, sources | bought))


def _ranks(scope: Scope, have: set[int], first: set[int]) -> dict[int, int]:
    """Return each item's rank; ``have`` is there from the beginning, ``first`` ranks lowest."""
    closure = scope.closure
    ranks = dict.fromkeys(first, 0)
    known = set(have)
    level = 0
    while True:
        level += 1
        made = {
            closure.ways[place].result
            for place in scope.ways
            if closure.ways[place].result not in ranks and _open(scope, place, known)
        }
        if not made:
            return ranks
        ranks.update(dict.fromkeys(made, level))
        known |= made


def _open(scope: Scope, place: int, known: set[int]) -> bool:
    way = scope.closure.ways[place]
    near = way.station is Station.INVENTORY or way.station in scope.reach
    if not near and scope.closure.stations[way.station] not in known:
        return False
    if way.ticks and not any(fuel in known for fuel in scope.fuels):
        return False
    return all(any(member in known for member in scope.members[place, need]) for need in range(len(way.needs)))


def _below(scope: Scope, ranks: dict[int, int]) -> Scope:
    closure, highest = scope.closure, len(scope.closure.items)
    ways = []
    members = {}
    for place in scope.ways:
        way = closure.ways[place]
        rank = ranks.get(way.result, highest)
        lower = [
            tuple(item for item in scope.members[place, need] if ranks.get(item, highest) < rank)
            for need in range(len(way.needs))
        ]
        station = closure.stations.get(way.station)
        apart = station is None or way.station in scope.reach or ranks.get(station, highest) < rank
        if all(lower) and apart:
            ways.append(place)
            members.update({(place, need): found for need, found in enumerate(lower)})
    return replace(scope, ways=tuple(ways), members=members)
