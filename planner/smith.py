"""Makes a plan as a person would: depth first, from what is there, each thing made when it is wanted.

What others need for certain (``floor``) is left to them where there is a choice. The plan is a good one and not always
the best; its crafts are in an order in which they can be done.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from .book import Way
from .crafts import Craft
from .estimates import NEVER, NO_STATION, Run, distances, runs
from .floor import Floor
from .order import pieces

_MOST_TRIES = 400
"""How many ways are tried in all before the smith gives up."""
_DEEPEST = 60
State = tuple[dict[int, int], dict[int, int], dict[int, int], int]


def _first_two(cost: tuple[float, float, frozenset[int]]) -> tuple[float, float]:
    return cost[:2]


class Smith:
    """One attempt at the goals of a floor."""

    def __init__(self, floor: Floor, wishes: Mapping[int, int]) -> None:
        self.scope = floor.scope
        self.rest = floor.scope.closure.book.rest
        self.values = floor.scope.closure.book.values if floor.scope.gather else None
        self.goals = floor.goals
        self.wishes = wishes
        self.held = {item: count for item, count in floor.start.items() if item not in floor.goals}
        self.lent = {item: floor.start.get(item, 0) for item in floor.goals}
        """What is there of the goals: it may be used, but has to be there again in the end."""
        self.claims = dict(floor.need)
        self.crafts: list[Craft] = []
        self.gathered: dict[int, int] = {}
        self.busy: set[int] = set()
        self.tries = 0
        self.stations = floor.reserve.keys() | floor.must.keys()
        """What has to be had anyway."""
        self.runs: dict[int, Run] | None = None
        self.distances: dict[int, float] | None = None

    def run(self) -> bool:
        """Make the goals; false when no way was found."""
        for item, count in self.goals.items():
            lacking = count - self.held.get(item, 0)
            if lacking > 0 and not self._make(item, lacking):
                return False
            self.held[item] -= count
        return True

    def _spare(self, item: int) -> int:
        """Return how many nobody else needs for certain."""
        return max(0, self.held.get(item, 0) - self.claims.get(item, 0))

    def _make(self, item: int, wanted: int) -> bool:
        """Make or gather so many more of an item."""
        if item in self.busy or len(self.busy) > _DEEPEST:
            return False
        ways = self.scope.makers.get(item, ())
        price = self.scope.gather.get(item) if item not in self.goals else None
        if not ways:
            if price is None:
                return False
            self._gather(item, wanted)
            return True
        self.busy.add(item)
        done = self._by(item, ways, wanted) if len(ways) > 1 or price is not None else self._take(ways[0], wanted)
        self.busy.discard(item)
        return done

    def _gather(self, item: int, wanted: int) -> None:
        self.gathered[item] = self.gathered.get(item, 0) + wanted
        self.held[item] = self.held.get(item, 0) + wanted

    def _by(self, item: int, ways: Sequence[Way], wanted: int) -> bool:
        """Make an item in several ways: by the cheapest as far as it goes, then by the next."""
        price = self.scope.gather.get(item) if item not in self.goals else None
        left = list(ways)
        end = self.held.get(item, 0) + wanted
        while (wanted := end - self.held.get(item, 0)) > 0:
            costs = [(self._cost(way, wanted), way.order, way) for way in left]
            best = min(costs, default=None)
            if price is not None and (best is None or best[0] >= (float(price * wanted), 0.0)):
                self._gather(item, wanted)
                return True
            if best is None or best[0][0] == inf or self.tries > _MOST_TRIES:
                return False
            way = best[2]
            able = self._able(way)
            part = min(wanted, able * way.count) if able else wanted
            before = self._state()
            self.tries += 1
            if not self._take(way, part):
                self._restore(before)
                left.remove(way)
        return True

    def _able(self, way: Way) -> int:
        """Return how many times a way can be taken with what is spare."""
        return min(
            sum([self._spare(member) for member in members]) // count for members, count in self.scope.needs[way]
        )

    def _cost(self, way: Way, wanted: int) -> tuple[float, float]:
        """Return about what a way costs: the price of what it lacks (from nothing: else 0), and crafts."""
        times = -(-wanted // way.count)
        cost, crafts, stations = 0.0, float(times), {way.stand}
        for members, count in self.scope.needs[way]:
            lacking = count * times - sum([self._spare(member) for member in members])
            if lacking > 0:
                one = min([self._unit(member, lacking) for member in members], key=_first_two)
                cost, crafts = cost + one[0], crafts + one[1]
                stations |= one[2]
        queue = [stand for stand in stations if stand >= 0]
        for stand in queue:
            if stand not in self.stations and not self.held.get(stand) and stand not in self.busy:
                one = self._unit(stand, 1)
                cost, crafts = cost + one[0], crafts + one[1]
                queue += sorted(one[2].difference(queue))
        return cost, crafts

    def _unit(self, item: int, count: int) -> tuple[float, float, frozenset[int]]:
        """Return about what so many of an item cost, and the stations that takes."""
        if item in self.busy:
            return NEVER
        if self.values is None:
            if self.distances is None:
                self.distances = distances(self.scope, self.held)
            distance = self.distances.get(item, inf)
            return (0.0, distance * count, NO_STATION) if distance < inf else NEVER
        if self.runs is None:
            self.runs = runs(self.scope)
        price = self.scope.gather.get(item)
        best = (float(price * count), 0.0, NO_STATION) if price is not None else NEVER
        run = self.runs.get(item)
        if run is not None:
            times = -(-count // run[2])
            best = min(best, (times * run[0], times * run[1], run[3]), key=_first_two)
        return best

    def _take(self, way: Way, wanted: int) -> bool:
        """Take a way as often as so many items need."""
        item, count = way.result, way.count
        own = sum(used for members, used in self.scope.needs[way] if members == (item,))
        if own >= count:
            return False
        times = -(-wanted // (count - own))
        if own:
            return self._breed(way, times, own)
        if way.stand >= 0 and not self._have(way.stand, 1):
            return False
        fills: list[dict[int, int]] = []
        for members, used in self.scope.needs[way]:
            fill = self._fill(members, used, used * times)
            if fill is None:
                return False
            fills.append(fill)
        if not way.ticks:
            self._do(Craft(way, times, tuple(fills)))
            return True
        return self._cook(way, times, fills)

    def _breed(self, way: Way, times: int, own: int) -> bool:
        """Take a way that uses some of what it makes: the first craft borrows, the others use what it gave."""
        item = way.result
        if self.held.get(item, 0) + self.lent.get(item, 0) < own:
            return False
        if way.stand >= 0 and not self._have(way.stand, 1):
            return False
        fills = []
        for members, used in self.scope.needs[way]:
            fill = {item: own * times} if members == (item,) else self._fill(members, used, used * times)
            if fill is None:
                return False
            fills.append(fill)
        self.held[item] = self.held.get(item, 0) - own * times
        if way.ticks:
            return self._cook(way, times, fills)
        self._do(Craft(way, times, tuple(fills)))
        return True

    def _have(self, item: int, count: int) -> bool:
        """See to it that so many of an item are there, and stay."""
        self.claims[item] = max(self.claims.get(item, 0), count)
        lacking = count - self.held.get(item, 0) - self.lent.get(item, 0)
        return lacking <= 0 or self._make(item, lacking)

    def _fill(self, members: Sequence[int], each: int, amount: int) -> dict[int, int] | None:
        """Take so many of any of these, making what is lacking."""
        if len(members) == 1:
            (item,) = members
            lent = self.rest.get(item) == item
            lacking = (each if lent else amount) - self.held.get(item, 0)
            if lacking > 0 and not self._make(item, lacking):
                return None
            if not lent:
                self._use(item, amount)
                claimed = self.claims.get(item, 0)
                if claimed:
                    self.claims[item] = max(0, claimed - amount)
            return {item: amount}
        fill: dict[int, int] = {}
        spare = {item: self._spare(item) for item in members}
        order = sorted(members, key=lambda item: (self.wishes.get(item, len(self.wishes)), -spare[item], item))
        whole = next((item for item in order if spare[item] >= amount), None)
        for item in order if whole is None else (whole,):
            taken = min(amount, spare[item])
            if taken > 0:
                fill[item] = taken
                self._use(item, taken)
                amount -= taken
        if amount and not self._lacking(order, amount, fill):
            return None
        return fill

    def _lacking(self, members: Sequence[int], amount: int, fill: dict[int, int]) -> bool:
        """Make what is lacking of any of these: of the one that costs least; then what it takes from others."""
        costs = [(self._cost_of(item, amount), place, item) for place, item in enumerate(members)]
        for cost, _, item in sorted(costs):
            if cost[0] == inf or self.tries > _MOST_TRIES:
                break
            part = self._made_of(item, amount)
            if part:
                fill[item] = fill.get(item, 0) + part
                self._use(item, part)
                amount -= part
                if not amount:
                    return True
        # What others were to have: they may find something else.
        for item in members:
            taken = min(amount, self.held.get(item, 0))
            if taken > 0 and item not in self.busy:
                fill[item] = fill.get(item, 0) + taken
                self._use(item, taken)
                amount -= taken
        return not amount

    def _cost_of(self, item: int, amount: int) -> tuple[float, float]:
        """Return about what so many of an item cost."""
        if item in self.busy:
            return inf, inf
        cost = min([self._cost(way, amount) for way in self.scope.makers.get(item, ())], default=(inf, inf))
        price = self.scope.gather.get(item) if item not in self.goals else None
        return cost if price is None else min(cost, (float(price * amount), 0.0))

    def _made_of(self, item: int, amount: int) -> int:
        """Make so many of an item, or as many as what is spare is enough for; return how many."""
        before = self._state()
        self.tries += 1
        if self._make(item, amount):
            return amount
        self._restore(before)
        able = self._partly(item, amount)
        if able and self._make(item, able):
            return able
        self._restore(before)
        return 0

    def _partly(self, item: int, amount: int) -> int:
        """Return how many of an item can be made at once with what is spare, at most ``amount``."""
        return min(amount, max([self._able(way) * way.count for way in self.scope.makers.get(item, ())], default=0))

    def _use(self, item: int, count: int) -> None:
        self.held[item] = self.held.get(item, 0) - count

    def _cook(self, way: Way, times: int, fills: Sequence[Mapping[int, int]]) -> bool:
        """Take a way that burns fuel: with one kind of it, or what there is of each."""
        burn, left = self.scope.closure.burn, times
        queues = [list(fill.items()) for fill in fills]
        while left:
            fuel, part = self._fuel(way, left)
            if fuel < 0:
                return False
            burnt = pieces(part, way.ticks, burn[fuel])
            if self.held.get(fuel, 0) < burnt and not self._make(fuel, burnt - self.held.get(fuel, 0)):
                return False
            self._use(fuel, burnt)
            cut = tuple(
                _cut(queue, count * part) for queue, (_, count) in zip(queues, self.scope.needs[way], strict=True)
            )
            self._do(Craft(way, part, cut, fuel))
            if fuel in self.rest:
                self.held[self.rest[fuel]] = self.held.get(self.rest[fuel], 0) + burnt
            left -= part
        return True

    def _fuel(self, way: Way, times: int) -> tuple[int, int]:
        """Return what to burn, and how many times it lasts; -1 where there is nothing."""
        burn, fuels, wishes = self.scope.closure.burn, self.scope.fuels, self.wishes
        best, most = -1, 0
        for fuel in sorted(fuels, key=lambda fuel: wishes.get(fuel, len(wishes))):
            # What is being made is not burnt for it.
            spare = 0 if fuel in self.busy else self._spare(fuel)
            if spare >= pieces(times, way.ticks, burn[fuel]):
                return fuel, times
            lasts = spare * burn[fuel] // way.ticks
            if lasts > most:
                best, most = fuel, lasts
        if self.scope.gather:
            for fuel in fuels:
                if fuel in self.scope.gather:
                    return fuel, times
        if best >= 0:
            return best, most
        for fuel in fuels:
            before = self._state()
            if fuel not in self.busy and self._make(fuel, pieces(times, way.ticks, burn[fuel])):
                return fuel, times
            self._restore(before)
        return -1, 0

    def _do(self, craft: Craft) -> None:
        held, way = self.held, craft.way
        held[way.result] = held.get(way.result, 0) + way.count * craft.times
        if self.rest:
            for fill in craft.fills:
                for item, count in fill.items():
                    rest = self.rest.get(item)
                    if rest is not None and rest != item:
                        held[rest] = held.get(rest, 0) + count
        self.crafts.append(craft)

    def _state(self) -> State:
        return self.held.copy(), self.claims.copy(), self.gathered.copy(), len(self.crafts)

    def _restore(self, state: State) -> None:
        held, claims, gathered, count = state
        self.held, self.claims, self.gathered = held.copy(), claims.copy(), gathered.copy()
        del self.crafts[count:]


def _cut(queue: list[tuple[int, int]], amount: int) -> dict[int, int]:
    """Take so many items from the front of a queue of runs."""
    taken: dict[int, int] = {}
    while amount:
        item, count = queue[0]
        part = min(amount, count)
        taken[item] = taken.get(item, 0) + part
        amount -= part
        if part == count:
            del queue[0]
        else:
            queue[0] = item, count - part
    return taken


def merged(crafts: Iterable[Craft]) -> list[Craft]:
    """Return the crafts with those of one way and fuel joined."""
    found: dict[tuple[Way, int], Craft] = {}
    for craft in crafts:
        known = found.get((craft.way, craft.fuel))
        if known is None:
            found[craft.way, craft.fuel] = craft
            continue
        fills = tuple(
            {item: one.get(item, 0) + two.get(item, 0) for item in (*one, *two)}
            for one, two in zip(known.fills, craft.fills, strict=True)
        )
        found[craft.way, craft.fuel] = Craft(craft.way, known.times + craft.times, fills, craft.fuel)
    return list(found.values())
