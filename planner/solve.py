"""Solves a task: first with what is at hand, then with what is cheapest to gather besides."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from time import perf_counter

from ..recipes.ids import ItemId
from .branch import Best, minimise
from .closure import Closure
from .crafts import Bound, Craft, bind, read
from .goal import Experience, Inventory
from .members import choose
from .order import Orders, first_times, pieces
from .program import Builder, Condition, Program, Role
from .scope import Scope, at_hand, with_gathering
from .values import values_of


@dataclass(slots=True)
class Task:
    """What is asked: ``wanted`` items of each goal, on top of the inventory."""

    closure: Closure
    wanted: Mapping[ItemId, int]
    inventory: Inventory
    reach: frozenset[str]
    experience: Experience
    budget: float
    start: list[int] = field(init=False)
    goals: dict[int, int] = field(init=False)
    deadline: float = field(init=False)

    def __post_init__(self) -> None:
        counts = self.inventory.counts
        self.start = [max(0, counts.get(item, 0)) for item in self.closure.items]
        self.goals = {self.closure.index[item]: count for item, count in self.wanted.items()}
        self.deadline = perf_counter() + self.budget if self.budget < inf else inf


@dataclass(frozen=True, slots=True)
class Solution:
    """Ordered crafts, what is gathered first, how many goals the inventory reaches, and how good it is."""

    crafts: tuple[Bound, ...]
    gathered: Mapping[int, int]
    reach: int
    proved: bool
    gap: int


def solve(task: Task) -> Solution:
    """Return the best solution there is, or the best that was found in time."""
    scope = at_hand(task.closure, task.start, task.goals, task.reach)
    solver = _Solver(task)
    if scope is not None:
        program = Builder(scope, task.start, task.goals).build()
        best = solver.minimise(program, program.crafts())
        if best is not None:
            return solver.solution(program, best, best.proved, sum(task.goals.values()))
    return solver.with_gathering(scope)


class _Solver:
    def __init__(self, task: Task) -> None:
        self.task = task
        self.orders = Orders(task.closure, task.reach, task.start)

    def minimise(
        self, program: Program, costs: Sequence[float], extra: Sequence[tuple[dict[int, float], float]] = ()
    ) -> Best | None:
        return minimise(
            program,
            costs,
            lambda values: self._can_be_done(program, values),
            deadline=self.task.deadline,
            extra=extra,
            tilt=program.tilt(sum(self.task.goals.values())),
        )

    def with_gathering(self, scope: Scope | None) -> Solution:
        """Return the solution that gathers the cheapest materials, and of those the one with the fewest crafts."""
        task = self.task
        reach = self._reach(scope)
        wider = with_gathering(values_of(task.closure), task.start, task.goals, task.reach)
        program = Builder(wider, task.start, task.goals).build()
        cheapest = self.minimise(program, program.prices())
        if cheapest is None:
            raise TimeoutError("no plan was found within the budget")
        spent = {place: -float(column.price) for place, column in enumerate(program.columns) if column.price}
        shortest = self.minimise(program, program.crafts(), [(spent, -float(cheapest.cost))])
        best = shortest or cheapest
        proved = cheapest.proved and shortest is not None and shortest.proved
        return self.solution(program, best, proved, reach)

    def solution(self, program: Program, best: Best, proved: bool, reach: int) -> Solution:  # noqa: FBT001
        crafts, gathered = read(program, best.values)
        chosen = self._chosen(program, crafts, gathered)
        ordered = chosen and self.orders.order(list(bind(program, chosen)), gathered)
        ordered = ordered or self.orders.order(list(bind(program, crafts)), gathered)
        assert ordered is not None, "only solutions that have an order are accepted"
        return Solution(tuple(ordered), gathered, reach, proved, 0 if proved else best.cost - best.bound)

    def _reach(self, scope: Scope | None) -> int:
        """Return how many of a single goal's items the inventory makes."""
        (item, count), *others = self.task.goals.items()
        if scope is None or others:
            return 0
        program = Builder(scope, self.task.start, {item: count}, lack=True).build()
        best = self.minimise(program, program.prices())
        return count - best.cost if best else 0

    def _can_be_done(self, program: Program, values: Sequence[int]) -> bool | list[Condition]:
        crafts, gathered = read(program, values)
        if self.orders.order(list(bind(program, crafts)), gathered) is not None:
            return True
        return first_times(program, values, self.task.start)

    def _chosen(self, program: Program, crafts: Sequence[Craft], gathered: Mapping[int, int]) -> list[Craft] | None:
        closure, task = self.task.closure, self.task
        supply = Counter({item: count for item, count in enumerate(task.start) if count})
        supply.update(gathered)
        reserved: Counter[int] = Counter({item: task.start[item] + count for item, count in task.goals.items()})
        for craft in crafts:
            way = closure.ways[craft.way]
            supply[way.result] += way.count * craft.times
            if way.station in closure.stations and way.station not in task.reach:
                reserved[closure.stations[way.station]] |= 1
            for fill in craft.fills:
                for item, count in fill.items():
                    if item in closure.remainders:
                        supply[closure.remainders[item]] += count
            if craft.fuel >= 0:
                reserved[craft.fuel] += pieces(craft.times, way.ticks, closure.burn[craft.fuel])
        wishes = [closure.index[item] for item in task.experience.prefer if item in closure.index]
        return choose(program, crafts, supply, reserved, wishes)
