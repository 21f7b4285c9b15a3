"""What can be gathered, at what price, and what each item is worth from nothing: facts of a closure, found once.

* *hopeless* items: every way needs something that no item satisfies (an empty tag), all the way down.
* *prices*: of items that no way makes, of items that people gather anyway, and of items that only make each other
  (nugget, ingot, block): such a cycle has to be entered somewhere.
* *worth*: the least price of one item as a share of a craft: no plan makes it from nothing for less.
* *single*: the price and crafts of making exactly one where no station is needed: one more never costs more.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import inf
from weakref import WeakKeyDictionary

from .closure import Closure, Way
from .costs import cycle_price, gathered, price
from .result import Station

_VALUES: WeakKeyDictionary[Closure, "Values"] = WeakKeyDictionary()


def values_of(closure: Closure) -> "Values":
    """Return the closure's values; the same object when they are asked for again."""
    found = _VALUES.get(closure)
    if found is None:
        found = _VALUES[closure] = Values(closure)
    return found


_TINY = 1e-9
_DEEPEST = 6
"""Items that differ only deeper down than this are taken to be made alike."""
Single = tuple[float, float]
_NONE: Single = (inf, inf)
_NO_RUN = (_NONE, 1)


class Values:
    """The prices and worths of a closure's items, by number."""

    def __init__(self, closure: Closure) -> None:
        self.closure = closure
        self.possible = _possible(closure)
        self.ways = [all(_any(self.possible, members) for members, _ in way.needs) for way in closure.ways]

    @cached_property
    def prices(self) -> list[int | None]:
        """The price of each item that can be gathered."""
        prices: list[int | None] = []
        for item, makers in enumerate(self.closure.makers):
            cost = None
            if not makers:
                cost = price(self.closure.items[item])
            elif self.possible[item]:
                cost = gathered(self.closure.items[item])
            prices.append(cost)
        self._enter_cycles(prices)
        return prices

    @cached_property
    def bounds(self) -> list[tuple[float, float]]:
        """What one craft of each way costs at least and at most, from nothing."""
        return [self._bounds(way) for way in self.closure.ways]

    @cached_property
    def shapes(self) -> Sequence[int]:
        """A number for each item, equal for those made in the same way from things of the same price."""
        closure = self.closure
        shapes = _numbered(
            [
                (self.prices[item], not makers, closure.remainders.get(item))
                for item, makers in enumerate(closure.makers)
            ]
        )
        for _ in range(_DEEPEST):
            finer = _numbered([self._shape(item, shapes) for item in range(len(shapes))])
            if finer == shapes:
                break
            shapes = finer
        return shapes

    def _shape(self, item: int, shapes: Sequence[int]) -> object:
        ways = []
        for way in self._usable(item):
            needs = tuple(
                (count, tuple(sorted({shapes[member] for member in members}))) for members, count in way.needs
            )
            ways.append((way.station, way.count, way.ticks, needs))
        return shapes[item], tuple(sorted(ways))

    def _bounds(self, way: Way) -> tuple[float, float]:
        least = most = 0.0
        for members, count in way.needs:
            if not members:
                return inf, inf
            least += count * min(0.0 if member in self.closure.remainders else self.worth[member] for member in members)
            most += min(self.many(member, count)[0] for member in members)
        return least, most

    def many(self, item: int, count: int, runs: Mapping[int, tuple[Single, int]] | None = None) -> Single:
        """Return the price and crafts of making ``count`` at once where no station is needed."""
        cost = self.prices[item]
        (dear, crafts), made = (self._runs if runs is None else runs).get(item, _NO_RUN)
        bought = (float(count * cost), 0.0) if cost is not None else _NONE
        times = -(-count // made)
        return min(bought, (times * dear, times * crafts))

    def run_of(self, item: int) -> int:
        """Return how many one craft of an item's cheapest run makes."""
        return self._runs.get(item, _NO_RUN)[1]

    @cached_property
    def first(self) -> list[float]:
        """Return the least price of coming to each item at all: whole crafts all the way down, or one bought."""
        first = [0.0 for _ in self.prices]
        for _ in range(_DEEPEST):
            ways = [
                self._whole(way, least, first) for way, (least, _) in zip(self.closure.ways, self.bounds, strict=True)
            ]
            later = [
                min(
                    inf if self.prices[item] is None else float(self.prices[item] or 0),
                    min((ways[way] for way in self.closure.makers[item] if self.ways[way]), default=inf),
                )
                for item in range(len(first))
            ]
            if later == first:
                break
            first = later
        return first

    def _whole(self, way: Way, least: float, first: Sequence[float]) -> float:
        """Return what the first craft of a way costs at least, once whole crafts are counted for one need."""
        return least + max(
            max(0.0, min(first[item] for item in members) - count * min(self.worth[item] for item in members))
            if members and not any(item in self.closure.remainders for item in members) and least < inf
            else 0.0
            for members, count in way.needs
        )

    def _usable(self, item: int) -> Iterable[Way]:
        return (self.closure.ways[way] for way in self.closure.makers[item] if self.ways[way])

    def _enter_cycles(self, prices: list[int | None]) -> None:
        """Price the items of every cycle that nothing from outside leads into, until everything has a source."""
        while True:
            grounded = self._grounded(prices)
            rest = [item for item, known in enumerate(grounded) if not known and self.possible[item]]
            if not rest:
                return
            edges = {item: self._leads(item, grounded) for item in rest}
            for cycle in _sinks(rest, edges):
                for item, packed in self._packed(cycle).items():
                    prices[item] = cycle_price(self.closure.items[item], packed)

    def _leads(self, item: int, grounded: Sequence[bool]) -> list[int]:
        needed: dict[int, None] = {}
        for way in self._usable(item):
            for members, _ in way.needs:
                if not _any(grounded, members):
                    needed.update(dict.fromkeys(member for member in members if self.possible[member]))
        return list(needed)

    def _grounded(self, prices: Sequence[int | None]) -> list[bool]:
        known = [cost is not None for cost in prices]
        left = [
            sum(1 for members, _ in way.needs if not _any(known, members)) if self.ways[place] else -1
            for place, way in enumerate(self.closure.ways)
        ]
        queue = [
            way.result for place, way in enumerate(self.closure.ways) if left[place] == 0 and not known[way.result]
        ]
        while queue:
            item = queue.pop()
            if known[item]:
                continue
            known[item] = True
            for place in self.closure.users[item]:
                way = self.closure.ways[place]
                if left[place] >= 0 and not known[way.result] and all(_any(known, members) for members, _ in way.needs):
                    queue.append(way.result)
        return known

    def _packed(self, cycle: Sequence[int]) -> dict[int, int]:
        """Return how many units of the smallest form each item of a cycle holds."""
        packed = dict.fromkeys(cycle, 1)
        for _ in cycle:
            for item in cycle:
                for way in self._usable(item):
                    (members, count), *others = way.needs
                    if not others and count > 1 and way.count == 1 and len(members) == 1 and members[0] in packed:
                        nugget = self.closure.items[members[0]].endswith("_nugget")
                        packed[item] = 1 if nugget else min(count * packed[members[0]], 6561)
        return packed

    @cached_property
    def worth(self) -> list[float]:
        """The least price of one item as a share of a craft."""
        worth = [inf if cost is None else float(cost) for cost in self.prices]
        keeps = self.closure.remainders

        def of(way: Way) -> float:
            # What comes back may be used again, so its price is no lower bound.
            shares = (
                count * min(0.0 if member in keeps else worth[member] for member in members)
                for members, count in way.needs
            )
            return sum(shares) / way.count

        changed = True
        while changed:
            changed = False
            for place, way in enumerate(self.closure.ways):
                if self.ways[place] and (share := of(way)) < worth[way.result] - _TINY:
                    worth[way.result] = share
                    changed = True
        return worth

    @cached_property
    def single(self) -> list[Single]:
        """The price and crafts of making exactly one where no station is needed."""
        return [self.many(item, 1) for item in range(len(self.prices))]

    @cached_property
    def _runs(self) -> dict[int, tuple[Single, int]]:
        """Find the cheapest run of each item, one craft of its best way, until nothing gets cheaper."""
        runs: dict[int, tuple[Single, int]] = {}
        changed = True
        while changed:
            changed = False
            for place, way in enumerate(self.closure.ways):
                if not self.ways[place] or way.station is not Station.INVENTORY or way.ticks:
                    continue
                parts = [min(self.many(member, count, runs) for member in members) for members, count in way.needs]
                run = sum(cost for cost, _ in parts), 1 + sum(crafts for _, crafts in parts)
                if (run, way.count) < runs.get(way.result, _NO_RUN):
                    runs[way.result] = run, way.count
                    changed = True
        return runs


def _numbered(keys: Sequence[object]) -> list[int]:
    """Return the same number for equal keys."""
    numbers: dict[object, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def _any(flags: Sequence[bool], members: Iterable[int]) -> bool:
    return any(flags[member] for member in members)


def _possible(closure: Closure) -> list[bool]:
    possible = [True] * len(closure.items)
    changed = True
    while changed:
        changed = False
        for item, makers in enumerate(closure.makers):
            if possible[item] and makers:
                ways = (closure.ways[way] for way in makers)
                if not any(all(_any(possible, members) for members, _ in way.needs) for way in ways):
                    possible[item] = False
                    changed = True
    return possible


def _sinks(nodes: Sequence[int], edges: dict[int, list[int]]) -> list[list[int]]:
    """Return the strongly connected groups from which no edge leads out (Tarjan, without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    group: dict[int, int] = {}
    groups: list[list[int]] = []
    for root in nodes:
        work = [] if root in order else [(root, iter(edges[root]))]
        if work:
            order[root] = low[root] = len(order)
            stack.append(root)
        while work:
            node, following = work[-1]
            for target in following:
                if target not in order:
                    order[target] = low[target] = len(order)
                    stack.append(target)
                    work.append((target, iter(edges[target])))
                    break
                if target not in group:
                    low[node] = min(low[node], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    members = stack[stack.index(node) :]
                    del stack[-len(members) :]
                    group.update(dict.fromkeys(members, len(groups)))
                    groups.append(members)
    return [
        members
        for place, members in enumerate(groups)
        if all(group[to] == place for node in members for to in edges[node])
    ]
