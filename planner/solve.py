"""Solves a task: first with what is at hand, then with what is cheapest to gather besides."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from time import perf_counter

from ..recipes.ids import ItemId
from . import highs
from .branch import Best, minimise
from .chain import Chain, Chained, Links, links_of
from .closure import Closure
from .crafts import Bound, Craft, bind, read
from .first_times import first_times
from .free_order import FreeOrder
from .goal import Experience, Inventory
from .members import choose
from .order import Orders, deepest_first, pieces
from .program import Builder, Condition, Program, Row
from .scope import Scope, at_hand, with_gathering
from .untangle import untangled
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
    keep: Mapping[ItemId, int] = field(default_factory=dict)
    start: list[int] = field(init=False)
    goals: dict[int, int] = field(init=False)
    wishes: dict[int, int] = field(init=False)
    deadline: float = field(init=False)

    def __post_init__(self) -> None:
        index = self.closure.index
        self.start = [0] * len(self.closure.items)
        for item, count in self.inventory.counts.items():
            spare = count - self.keep.get(item, 0)
            if spare > 0 and item in index:
                self.start[index[item]] = spare
        self.goals = {index[item]: count for item, count in self.wanted.items()}
        wishes = [index[item] for item in self.experience.prefer if item in index]
        self.wishes = {item: place for place, item in enumerate(wishes)}
        self.deadline = perf_counter() + self.budget if self.budget < inf else inf

    def held(self) -> tuple[tuple[int, int], ...]:
        """Return what is at hand of the closure's items."""
        return tuple((item, count) for item, count in enumerate(self.start) if count)

    @property
    def late(self) -> bool:
        """Whether the budget is spent."""
        return perf_counter() > self.deadline


@dataclass(frozen=True, slots=True)
class Solution:
    """Ordered crafts, what is gathered first, how many goals the inventory reaches, and how good it is."""

    crafts: tuple[Bound, ...]
    gathered: Mapping[int, int]
    reach: int
    proved: bool
    gap: int


@dataclass(frozen=True, slots=True)
class Found:
    """Crafts in some order, and what they cost: the price of what is gathered, and how many they are."""

    crafts: list[Bound]
    gathered: Mapping[int, int]
    price: int
    count: int


def _field_of(scope: Scope, task: Task) -> "_Field":
    links = links_of(scope, tuple(task.goals))
    if links is not None:
        return _Field(scope, links)
    plain = [(narrow, links_of(narrow, tuple(task.goals))) for narrow in untangled(scope, task.start, task.goals)]
    return _Field(scope, None, tuple(_Field(narrow, found) for narrow, found in plain if found is not None))


def solve(task: Task, *, gather: bool = True) -> Solution | None:
    """Return the best solution there is, or the best that was found in time; None when there was none.

    Without ``gather`` only what is at hand is looked at.
    """
    return _Solver(task).solve(gather=gather)


@dataclass(frozen=True, slots=True)
class _Field:
    """A scope with its links: they depend on what is held, not on how many of it."""

    scope: Scope
    links: Links | None
    plain: "tuple[_Field, ...]" = ()
    """Where the links are None: the same without cycles."""


