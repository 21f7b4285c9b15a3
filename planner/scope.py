"""What of a closure can matter with this inventory: ways, members, fuels, and what may be gathered."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .closure import Closure
from .result import Station
from .values import Values

MOST_FUELS = 6


@dataclass(frozen=True, slots=True)
class Scope:
    """Ways by number, the members that may fill each of their needs, fuels, and prices of what may be gathered."""

    closure: Closure
    reach: frozenset[str]
    ways: tuple[int, ...]
    members: Mapping[tuple[int, int], tuple[int, ...]]
    fuels: tuple[int, ...]
    gather: Mapping[int, int]


def at_hand(closure: Closure, start: Sequence[int], goals: Iterable[int], reach: frozenset[str]) -> Scope | None:
    """Return what can be made of the inventory alone; None when some goal is out of reach whatever the counts."""
    have = [count > 0 for count in start]
    open_ways = _opened(closure, have, reach)
    wanted = tuple(goals)
    if not all(have[item] for item in wanted):
        return None
    for place in _undoing(closure, start, open_ways, {}):
        open_ways[place] = False
    members = {
        (place, need): tuple(member for member in needed if have[member])
        for place, way in enumerate(closure.ways)
        if open_ways[place]
        for need, (needed, _) in enumerate(way.needs)
    }
    return _backward(closure, start, wanted, reach, members, {}, [item for item in closure.burn if have[item]])


def _opened(closure: Closure, have: list[bool], reach: frozenset[str]) -> list[bool]:
    """Return which ways can be taken at all, whatever the counts; what they make is marked in ``have``."""
    opened = [False] * len(closure.ways)
    changed = True
    while changed:
        changed = False
        for place, way in enumerate(closure.ways):
            if opened[place] or not all(any(have[member] for member in members) for members, _ in way.needs):
                continue
            near = way.station is Station.INVENTORY or way.station in reach
            if not near and not have[closure.stations[way.station]]:
                continue
            if way.ticks and not any(have[item] for item in closure.burn):
                continue
            opened[place] = changed = have[way.result] = True
            for member, rest in closure.remainders.items():
                if have[member] and any(member in members for members, _ in way.needs):
                    have[rest] = True
    return opened


def _undoing(closure: Closure, start: Sequence[int], open_ways: Sequence[bool], gather: Mapping[int, int]) -> list[int]:
    """Return the ways whose ingredient is not there and only made by packing the result: they gain nothing."""
    found = []
    for place, way in enumerate(closure.ways):
        if not open_ways[place] or len(way.needs) != 1 or len(way.needs[0][0]) != 1:
            continue
        ((packed,), used), made = way.needs[0], way.count
        if start[packed] or packed in gather:
            continue
        makers = [closure.ways[maker] for maker in closure.makers[packed] if open_ways[maker]]
        if all(
            len(maker.needs) == 1
            and maker.needs[0][0] == (way.result,)
            and used % maker.count == 0
            and maker.needs[0][1] * (used // maker.count) >= made
            for maker in makers
        ):
            found.append(place)
    return found


def with_gathering(values: Values, start: Sequence[int], goals: Iterable[int], reach: frozenset[str]) -> Scope:
    """Return what can be made when anything with a price may be gathered.

    Members that nothing at hand leads to, and that are not wanted for themselves, are left out where another one is as
    cheap at every count, or is made in the very same way (11 woods become one).
    """
    closure = values.closure
    kept = _Kept(values, start, tuple(goals), reach)
    gather = {item: price for item, price in enumerate(values.prices) if price is not None}
    open_ways = [usable and kept.way(place) for place, usable in enumerate(values.ways)]
    for place in _undoing(closure, start, open_ways, gather):
        open_ways[place] = False
    members = {
        (place, need): kept.members(needed)
        for place, way in enumerate(closure.ways)
        if open_ways[place]
        for need, (needed, _) in enumerate(way.needs)
    }
    wanted = tuple(goals)
    # Fuel that has to be made is no use for a few items: what is gathered to be burnt is burnt as it is.
    fuels = sorted(
        (item for item in closure.burn if item in gather and item not in wanted),
        key=lambda item: (gather[item] / closure.burn[item], item),
    )
    held = [item for item in closure.burn if start[item] > 0]
    return _backward(closure, start, wanted, reach, members, gather, [*held, *fuels[:1]])


def _backward(
    closure: Closure,
    start: Sequence[int],
    goals: tuple[int, ...],
    reach: frozenset[str],
    members: Mapping[tuple[int, int], tuple[int, ...]],
    gather: Mapping[int, int],
    fuels: Sequence[int],
) -> Scope:
    """Keep what leads to the goals."""
    burnt = sorted(dict.fromkeys(fuels), key=lambda item: (start[item] == 0, -closure.burn[item], item))
    burnt = burnt[:MOST_FUELS]
    seen = dict.fromkeys(goals)
    queue = list(seen)
    ways: dict[int, None] = {}
    for item in queue:
        wanted: list[int] = []
        for place in closure.makers[item]:
            if (place, 0) in members:
                ways[place] = None
                way = closure.ways[place]
                for need in range(len(way.needs)):
                    wanted += members[place, need]
                if way.station is not Station.INVENTORY and way.station not in reach:
                    wanted.append(closure.stations[way.station])
                if way.ticks:
                    wanted += burnt
        for member in wanted:
            if member not in seen:
                seen[member] = None
                queue.append(member)
    detours = _detours(closure, ways, members, {*goals, *closure.stations.values(), *burnt})
    if detours:
        left = {key: found for key, found in members.items() if key[0] not in detours}
        return _backward(closure, start, goals, reach, left, gather, fuels)
    return Scope(
        closure,
        reach,
        tuple(ways),
        members,
        tuple(burnt),
        {item: gather[item] for item in seen if item in gather},
    )


def _detours(
    closure: Closure, ways: Iterable[int], members: Mapping[tuple[int, int], tuple[int, ...]], wanted: set[int]
) -> set[int]:
    """Return the ways whose result only goes where its own ingredient could go too (wood where logs would do)."""
    uses: dict[int, list[tuple[int, ...]]] = {}
    for place in ways:
        for need in range(len(closure.ways[place].needs)):
            for member in members[place, need]:
                uses.setdefault(member, []).append(members[place, need])
    back = set(closure.remainders.values())
    found = set()
    for place in ways:
        way = closure.ways[place]
        if way.result in wanted or way.result in back or len(way.needs) != 1 or way.needs[0][1] < way.count:
            continue
        used = members[place, 0]
        if way.result in used or any(item in closure.remainders for item in (*used, way.result)):
            continue
        if all(set(used) <= set(group) for group in uses.get(way.result, ())):
            found.add(place)
    return found


class _Kept:
    """Chooses the members that are looked at."""

    def __init__(self, values: Values, start: Sequence[int], goals: tuple[int, ...], reach: frozenset[str]) -> None:
        self.values = values
        self.start = start
        self.reach = reach
        self.goals = goals
        self.closure = values.closure
        self.derived = self._derived(start)
        self.touched = self._touched(goals)
        self.known: dict[tuple[int, ...], tuple[int, ...]] = {}

    def members(self, members: tuple[int, ...]) -> tuple[int, ...]:
        found = self.known.get(members)
        if found is None:
            found = self.known[members] = self._members(members)
        return found

    def way(self, place: int) -> bool:
        """Whether the way is looked at: not when another one costs less at every count."""
        way = self.closure.ways[place]
        if any(self.derived[member] for members, _ in way.needs for member in members):
            return True
        least, _ = self.values.bounds[place]
        gathered = self.values.prices[way.result]
        if gathered is not None and least / way.count >= gathered and way.result not in self.goals:
            return False
        for other in self.closure.makers[way.result]:
            rival = self.closure.ways[other]
            alike = self._as_near(rival.station, way.station) and rival.ticks <= way.ticks
            if other != place and self.values.ways[other] and alike:
                verdict = self._never_dearer(other, place)
                if verdict < 0 or (verdict == 0 and other < place):
                    return False
        return True

    def _never_dearer(self, rival: int, place: int) -> int:
        """Return -1 when the rival costs less than the way at every count, 0 when it never costs more, else 1."""
        way, other = self.closure.ways[place], self.closure.ways[rival]
        least, most = self.values.bounds[place][0], self.values.bounds[rival][1]
        if most * way.count > least * other.count:
            return 1
        first = least + max(self._beyond(members, count) for members, count in way.needs)
        verdict = -1
        # From one whole number of both on, the shares decide; before, whole crafts do.
        for times in range(1, 4 * other.count + 1):
            ours, theirs = max(first, times * least), -(-times * way.count // other.count) * most
            if theirs > ours or (theirs > times * least and times > 3 * other.count):
                return 1
            if theirs == ours:
                verdict = 0
        return verdict

    def _beyond(self, members: tuple[int, ...], count: int) -> float:
        """Return what the first craft of a need costs beyond its share: nothing where others may use the rest."""
        values = self.values
        if any(item in self.touched or item in self.closure.remainders for item in members):
            return 0.0
        return max(
            0.0, min(values.first[item] for item in members) - count * min(values.worth[item] for item in members)
        )

    def _as_near(self, rival: Station, station: Station) -> bool:
        """Whether the rival station is had wherever the station is: a blast furnace is made of a furnace."""
        if rival in {station, Station.INVENTORY} or rival in self.reach:
            return True
        if rival is not Station.FURNACE or station not in {Station.BLAST_FURNACE, Station.SMOKER}:
            return False
        return station not in self.reach and not self.start[self.closure.stations[station]]

    def _members(self, members: tuple[int, ...]) -> tuple[int, ...]:
        values = self.values
        possible = [member for member in members if values.possible[member]]
        # What comes back when a member is used up may be worth more than the member.
        kept = [
            member
            for member in possible
            if member in self.touched or self.derived[member] or member in self.closure.remainders
        ]
        rest = [member for member in possible if member not in kept]
        if not rest:
            return tuple(possible)
        shapes: dict[object, int] = {}
        for member in rest:
            shapes.setdefault(values.shapes[member], member)
        rest = list(shapes.values())
        best = min(possible, key=lambda member: (values.single[member], member))
        left = [member for member in rest if member == best or not self._dearer(member, best)]
        return tuple(sorted({*kept, *left}))

    def _dearer(self, member: int, best: int) -> bool:
        """Whether the best member costs less than this one at every count."""
        values = self.values
        worth = values.worth[member]
        if values.single[best] <= (worth, 0.0 if values.prices[member] is not None else 0.01):
            return True
        made = values.run_of(best)
        for count in range(1, 4 * made + 1):
            # Beyond three whole crafts the shares alone decide, and then go on to do so.
            least = count * worth if count > 3 * made else max(values.first[member], count * worth)
            if values.many(best, count)[0] >= least:
                return False
        return True

    def _derived(self, start: Sequence[int]) -> list[bool]:
        derived = [count > 0 for count in start]
        queue = [item for item, known in enumerate(derived) if known]
        for item in queue:
            for place in self.closure.users[item]:
                result = self.closure.ways[place].result
                if not derived[result]:
                    derived[result] = True
                    queue.append(result)
        return derived

    def _touched(self, goals: tuple[int, ...]) -> set[int]:
        """Return what is wanted for itself: by needs that leave no choice, down from the goals."""
        seen = dict.fromkeys((*goals, *self.closure.stations.values()))
        queue = list(seen)
        for item in queue:
            for place in self.closure.makers[item]:
                for members, _ in self.closure.ways[place].needs:
                    if len(members) == 1 and members[0] not in seen:
                        seen[members[0]] = None
                        queue.append(members[0])
        return set(seen)
