"""From a solution's numbers to crafts: which way, how often, and which members fill it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .closure import Closure
from .program import Program, Role


@dataclass(slots=True)
class Craft:
    """A way, how often, how many of which member fill each need, and what it burns (an item of -1: nothing)."""

    way: int
    times: int
    fills: tuple[Counter[int], ...]
    fuel: int = -1


@dataclass(frozen=True, slots=True)
class Bound:
    """One craft with an item for each cell, ``times`` times."""

    way: int
    times: int
    cells: tuple[int, ...]
    fuel: int


def read(program: Program, values: Sequence[int]) -> tuple[list[Craft], dict[int, int]]:
    """Return the crafts that a solution's columns mean, and what has to be gathered first."""
    scope = program.scope
    taken: dict[int, Craft] = {}
    gathered: dict[int, int] = {}
    for place, column in enumerate(program.columns):
        value = values[place]
        if not value:
            continue
        if column.role is Role.TAKE:
            fills: list[Counter[int]] = []
            for need, (_, count) in enumerate(scope.closure.ways[column.subject].needs):
                members = scope.members[column.subject, need]
                fills.append(Counter({members[0]: count * value}) if len(members) == 1 else Counter())
            taken[place] = Craft(column.subject, value, tuple(fills))
        elif column.role is Role.FILL and column.of in taken:
            taken[column.of].fills[column.need][column.subject] += value
        elif column.role is Role.BURN and column.of in taken:
            taken[column.of].fuel = column.subject
        elif column.role is Role.GATHER:
            gathered[column.subject] = value
    return list(taken.values()), gathered


def bind(closure: Closure, crafts: Sequence[Craft]) -> Iterator[Bound]:
    """Yield the crafts cell by cell, with as few different bindings as the fills allow.

    Each cell takes its items one member after the other, so that bindings only change where a member runs out.
    """
    for craft in crafts:
        way = closure.ways[craft.way]
        queues = [_runs(fill) for fill in craft.fills]
        lanes = [_lane(queues[need], craft.times) for need in way.cells]
        done = 0
        while done < craft.times:
            times = min(lane[0][1] for lane in lanes)
            yield Bound(craft.way, times, tuple(lane[0][0] for lane in lanes), craft.fuel)
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
