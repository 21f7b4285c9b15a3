"""Solves a task: first with what is at hand, then with what is cheapest to gather besides."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import ceil, gcd, inf

from . import highs
from .branch import Best, minimise
from .crafts import Bound, Craft, bind
from .field import Field, field_of
from .first_times import first_times
from .floor import Floor
from .free_order import FreeOrder
from .members import choose
from .narrow import narrowed
from .order import Orders, deepest_first, pieces
from .outset import costs_from_nothing
from .plain import plain
from .program import Builder, Condition, Program, Row, read
from .scope import Scope, at_hand, with_gathering
from .smith import Smith, merged
from .task import Found, Solution, Task
from .worth import least_price

Refused = Callable[[Sequence[Bound], Mapping[int, int]], bool]
_MOST_FIELDS = 256
_SLACKS = (2, 8, inf)
"""By how many crafts more than the floor plans are looked for while none is known."""


class Solver:
    """The search for one task's best solution. ``refused`` says of crafts in order whether someone else refuses them.

    What is refused is cut off, and the search goes on: then a better one may exist, and ``sure`` is false.
    """

    def __init__(self, task: Task, refused: Refused | None = None) -> None:
        self.task = task
        self.refused = refused
        self.orders = Orders(task.closure, task.start)
        self.total = sum(task.goals.values())
        self.sure = True
        """Whether every refusal of a solution was certain."""

    def solve(self, *, gather: bool = True) -> Solution | None:
        """Return the best solution there is, or the best that was found in time; None when there was none.

        Without ``gather`` only what is at hand is looked at.
        """
        near = self._field(gather=False) if self.task.start else None
        if near is not None:
            found = self._at_hand(near)
            if found is not None:
                return found
        return self._with_gathering(near) if gather else None

    def _field(self, *, gather: bool) -> Field | None:
        """Return what is looked at; kept for every inventory that holds the same items."""
        task, fields = self.task, self.task.closure.fields
        key = gather, frozenset(task.start)
        if key not in fields:
            if len(fields) >= _MOST_FIELDS:
                fields.clear()
            scope = with_gathering(task.closure, task.start) if gather else at_hand(task.closure, task.start)
            fields[key] = None if scope is None else field_of(scope)
        return fields[key]

    def _at_hand(self, field: Field) -> Solution | None:
        """Return the plan of the fewest crafts with what is at hand; None when there is none."""
        floor = Floor(field, self.task.start, self.task.goals)
        if not floor.possible:
            return None
        found, certain = self._by_hand(floor)
        proved, bound = certain, floor.crafts
        if not certain:
            found, bound = self._fewest(floor, found)
            proved = found is not None and bound >= found.count and self.sure
        if found is None:
            return None
        gap = 0 if proved else int(found.count - bound)
        return Solution(tuple(found.crafts), {}, self.total, proved, gap)

    def _by_hand(self, floor: Floor) -> tuple[Found | None, bool]:
        """Return a plan made without search, and whether none is better."""
        crafts = plain(floor, self.task.wishes)
        if crafts is not None:
            found = self._ordered(floor.scope, crafts, floor.bought, straight=floor.field.straight)
            if found is not None:
                return found, True
        smith = Smith(floor, self.task.wishes)
        if not smith.run():
            return None, False
        straight = floor.field.straight and not floor.doubt
        found = self._ordered(floor.scope, merged(smith.crafts), smith.gathered, straight=straight)
        found = found or self._ordered(floor.scope, smith.crafts, smith.gathered)
        return found, found is not None and not floor.scope.gather and found.count <= floor.crafts

    def _ordered(
        self, scope: Scope, crafts: Sequence[Craft], gathered: Mapping[int, int], *, straight: bool = False
    ) -> Found | None:
        rest, stations = scope.closure.book.rest, scope.closure.stations
        bound = list(bind(crafts))
        ordered: list[Bound] | None
        if straight and not any(
            item in rest or item in stations for craft in bound for item in (*craft.cells, craft.fuel)
        ):
            # Nothing waits for itself, nothing comes back and no station is used up: makers before users is an order.
            ordered = deepest_first(bound)
        else:
            ordered = self.orders.order(bound, gathered)
        if ordered is None or self._is_refused(ordered, gathered):
            return None
        price = sum([scope.gather[item] * count for item, count in gathered.items()])
        return Found(ordered, gathered, price, sum([craft.times for craft in crafts]))

    def _is_refused(self, crafts: Sequence[Bound], gathered: Mapping[int, int]) -> bool:
        refused = self.refused is not None and self.refused(crafts, gathered)
        self.sure = self.sure and not refused
        return refused

    def _fewest(self, floor: Floor, known: Found | None) -> tuple[Found | None, float]:
        """Return the plan of the fewest crafts with what is at hand, and how few any plan has at least."""
        least = floor.crafts
        for slack in (inf,) if known is not None else _SLACKS:
            limit = known.count - 1 if known is not None else least + slack
            narrow = self._narrow(floor, limit)
            if narrow is None:
                # No plan has so few.
                if limit < inf:
                    least = max(least, limit + 1)
                    continue
                return None, inf
            if narrow.crafts > limit:
                least = max(least, narrow.crafts if known is None else known.count)
                if known is not None:
                    return known, known.count
                continue
            program = Builder(narrow.scope, self.task.start, self.task.goals).build()
            cutoff = int(limit) + 1 if limit < inf else None
            best = self._minimise(program, program.crafts(), known=cutoff)
            best = self._or_highs(program, program.crafts(), best)
            if best.values is not None:
                return self._read(program, best.values), best.bound
            if known is not None or limit == inf:
                return known, best.bound
            least = max(least, min(best.bound, limit + 1))
            if not best.proved:
                return None, least
        return known, least

    def _narrow(self, floor: Floor, limit: float) -> Floor | None:
        """Return the floor of those plans alone that have at most so many crafts; None when there are none."""
        while limit < inf and floor.crafts <= limit:
            scope = narrowed(floor, limit - floor.crafts)
            if scope is None:
                break
            if not all(goal in scope.makers for goal in scope.closure.goals):
                return None
            floor = Floor(field_of(scope), self.task.start, self.task.goals)
        return floor if floor.possible else None

    def _with_gathering(self, near: Field | None) -> Solution | None:
        """Return the plan that gathers the cheapest materials, and of those the one with the fewest crafts."""
        counter = Solver(self.task)
        reach = counter._reach(near)
        self.sure = self.sure and counter.sure
        wide = self._field(gather=True)
        assert wide is not None
        floor = Floor(wide, self.task.start, self.task.goals)
        found, certain = self._by_hand(floor)
        if certain and found is not None:
            return Solution(tuple(found.crafts), found.gathered, reach, proved=True, gap=0)
        step = gcd(*wide.scope.gather.values()) or 1
        least, crafts = ceil(least_price(floor) / step - 1e-9) * step, floor.crafts
        if floor.bare and found is not None and (least < found.price or crafts < found.count):
            all_cost, all_take = costs_from_nothing(wide.scope, self.task.goals, found.price, found.count)
            least, crafts = found.price if all_cost else least, found.count if all_take else crafts
        program: Program | None = None
        cheapest = Best(None, found.price if found else inf, least)
        if not cheapest.proved:
            program = Builder(wide.scope, self.task.start, self.task.goals).build()
            cheapest = self._minimise(program, program.prices(), known=found.price if found else None)
            cheapest = self._or_highs(program, program.prices(), cheapest)
            if cheapest.values is not None:
                found = self._read(program, cheapest.values)
        if found is None:
            return None
        shortest = Best(None, found.count, crafts)
        if not shortest.proved:
            if program is None:
                program = Builder(wide.scope, self.task.start, self.task.goals).build()
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

    def _reach(self, near: Field | None) -> int:
        """Return how many of a single goal's items the inventory makes."""
        (item, count), *others = self.task.goals.items()
        if near is None or others:
            return 0
        low, high = 0, count
        while low < high - 1:
            middle = (low + high) // 2
            floor = Floor(near, self.task.start, {item: middle})
            if not floor.possible:
                high = middle
            elif self._by_hand(floor)[0] is not None:
                low = middle
            else:
                return self._searched_reach(near, item, high)
        return low

    def _searched_reach(self, near: Field, item: int, count: int) -> int:
        program = Builder(near.scope, self.task.start, {item: count}, lack=True).build()
        best = self._minimise(program, program.prices())
        return count - int(best.cost) if best.values is not None else 0

    def _can_be_done(self, program: Program, values: Sequence[int]) -> bool | list[Condition]:
        crafts, gathered = read(program, values)
        if self._ordered(program.scope, crafts, gathered) is not None:
            return True
        broken = first_times(program, values, self.task.start)
        return broken or self._freely(program.scope, crafts, gathered) is not None

    def _freely(self, scope: Scope, crafts: Sequence[Craft], gathered: Mapping[int, int]) -> list[Bound] | None:
        """Return an order in which the members are chosen on the way."""
        start = self.task.start
        reserved = Counter({item: start.get(item, 0) + gathered.get(item, 0) for item in self.task.goals})
        reserved.update(self.task.goals)
        search = FreeOrder(self.orders, scope, crafts, gathered)
        found = search.find(reserved)
        self.sure = self.sure and (found is not None or search.exhausted)
        return None if found is None or self._is_refused(found, gathered) else found

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
        task, rest, burn = self.task, self.task.closure.book.rest, self.task.closure.burn
        supply = Counter(task.start)
        supply.update(gathered)
        reserved: Counter[int] = Counter({item: task.start.get(item, 0) + count for item, count in task.goals.items()})
        for craft in crafts:
            way = craft.way
            supply[way.result] += way.count * craft.times
            if way.stand >= 0:
                reserved[way.stand] |= 1
            for fill in craft.fills:
                for item, count in fill.items():
                    if item in rest:
                        supply[rest[item]] += count
            if craft.fuel >= 0:
                reserved[craft.fuel] += pieces(craft.times, way.ticks, burn[craft.fuel])
        return choose(program.scope, crafts, supply, reserved, task.wishes)