class _Solver:
    def __init__(self, task: Task) -> None:
        self.task = task
        self.orders = Orders(task.closure, task.reach, task.start)
        self.total = sum(task.goals.values())
        self.sure = True
        """Whether every refusal of a solution was certain."""

    def solve(self, *, gather: bool) -> Solution | None:
        near = self._field(gather=False)
        if near is not None:
            found, certain = self._chained(near)
            if certain and found is not None:
                return Solution(tuple(found.crafts), {}, self.total, proved=True, gap=0)
            if not certain:
                best = self._least(near.scope, found)
                if best is not None:
                    return best
        return self._with_gathering(near) if gather else None

    def _field(self, *, gather: bool) -> _Field | None:
        """Return what is looked at; kept for every inventory that holds the same items."""
        task, closure = self.task, self.task.closure
        key = (gather, tuple(item for item, count in enumerate(task.start) if count))
        if key not in closure.fields:
            if gather:
                scope = with_gathering(values_of(closure), task.start, task.goals, task.reach)
            else:
                near = at_hand(closure, task.start, task.goals, task.reach)
                if near is None:
                    closure.fields[key] = None
                    return None
                scope = near
            closure.fields[key] = _field_of(scope, task)
        found = closure.fields[key]
        assert found is None or isinstance(found, _Field)
        return found

    def _chained(self, field_: _Field) -> tuple[Found | None, bool]:
        """Return the chain's crafts, if any, and whether nothing else is possible."""
        if field_.links is None:
            plain = [found for found, _ in map(self._chained, field_.plain) if found is not None]
            return min(plain, key=lambda found: (found.price, found.count), default=None), False
        chained = self._chain(field_, self.task.goals)
        if chained.crafts is None:
            return None, chained.certain
        found = self._ordered(field_.scope, chained.crafts, chained.gathered, chained=True)
        return found, chained.certain and found is not None

    def _chain(self, field_: _Field, goals: Mapping[int, int]) -> Chained:
        assert field_.links is not None
        single = values_of(self.task.closure).single if field_.scope.gather else None
        return Chain(field_.scope, field_.links, self.task.start, goals, self.task.wishes, single).run()

    def _ordered(
        self, scope: Scope, crafts: Sequence[Craft], gathered: Mapping[int, int], *, chained: bool = False
    ) -> Found | None:
        closure = self.task.closure
        ordered: list[Bound] | None
        if chained and not any(item in closure.remainders for craft in crafts for fill in craft.fills for item in fill):
            # The chain has no cycles and nothing comes back: makers before users is an order.
            ordered = deepest_first(closure, list(bind(closure, crafts)))
        else:
            ordered = self.orders.order(list(bind(closure, crafts)), gathered)
        if ordered is None:
            return None
        price = sum(scope.gather[item] * count for item, count in gathered.items())
        return Found(ordered, gathered, price, sum(craft.times for craft in crafts))

    def _least(self, scope: Scope, known: Found | None) -> Solution | None:
        """Return the plan of the fewest crafts with what is at hand; None when there is none."""
        program = Builder(scope, self.task.start, self.task.goals).build()
        best = self._minimise(program, program.crafts(), known=known.count if known else None)
        best = self._or_highs(program, program.crafts(), best)
        if best.values is not None:
            known = self._read(program, best.values)
        if known is None:
            return None
        gap = 0 if best.proved else int(best.cost - best.bound)
        return Solution(tuple(known.crafts), {}, self.total, proved=best.proved and self.sure, gap=gap)

    def _with_gathering(self, near: _Field | None) -> Solution | None:
        """Return the plan that gathers the cheapest materials, and of those the one with the fewest crafts."""
        reach = self._reach(near)
        wide = self._field(gather=True)
        assert wide is not None
        found, certain = self._chained(wide)
        if certain and found is not None:
            return Solution(tuple(found.crafts), found.gathered, reach, proved=True, gap=0)
        program = Builder(wide.scope, self.task.start, self.task.goals).build()
        cheapest = self._minimise(program, program.prices(), known=found.price if found else None)
        cheapest = self._or_highs(program, program.prices(), cheapest)
        if cheapest.values is not None:
            found = self._read(program, cheapest.values)
        if found is None:
            return None
        spent: Row = {place: -float(column.price) for place, column in enumerate(program.columns) if column.price}
        extra = [(spent, -float(found.price))]
        shortest = self._minimise(program, program.crafts(), known=found.count, extra=extra)
        shortest = self._or_highs(program, program.crafts(), shortest, extra=extra)
        if shortest.values is not None:
            found = self._read(program, shortest.values)
        proved = cheapest.proved and shortest.proved and self.sure
        gap = 0 if proved else int(shortest.cost - shortest.bound)
        return Solution(tuple(found.crafts), found.gathered, reach, proved, gap)

    def _minimise(
        self,
        program: Program,
        costs: Sequence[float],
        *,
        known: int | None = None,
        extra: Sequence[tuple[Row, float]] = (),
    ) -> Best:
        return minimise(
            program,
            costs,
            lambda values: self._can_be_done(program, values),
            deadline=self.task.deadline,
            extra=extra,
            known=known,
            tilt=program.tilt(self.total),
        )

    def _or_highs(
        self, program: Program, costs: Sequence[float], best: Best, *, extra: Sequence[tuple[Row, float]] = ()
    ) -> Best:
        """Ask HiGHS, where it is installed, when our own search came to no end: for as long again as the budget."""
        if best.proved or self.task.budget <= 0 or not highs.available():
            return best
        values = highs.optimum(program, costs, extra, seconds=self.task.budget)
        if values is None:
            return best
        # Its solution may have no order; its cost is a bound all the same.
        cost = round(sum(price * value for price, value in zip(costs, values, strict=True)))
        if cost < best.cost and self._can_be_done(program, values) is True:
            return Best(values, cost, cost)
        return Best(best.values, best.cost, max(best.bound, cost))

    def _reach(self, near: _Field | None) -> int:
        """Return how many of a single goal's items the inventory makes."""
        (item, count), *others = self.task.goals.items()
        if near is None or others:
            return 0
        reach = self._chained_reach(near, item, count) if near.links else None
        if reach is not None:
            return reach
        program = Builder(near.scope, self.task.start, {item: count}, lack=True).build()
        best = self._minimise(program, program.prices())
        return count - int(best.cost) if best.values is not None else 0

    def _chained_reach(self, near: _Field, item: int, count: int) -> int | None:
        """Return the largest count that the chain can make, or None when it is not certain."""
        low, high = 0, count
        while low < high - 1:
            middle = (low + high) // 2
            chained = self._chain(near, {item: middle})
            if not chained.certain:
                return None
            if chained.crafts is None:
                high = middle
            elif self._ordered(near.scope, chained.crafts, {}) is None:
                return None
            else:
                low = middle
        return low

    def _can_be_done(self, program: Program, values: Sequence[int]) -> bool | list[Condition]:
        crafts, gathered = read(program, values)
        if self._ordered(program.scope, crafts, gathered) is not None:
            return True
        broken = first_times(program, values, self.task.start)
        return broken or self._freely(program.scope, crafts, gathered) is not None

    def _freely(self, scope: Scope, crafts: Sequence[Craft], gathered: Mapping[int, int]) -> list[Bound] | None:
        """Return an order in which the members are chosen on the way."""
        reserved = Counter({item: self.task.start[item] + gathered.get(item, 0) for item in self.task.goals})
        reserved.update(self.task.goals)
        search = FreeOrder(self.orders, scope, crafts, gathered)
        found = search.find(reserved)
        self.sure = self.sure and (found is not None or search.exhausted)
        return found

    def _read(self, program: Program, values: Sequence[int]) -> Found:
        crafts, gathered = read(program, values)
        chosen = self._chosen(program, crafts, gathered)
        found = chosen and self._ordered(program.scope, chosen, gathered)
        found = found or self._ordered(program.scope, crafts, gathered)
        if not found:
            freely = self._freely(program.scope, crafts, gathered)
            assert freely is not None, "only solutions that have an order are accepted"
            price = sum(program.scope.gather[item] * count for item, count in gathered.items())
            found = Found(freely, gathered, price, len(freely))
        return found

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
        return choose(program.scope, crafts, supply, reserved, task.wishes)
