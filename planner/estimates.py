"""About what things cost, for whoever has to choose without knowing everything yet."""

from collections.abc import Mapping
from math import inf

from .scope import Scope

Run = tuple[float, float, int, frozenset[int]]
"""One craft and those below it: price, crafts, items made, and the stations that takes."""
NO_STATION: frozenset[int] = frozenset()
NEVER = (inf, inf, NO_STATION)
_TINY = 1e-9


def runs(scope: Scope) -> dict[int, Run]:
    """Return about what one craft of each item costs from nothing: price, crafts, items made, stations."""
    runs: dict[int, Run] = {}
    changed = True
    while changed:
        changed = False
        for way, filled in scope.needs.items():
            price, crafts, stations = 0.0, 1.0, frozenset({way.stand} - {-1})
            for members, count in filled:
                best = NEVER
                for member in members:
                    cost = scope.gather.get(member)
                    if cost is not None and (count * cost, 0.0) < best[:2]:
                        best = float(count * cost), 0.0, NO_STATION
                    run = runs.get(member)
                    if run is not None:
                        times = -(-count // run[2])
                        if (times * run[0], times * run[1]) < best[:2]:
                            best = times * run[0], times * run[1], run[3]
                price, crafts, stations = price + best[0], crafts + best[1], stations | best[2]
            known = runs.get(way.result)
            better = price < inf and (
                known is None or (price / way.count, crafts / way.count) < (known[0] / known[2], known[1] / known[2])
            )
            if better:
                runs[way.result] = price, crafts, way.count, stations
                changed = True
    return runs


def distances(scope: Scope, held: Mapping[int, int]) -> dict[int, float]:
    """Return about how many crafts one of each item takes, from what is there at the start."""
    found = {item: 0.0 for item, count in held.items() if count}
    changed = True
    while changed:
        changed = False
        for item, ways in scope.makers.items():
            best = found.get(item, inf)
            if not best:
                continue
            for way in ways:
                crafts = 1.0
                for members, count in scope.needs[way]:
                    crafts += count * min([found.get(member, inf) for member in members])
                crafts /= way.count
                if crafts < best - _TINY:
                    best = found[item] = crafts
                    changed = True
    return found
