"""What of a closure can matter with this inventory: ways, members, fuels, and what may be gathered."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from .book import Need, Way
from .closure import Closure

MOST_FUELS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """The ways to make each item, the members that may fill their needs, fuels, and prices of what may be gathered."""

    closure: Closure
    makers: Mapping[int, tuple[Way, ...]]
    needs: Mapping[Way, tuple[Need, ...]]
    fuels: tuple[int, ...]
    gather: Mapping[int, int]


def at_hand(closure: Closure, start: Mapping[int, int]) -> Scope | None:
    """Return what can be made of the inventory alone; None when some goal is out of reach whatever the counts."""
    have, opened = _opened(closure, start)
    if not all(goal in have for goal in closure.goals):
        return None
    known: dict[tuple[int, ...], tuple[int, ...]] = {}

    def members(needed: tuple[int, ...]) -> tuple[int, ...]:
        found = known.get(needed)
        if found is None:
            found = known[needed] = tuple([member for member in needed if member in have])
        return found

    def ways(item: int) -> Sequence[Way]:
        return [way for way in closure.book.makers.get(item, ()) if way in opened]

    fuels = [item for item in closure.burn if item in have]
    return _Backward(closure, start, ways, members, {}, fuels).scope()


def _opened(closure: Closure, start: Mapping[int, int]) -> tuple[set[int], set[Way]]:
    """Return what one can come to have, whatever the counts, and the ways that can be taken for it."""
    users, rest, burn, ways = closure.users, closure.book.rest, closure.burn, closure.ways
    queue = list(start)
    have = set(queue)
    left = closure.parts.copy()
    filled: set[int] = set()
    opened: set[Way] = set()
    # Whatever burns serves every fire.
    fires = closure.fires
    for item in queue:
        places: list[int] = []
        if item in users:
            fresh = [(part, place) for part, place in users[item][1] if part not in filled]
            filled.update([part for part, _ in fresh])
            places += [place for _, place in fresh]
        if item in burn:
            places += fires
            fires = []
        gained = [rest[item]] if item in rest else []
        for place in places:
            left[place] -= 1
            if not left[place]:
                opened.add(ways[place])
                gained.append(ways[place].result)
        for gain in gained:
            if gain not in have:
                have.add(gain)
                queue.append(gain)
    return have, opened


def with_gathering(closure: Closure, start: Mapping[int, int]) -> Scope:
    """Return what can be made when anything with a price may be gathered.

    Members that nothing at hand leads to, and that are not wanted for themselves, are left out where another one is as
    cheap at every count, or is made in the very same way (11 woods become one).
    """
    kept = _Kept(closure, start)
    prices, burn = closure.book.values.prices, closure.burn
    # Fuel that has to be made is no use for a few items: what is gathered to be burnt is burnt as it is.
    bought = [item for item in burn if prices.get(item) is not None and item not in closure.goals]
    bought.sort(key=lambda item: ((prices[item] or 0) / burn[item], item))
    fuels = [item for item in burn if item in start]
    # For a few items what burns dearer may be cheaper.
    least = inf
    for item in bought:
        if (prices[item] or 0) < least:
            least = prices[item] or 0
            fuels.append(item)
    return _Backward(closure, start, kept.ways, kept.members, prices, fuels).scope()


class _Backward:
    """Keeps what leads to the goals."""

    def __init__(
        self,
        closure: Closure,
        start: Mapping[int, int],
        ways: Callable[[int], Sequence[Way]],
        members: Callable[[tuple[int, ...]], tuple[int, ...]],
        prices: Mapping[int, int | None],
        fuels: Iterable[int],
    ) -> None:
        self.closure = closure
        self.start = start
        self.ways = ways
        self.members = members
        self.prices = prices
        burnt = sorted(dict.fromkeys(fuels), key=lambda item: (item not in start, -closure.burn[item], item))
        self.fuels = burnt[:MOST_FUELS]

    def scope(self) -> Scope:
        """Return the scope."""
        from .detours import Detours

        avoided: set[Way] = set()
        dropped: set[int] = set()
        while True:
            scope = self._reach(avoided, dropped)
            exchanges = Detours(scope, self.start)
            detours = exchanges.ways()
            covered = exchanges.items() if self.prices and not detours else set()
            if not detours and not covered:
                return scope
            avoided |= detours
            dropped |= covered

    def _reach(self, avoided: set[Way], dropped: set[int]) -> Scope:
        makers: dict[int, tuple[Way, ...]] = dict.fromkeys(self.closure.goals, ())
        queue = list(makers)
        needs: dict[Way, tuple[Need, ...]] = {}
        for item in queue:
            found = []
            wanted: list[int] = []
            for way in self.ways(item):
                if way in avoided or self._undoes(way):
                    continue
                filled = tuple([(_without(self.members(members), dropped), count) for members, count in way.needs])
                if dropped and not all(members for members, _ in filled):
                    continue
                found.append(way)
                needs[way] = filled
                for members, _ in filled:
                    wanted += members
                if way.stand >= 0:
                    wanted.append(way.stand)
                if way.ticks:
                    wanted += self.fuels
            makers[item] = tuple(found)
            for member in wanted:
                if member not in makers:
                    makers[member] = ()
                    queue.append(member)
        return self._scope(makers, needs)

    def _scope(self, makers: Mapping[int, tuple[Way, ...]], needs: Mapping[Way, tuple[Need, ...]]) -> Scope:
        gather = {item: price for item in makers if (price := self.prices.get(item)) is not None}
        fuels = tuple(self.fuels) if any(way.ticks for way in needs) else ()
        return Scope(self.closure, {item: ways for item, ways in makers.items() if ways}, needs, fuels, gather)

    def _undoes(self, way: Way) -> bool:
        """Whether the way's ingredient is not there and only made by packing the result: then it gains nothing."""
        if len(way.needs) != 1 or len(way.needs[0][0]) != 1:
            return False
        ((packed,), used) = way.needs[0]
        if packed in self.start or self.prices.get(packed) is not None:
            return False
        return all(
            len(maker.needs) == 1
            and maker.needs[0][0] == (way.result,)
            and used % maker.count == 0
            and maker.needs[0][1] * (used // maker.count) >= way.count
            for maker in self.ways(packed)
        )


def _without(members: tuple[int, ...], dropped: set[int]) -> tuple[int, ...]:
    return tuple([member for member in members if member not in dropped]) if dropped else members


class _Kept:
    """Chooses the ways and members that are looked at where anything may be gathered."""

    def __init__(self, closure: Closure, start: Mapping[int, int]) -> None:
        self.values = closure.book.values
        self.book = closure.book
        self.start = start
        self.closure = closure
        self.derived = self._derived()
        self.touched = closure.touched
        self.near = self.values.stations(item for item in closure.stations if item in start)
        if not any(goal in self.derived for goal in closure.goals):
            # No plan does without them.
            for goal in closure.goals:
                self.near |= self.values.must[goal]
        self.known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.kept: dict[int, list[Way]] = {}

    def members(self, members: tuple[int, ...]) -> tuple[int, ...]:
        """Return the members that are looked at."""
        found = self.known.get(members)
        if found is None:
            found = self.known[members] = self._members(members)
        return found

    def ways(self, item: int) -> Sequence[Way]:
        """Return the ways that are looked at: not those than which another one costs less at every count."""
        found = self.kept.get(item)
        if found is None:
            makers = [way for way in self.book.makers[item] if way.usable] if item in self.closure.inside else []
            found = self.kept[item] = [way for way in makers if self._keeps(way, makers)]
        return found

    def _keeps(self, way: Way, makers: Sequence[Way]) -> bool:
        if self.derived and any(member in self.derived for members, _ in way.needs for member in members):
            return True
        gathered = self.values.prices[way.result]
        if gathered is not None and way.least / way.count >= gathered and way.result not in self.closure.goals:
            return False
        for rival in makers:
            if rival is not way and rival.ticks <= way.ticks and self._as_near(rival, way):
                verdict = self._never_dearer(rival, way)
                if verdict < 0 or (verdict == 0 and rival.order < way.order):
                    return False
        return True

    def _never_dearer(self, rival: Way, way: Way) -> int:
        """Return -1 when the rival costs less than the way at every count, 0 when it never costs more, else 1."""
        least, most = way.least, rival.most
        if most * way.count > least * rival.count:
            return 1
        first = max(least, *(self._first(members) for members, _ in way.needs))
        verdict = -1
        # From one whole number of both on, the shares decide; before, whole crafts do.
        for times in range(1, 4 * rival.count + 1):
            ours, theirs = max(first, times * least), -(-times * way.count // rival.count) * most
            if theirs > ours or (theirs > times * least and times > 3 * rival.count):
                return 1
            if theirs == ours:
                verdict = 0
        return verdict

    def _first(self, members: tuple[int, ...]) -> float:
        """Return what a first one for a need costs: nothing where others may use the rest, or leave it."""
        if any(item in self.touched or item in self.book.rest for item in members):
            return 0.0
        return min(self.values.first[item] for item in members)

    def _as_near(self, rival: Way, way: Way) -> bool:
        """Whether the rival's station is had wherever the way's is: a blast furnace is made of a furnace."""
        if rival.stand in {-1, way.stand}:
            return True
        return bool(self.values.stations((rival.stand,)) & (self.near | self.values.must.get(way.stand, 0)))

    def _members(self, members: tuple[int, ...]) -> tuple[int, ...]:
        derived, touched, rest = self.derived, self.touched, self.book.rest
        kept = [member for member in members if member in touched or member in derived or member in rest]
        if kept:
            # What comes back when a member is used up may be worth more than the member.
            return self._best(members, kept)
        key = members, self.near
        found = self.book.few.get(key)
        if found is None:
            found = self.book.few[key] = self._best(members, kept)
        return found

    def _best(self, members: tuple[int, ...], kept: Sequence[int]) -> tuple[int, ...]:
        values = self.values
        possible = [member for member in members if values.possible[member]]
        others = [member for member in possible if member not in kept]
        if not others:
            return tuple(possible)
        shapes: dict[object, int] = {}
        for member in others:
            shapes.setdefault(values.shapes[member], member)
        best = min(possible, key=lambda member: (values.many(member, 1, self.near), member))
        left = [member for member in shapes.values() if member == best or not self._dearer(member, best)]
        return tuple(sorted({*(member for member in kept if values.possible[member]), *left}))

    def _dearer(self, member: int, best: int) -> bool:
        """Whether the best member costs less than this one at every count."""
        values = self.values
        worth = values.worth[member]
        if values.many(best, 1, self.near) <= (worth, 0.0 if values.prices[member] is not None else 0.01):
            return True
        run = values.run(best, self.near)
        made = run.made if run is not None else 1
        for count in range(1, 4 * made + 1):
            # Beyond three whole crafts the shares alone decide, and then go on to do so.
            least = count * worth if count > 3 * made else max(values.first[member], count * worth)
            if values.many(best, count, self.near)[0] >= least:
                return False
        return True

    def _derived(self) -> set[int]:
        """Return what something at hand leads to."""
        users = self.closure.users if self.start else {}
        derived = set(self.start)
        queue = list(derived)
        for item in queue:
            for way in users[item][0] if item in users else ():
                if way.result not in derived:
                    derived.add(way.result)
                    queue.append(way.result)
        return derived
