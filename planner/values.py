"""What can be gathered, at what price, and what each item is worth from nothing: facts of a closure, found once.

* *hopeless* items: every way needs something that no item satisfies (an empty tag), all the way down.
* *prices*: of items that no way makes, of items that people gather anyway, and of items that only make each other
  (nugget, ingot, block): such a cycle has to be entered somewhere.
* *worth*: the least price of one item as a share of a craft: no plan makes it from nothing for less.
* *single*: the price and crafts of making exactly one where no station is needed: one more never costs more.
"""

from collections.abc import Iterable, Sequence
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


Single = tuple[float, float]
_NONE: Single = (inf, inf)


class Values:
    """The prices and worths of a closure's items, by number."""

    def __init__(self, closure: Closure) -> None:
        self.closure = closure
        size = len(closure.items)
        self.possible = _possible(closure)
        self.ways = [all(_any(self.possible, members) for members, _ in way.needs) for way in closure.ways]
        self.prices: list[int | None] = [None] * size
        for item in range(size):
            if not closure.makers[item]:
                self.prices[item] = price(closure.items[item])
            elif gathered(closure.items[item]) is not None and self.possible[item]:
                self.prices[item] = gathered(closure.items[item])
        self._enter_cycles()
        self.worth: list[float] = self._worths()
        self.single: list[Single] = self._singles()
        self.bounds = [self._bounds(way) for way in closure.ways]
        """What one craft of each way costs at least and at most, from nothing."""
        self._shapes: dict[int, object] = {}

    def shape(self, item: int, depth: int = 4) -> object:
        """Return a value that is equal for items which are made in the same way from things of the same price."""
        if depth < 4 or item not in self._shapes:  # noqa: PLR2004 - deeper than any vanilla wood
            shape = self._shape(item, depth)
            if depth < 4:  # noqa: PLR2004
                return shape
            self._shapes[item] = shape
        return self._shapes[item]

    def _shape(self, item: int, depth: int) -> object:
        if not self.closure.makers[item]:
            return ("gathered", self.prices[item], self.closure.remainders.get(item))
        if depth == 0:
            return item
        ways = []
        for way in self._usable(item):
            needs = tuple(
                (count, tuple(sorted({repr(self.shape(member, depth - 1)) for member in members})))
                for members, count in way.needs
            )
            ways.append((way.station, way.count, way.ticks, needs))
        return self.prices[item], tuple(sorted(ways))

    def _bounds(self, way: Way) -> tuple[float, float]:
        least = most = 0.0
        for members, count in way.needs:
            if not members:
                return inf, inf
            least += count * min(0.0 if member in self.closure.remainders else self.worth[member] for member in members)
            most += count * min(self.single[member][0] for member in members)
        return least, most

    def _usable(self, item: int) -> Iterable[Way]:
        return (self.closure.ways[way] for way in self.closure.makers[item] if self.ways[way])

    def _enter_cycles(self) -> None:
        """Price the items of every cycle that nothing from outside leads into, until everything has a source."""
        while True:
            grounded = self._grounded()
            rest = [item for item, known in enumerate(grounded) if not known and self.possible[item]]
            if not rest:
                return
            edges = {item: self._leads(item, grounded) for item in rest}
            for cycle in _sinks(rest, edges):
                for item, packed in self._packed(cycle).items():
                    self.prices[item] = cycle_price(self.closure.items[item], packed)

    def _leads(self, item: int, grounded: Sequence[bool]) -> list[int]:
        needed: dict[int, None] = {}
        for way in self._usable(item):
            for members, _ in way.needs:
                if not _any(grounded, members):
                    needed.update(dict.fromkeys(member for member in members if self.possible[member]))
        return list(needed)

    def _grounded(self) -> list[bool]:
        known = [cost is not None for cost in self.prices]
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

    def _worths(self) -> list[float]:
        worth = [inf if cost is None else float(cost) for cost in self.prices]
        keeps = self.closure.remainders

        def of(way: Way) -> float:
            # What comes back may be used again, so its price is no lower bound.
            shares = (
                count * min(0.0 if member in keeps else worth[member] for member in members)
                for members, count in way.needs
            )
            return sum(shares) / way.count

        return _relaxed(self, worth, of)

    def _singles(self) -> list[Single]:
        single = [_NONE if cost is None else (float(cost), 0.0) for cost in self.prices]

        def of(way: Way) -> Single:
            if way.station is not Station.INVENTORY or way.ticks:
                return _NONE
            parts = [(count, min(single[member] for member in members)) for members, count in way.needs]
            return sum(n * cost for n, (cost, _) in parts), 1 + sum(n * crafts for n, (_, crafts) in parts)

        return _relaxed(self, single, of)


def _relaxed(values: Values, best: list, of) -> list:  # type: ignore[no-untyped-def,type-arg]
    changed = True
    while changed:
        changed = False
        for place, way in enumerate(values.closure.ways):
            if values.ways[place]:
                found = of(way)
                if found < best[way.result]:
                    best[way.result] = found
                    changed = True
    return best


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
        members for place, members in enumerate(groups) if all(group[to] == place for node in members for to in edges[node])
    ]
