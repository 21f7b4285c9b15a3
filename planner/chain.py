"""The backward chain: demand runs down from the goals, every item is settled once, after all who use it.

Because an item is settled only when its whole demand is known, leftovers are shared by all branches by themselves. The
chain also knows whether it ever had a real choice. Where it had none, its numbers are forced: the plan is *certain* to
be the best, and a shortage is certain to be one. Otherwise its plan is a good start for the search.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .crafts import Craft
from .order import pieces
from .result import Station
from .scope import Scope

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chained:
    """What the chain came to: crafts or None (``short``), and whether no other outcome is possible."""

    crafts: tuple[Craft, ...] | None
    gathered: Mapping[int, int]
    certain: bool


@dataclass(frozen=True, slots=True)
class Links:
    """The order in which items (numbers) and loose needs (tuples of members) are settled, for one scope."""

    order: tuple[int | Group, ...]
    makers: Mapping[int, tuple[int, ...]]
    fair: bool
    """Whether needs that leave no choice are always served before those that do."""


def links_of(scope: Scope, goals: Sequence[int]) -> Links | None:
    """Return the links of a scope; None where items wait for one another (a cycle)."""
    return _links(scope, goals, fair=True) or _links(scope, goals, fair=False)


def _links(scope: Scope, goals: Sequence[int], *, fair: bool) -> Links | None:
    closure = scope.closure
    makers: dict[int, list[int]] = {}
    for place in scope.ways:
        makers.setdefault(closure.ways[place].result, []).append(place)
    after: dict[int | Group, dict[int | Group, None]] = {goal: {} for goal in goals}
    strict: dict[int, list[int]] = {}
    for place in scope.ways:
        _link(scope, place, after, strict)
    for group in [node for node in after if fair and isinstance(node, tuple)]:
        # Who leaves no choice is served before who does.
        for member in group:
            for user in strict.get(member, ()):
                after[user][group] = None
    order = _sorted(after)
    if order is None:
        return None
    return Links(order, {item: tuple(found) for item, found in makers.items()}, fair)


def _link(
    scope: Scope, place: int, after: dict[int | Group, dict[int | Group, None]], strict: dict[int, list[int]]
) -> None:
    """Put what a way takes after its result."""
    closure = scope.closure
    way = closure.ways[place]
    below = after.setdefault(way.result, {})
    firm: list[int] = []
    for need in range(len(way.needs)):
        members = scope.members[place, need]
        rests = [closure.remainders[member] for member in members if member in closure.remainders]
        if len(members) == 1:
            firm.append(members[0])
        else:
            below[members] = None
            after.setdefault(members, {}).update(dict.fromkeys((*members, *rests)))
        firm += rests
    if way.station is not Station.INVENTORY and way.station not in scope.reach:
        firm.append(closure.stations[way.station])
    if way.ticks:
        firm += scope.fuels
    below.update(dict.fromkeys(firm))
    for item in firm:
        strict.setdefault(item, []).append(way.result)


def _sorted(after: Mapping[int | Group, Mapping[int | Group, None]]) -> tuple[int | Group, ...] | None:
    waiting: Counter[int | Group] = Counter()
    nodes = dict.fromkeys(after)
    for following in after.values():
        waiting.update(following.keys())
        nodes.update(dict.fromkeys(following))
    ready = [node for node in nodes if not waiting[node]]
    order: list[int | Group] = []
    while ready:
        # Small groups first: they have less to choose from.
        ready.sort(key=lambda node: (len(node), *node) if isinstance(node, tuple) else (0, node), reverse=True)
        node = ready.pop()
        order.append(node)
        for below in after.get(node, ()):
            waiting[below] -= 1
            if not waiting[below]:
                ready.append(below)
    return tuple(order) if len(order) == len(nodes) else None


@dataclass(slots=True)
class Chain:
    """One run of the chain."""

    scope: Scope
    links: Links
    start: Sequence[int]
    goals: Mapping[int, int]
    wishes: Mapping[int, int]
    values: Sequence[tuple[float, float]] | None = None
    """What one of each item costs from nothing, where things may be gathered."""
    need: Counter[int] = field(default_factory=Counter)
    back: Counter[int] = field(default_factory=Counter)
    reserve: set[int] = field(default_factory=set)
    soft: set[int] = field(default_factory=set)
    """Items of which some were taken by choice: a shortage of them might have been avoided."""
    planned: Counter[int] = field(default_factory=Counter)
    """How many of an item loose needs want made: a shortage that was foreseen."""
    loose: dict[Group, list[tuple[int, int, int]]] = field(default_factory=dict)
    crafts: list[Craft] = field(default_factory=list)
    gathered: dict[int, int] = field(default_factory=dict)
    certain: bool = True

    def run(self) -> Chained:
        """Settle every node in order."""
        self.certain = self.links.fair
        for node in self.links.order:
            done = self._deal(node) if isinstance(node, tuple) else self._settle(node)
            if not done:
                return Chained(None, {}, self.certain)
        return Chained(tuple(self.crafts), self.gathered, self.certain)

    def _settle(self, item: int) -> bool:
        """Make or gather what is wanted of an item beyond what is there."""
        wanted = self._wanted(item)
        goal = self.goals.get(item, 0)
        if wanted <= 0:
            return True
        if item in self.soft and wanted > self.planned[item]:
            self.certain = False
        ways = self.links.makers.get(item, ())
        gather = item in self.scope.gather and not goal
        if gather and not ways:
            self.gathered[item] = wanted
            return True
        if not ways:
            return False
        if len(ways) == 1 and not gather:
            return self._take(ways[0], wanted, soft=False)
        return self._choose(item, ways, wanted, gather=gather)

    def _wanted(self, item: int) -> int:
        """Return how many have to be made or gathered; below zero: how many are to spare."""
        wanted = self.need[item] - self.back[item]
        wanted += self.goals[item] if item in self.goals else -self.start[item]
        if item in self.reserve:
            wanted = max(wanted, self.need[item] + 1 - self.start[item] - self.back[item])
        return wanted

    def _surplus(self, item: int) -> int:
        """Return how many are to spare, those included that the last craft of a forced production leaves over."""
        wanted = self._wanted(item)
        if wanted <= 0:
            return -wanted
        ways = self.links.makers.get(item, ())
        if len(ways) > 1:
            self.certain = False
        if len(ways) != 1 or item in self.scope.gather:
            return 0
        return -wanted % self.scope.closure.ways[ways[0]].count

    def _choose(self, item: int, ways: Sequence[int], wanted: int, *, gather: bool) -> bool:
        closure = self.scope.closure
        if self.values is None:
            most = max(closure.ways[way].count for way in ways)
            found = min(ways, key=lambda way: (self._lacks(way, wanted), -closure.ways[way].count, way))
            if self._lacks(found, wanted) or closure.ways[found].count < most:
                self.certain = False
            return self._take(found, wanted, soft=True)
        self.certain = False
        found = min(ways, key=lambda way: (self._lacks(way, wanted), self._price(way, wanted), way))
        if gather and self._lacks(found, wanted) and self.scope.gather[item] * wanted <= self._price(found, wanted):
            self.gathered[item] = wanted
            return True
        return self._take(found, wanted, soft=True)

    def _price(self, number: int, wanted: int) -> float:
        assert self.values is not None
        way = self.scope.closure.ways[number]
        times = -(-wanted // way.count)
        return times * sum(
            count * min(self.values[member][0] for member in self.scope.members[number, need])
            for need, (_, count) in enumerate(way.needs)
        )

    def _lacks(self, number: int, wanted: int) -> int:
        """Return how many of the way's items would not be there yet."""
        way = self.scope.closure.ways[number]
        times = -(-wanted // way.count)
        lacking = 0
        for need, (_, count) in enumerate(way.needs):
            spare = sum(max(0, self._spare(member)) for member in self.scope.members[number, need])
            lacking += max(0, count * times - spare)
        return lacking

    def _spare(self, item: int) -> int:
        return self.start[item] + self.back[item] - self.need[item] - (item in self.reserve)

    def _take(self, number: int, wanted: int, *, soft: bool) -> bool:
        closure = self.scope.closure
        way = closure.ways[number]
        times = -(-wanted // way.count)
        craft = Craft(number, times, tuple(Counter() for _ in way.needs))
        for need, (_, count) in enumerate(way.needs):
            members = self.scope.members[number, need]
            if len(members) > 1:
                self.loose.setdefault(members, []).append((len(self.crafts), need, count * times))
                if soft:
                    self.soft.update(members)
                continue
            (item,) = members
            self.need[item] += count * times
            craft.fills[need][item] = count * times
            if soft:
                self.soft.add(item)
            if item in closure.remainders:
                self.back[closure.remainders[item]] += count * times
        if way.station is not Station.INVENTORY and way.station not in self.scope.reach:
            self.reserve.add(closure.stations[way.station])
        self.crafts.append(craft)
        return not way.ticks or self._burn(craft, way.ticks)

    def _burn(self, craft: Craft, ticks: int) -> bool:
        burn, fuels = self.scope.closure.burn, self.scope.fuels
        if not fuels:
            return False
        enough = [fuel for fuel in fuels if self._spare(fuel) >= pieces(craft.times, ticks, burn[fuel])]
        craft.fuel = min(enough or fuels, key=lambda fuel: (self.wishes.get(fuel, len(self.wishes)), fuels.index(fuel)))
        if len(fuels) > 1:
            self.soft.add(craft.fuel)
            self.certain = self.certain and bool(enough)
        burnt = pieces(craft.times, ticks, burn[craft.fuel])
        self.need[craft.fuel] += burnt
        if craft.fuel in self.scope.closure.remainders:
            self.back[self.scope.closure.remainders[craft.fuel]] += burnt
        return True

    def _deal(self, group: Group) -> bool:
        """Fill the loose needs with these members: from what is there, then with what can be made or gathered."""
        wants = self.loose.get(group)
        if not wants:
            return True
        rank = self.wishes
        spare = {item: self._surplus(item) for item in group}
        order = sorted(spare, key=lambda item: (rank.get(item, len(rank)), -spare[item], item))
        total = sum(amount for _, _, amount in wants)
        short = total - sum(spare.values())
        if short > 0:
            makable = [item for item in group if item in self.links.makers or item in self.scope.gather]
            if not makable:
                return False
            if any(item in self.soft for item in group):
                self.certain = False
            chosen = makable[0] if len(makable) == 1 else self._member(makable, short)
            spare[chosen] = spare.get(chosen, 0) + short
            order = [item for item in order if item != chosen] + [chosen]
        self.soft.update(item for item in order if spare[item])
        for at, need, amount in sorted(wants, key=lambda want: -want[2]):
            self._fill(at, need, amount, order, spare)
        for item in group:
            self.planned[item] = max(self.planned[item], self._wanted(item))
        return True

    def _member(self, makable: Sequence[int], short: int) -> int:
        """Choose the member that is made where several could be."""
        if self.values is not None:
            self.certain = False
        values, makers = self.values, self.links.makers
        ways = self.scope.closure.ways

        def burden(item: int) -> tuple[float, ...]:
            lacking = min((self._lacks(way, short) for way in makers.get(item, ())), default=short)
            count = max((ways[way].count for way in makers.get(item, ())), default=1)
            price = values[item][0] if values is not None else 0.0
            return (lacking if values is None or not lacking else 1, price, -count, item)

        chosen = min(makable, key=burden)
        counts = {ways[way].count for item in makable for way in makers.get(item, ())}
        if burden(chosen)[0] or max((ways[way].count for way in makers.get(chosen, ())), default=1) < max(counts):
            self.certain = False
        self.soft.update(
            member
            for way in makers.get(chosen, ())
            for need in range(len(ways[way].needs))
            for member in self.scope.members[way, need]
        )
        return chosen

    def _fill(self, at: int, need: int, amount: int, order: Sequence[int], spare: dict[int, int]) -> None:
        craft = self.crafts[at]
        # One member for all where one has enough: fewer different bindings.
        whole = next((item for item in order if spare[item] >= amount), None)
        for item in order if whole is None else [whole]:
            taken = min(amount, spare[item])
            if taken:
                craft.fills[need][item] += taken
                spare[item] -= taken
                amount -= taken
                self.need[item] += taken
                if item in self.scope.closure.remainders:
                    self.back[self.scope.closure.remainders[item]] += taken
