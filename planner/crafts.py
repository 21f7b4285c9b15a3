"""From a solution's numbers to crafts: which way, how often, and which members fill it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .book import Way


@dataclass(slots=True)
class Craft:
    """A way, how often, how many of which member fill each need, and what it burns (an item of -1: nothing)."""

    way: Way
    times: int
    fills: tuple[Mapping[int, int], ...]
    fuel: int = -1


@dataclass(frozen=True, slots=True)
class Bound:
    """One craft with an item for each cell, ``times`` times."""

    way: Way
    times: int
    cells: tuple[int, ...]
    fuel: int


def bind(crafts: Sequence[Craft]) -> Iterator[Bound]:
    """Yield the crafts cell by cell, with as few different bindings as the fills allow.

    Each cell takes its items one member after the other, so that bindings only change where a member runs out.
    """
    for craft in crafts:
        cells = craft.way.cells
        if all(len(fill) == 1 for fill in craft.fills):
            items = [item for fill in craft.fills for item in fill]
            yield Bound(craft.way, craft.times, tuple([items[need] for need in cells]), craft.fuel)
            continue
        queues = [_runs(fill) for fill in craft.fills]
        lanes = [_lane(queues[need], craft.times) for need in cells]
        done = 0
        while done < craft.times:
            times = min(lane[0][1] for lane in lanes)
            yield Bound(craft.way, times, tuple([lane[0][0] for lane in lanes]), craft.fuel)
            done += times
            for lane in lanes:
                lane[0][1] -= times
                if not lane[0][1]:
                    del lane[0]


def _runs(fill: Mapping[int, int]) -> list[list[int]]:
    """Return ``[member, count]`` runs, the most frequent member first."""
    return [[member, count] for member, count in sorted(fill.items(), key=lambda run: (-run[1], run[0])) if count]


def _lane(queue: list[list[int]], times: int) -> list[list[int]]:
    """Take the next ``times`` items of a need's queue for one cell."""
    lane: list[list[int]] = []
    while times:
        taken = min(times, queue[0][1])
        lane.append([queue[0][0], taken])
        queue[0][1] -= taken
        times -= taken
        if not queue[0][1]:
            del queue[0]
    return lane
