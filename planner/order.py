"""In which order crafts can be done; and, where none can, what every plan would have to keep."""

from collections import Counter
from collections.abc import Mapping, Sequence

from .closure import Closure
from .crafts import Bound
from .program import Condition, Program, Role
from .result import Station

MOST_STATES = 3000
"""How many partly done states are looked at before an order is given up for lost."""


class Orders:
    """Puts bound crafts in an order in which everything is there when it is used."""

    def __init__(self, closure: Closure, reach: frozenset[str], start: Sequence[int]) -> None:
        self.closure = closure
        self.reach = reach
        self.start = start

    def order(self, crafts: Sequence[Bound], gathered: Mapping[int, int]) -> list[Bound] | None:
        """Return the crafts in order, split where one has to wait half-way; None when there is no order."""
        held = Counter({item: count for item, count in enumerate(self.start) if count})
        held.update(gathered)
        crafts = _deepest_first(self.closure, crafts)
        return self._greedy(crafts, held.copy()) or self._search(crafts, held)

    def _greedy(self, crafts: Sequence[Bound], held: Counter[int]) -> list[Bound] | None:
        """Do whatever can be done whole; else the first that can be done in part."""
        done: list[Bound] = []
        left = list(crafts)
        while left:
            able = [self._able(craft, held) for craft in left]
            found = next((at for at, craft in enumerate(left) if able[at] >= craft.times), None)
            if found is None:
                found = next((at for at, times in enumerate(able) if times), None)
                if found is None:
                    return None
            craft, times = left[found], min(able[found], left[found].times)
            self._do(craft, times, held)
            done.append(Bound(craft.way, times, craft.cells, craft.fuel))
            if times == craft.times:
                del left[found]
            else:
                left[found] = Bound(craft.way, craft.times - times, craft.cells, craft.fuel)
        return done

    def _search(self, crafts: Sequence[Bound], held: Counter[int]) -> list[Bound] | None:
        """Look for an order one craft at a time, never twice at the same state."""
        seen: set[tuple[int, ...]] = set()
        left = [craft.times for craft in crafts]
        path: list[int] = []

        def go() -> bool:
            if not any(left):
                return True
            state = tuple(left)
            if state in seen or len(seen) > MOST_STATES:
                return False
            seen.add(state)
            for at, craft in enumerate(crafts):
                if left[at] and self._able(craft, held):
                    before = held.copy()
                    self._do(craft, 1, held)
                    left[at] -= 1
                    path.append(at)
                    if go():
                        return True
                    path.pop()
                    left[at] += 1
                    held.clear()
                    held.update(before)
            return False

        if sum(left) > 200 or not go():  # noqa: PLR2004 - recursion; larger ones are left to the greedy order
            return None
        done: list[Bound] = []
        for at in path:
            craft, last = crafts[at], done[-1] if done else None
            if last and (last.way, last.cells, last.fuel) == (craft.way, craft.cells, craft.fuel):
                done[-1] = Bound(last.way, last.times + 1, last.cells, last.fuel)
            else:
                done.append(Bound(craft.way, 1, craft.cells, craft.fuel))
        return self._batched(done)

    def _batched(self, crafts: Sequence[Bound]) -> list[Bound]:
        return list(crafts)

    def _able(self, craft: Bound, held: Counter[int]) -> int:
        """Return how many times the craft can be done with everything put into the grid at once."""
        way = self.closure.ways[craft.way]
        wanted = Counter(craft.cells)
        times = min(held[item] // count for item, count in wanted.items())
        if not times:
            return 0
        if way.station is not Station.INVENTORY and way.station not in self.reach:
            station = self.closure.stations[way.station]
            spare = held[station] - 1
            if spare < 0:
                return 0
            if station in wanted:
                times = min(times, spare // wanted[station])
        if craft.fuel >= 0:
            burn = self.closure.burn[craft.fuel]
            each = wanted[craft.fuel]
            if each:
                while times and held[craft.fuel] < times * each + pieces(times, way.ticks, burn):
                    times -= 1
            else:
                times = min(times, held[craft.fuel] * burn // way.ticks)
        return times

    def _do(self, craft: Bound, times: int, held: Counter[int]) -> None:
        way = self.closure.ways[craft.way]
        for item in craft.cells:
            held[item] -= times
            if item in self.closure.remainders:
                held[self.closure.remainders[item]] += times
        held[way.result] += way.count * times
        if craft.fuel >= 0:
            burnt = pieces(times, way.ticks, self.closure.burn[craft.fuel])
            held[craft.fuel] -= burnt
            if craft.fuel in self.closure.remainders:
                held[self.closure.remainders[craft.fuel]] += burnt


def pieces(times: int, ticks: int, burn: int) -> int:
    """Return how many pieces of fuel cook so many items."""
    return -(-times * ticks // burn)


def _deepest_first(closure: Closure, crafts: Sequence[Bound]) -> list[Bound]:
    """Sort crafts so that what others use comes first; cycles keep the given order."""
    makers: dict[int, list[int]] = {}
    for at, craft in enumerate(crafts):
        makers.setdefault(closure.ways[craft.way].result, []).append(at)
    done: dict[int, None] = {}
    open_: set[int] = set()

    def visit(at: int) -> None:
        if at in done or at in open_:
            return
        open_.add(at)
        for item in crafts[at].cells:
            for maker in makers.get(item, ()):
                visit(maker)
        done[at] = None

    for at in range(len(crafts)):
        visit(at)
    return [crafts[at] for at in done]


def first_times(program: Program, values: Sequence[int], start: Sequence[int]) -> list[Condition]:
    """Return conditions that a solution without order breaks and that every plan keeps.

    The first time that a way is taken, what it needs must come from somewhere that does not wait for that very way.
    """
    broken = []
    for place, column in enumerate(program.columns):
        if column.role is not Role.TAKE or not values[place]:
            continue
        early = _columns_without(program, column.subject, start)
        way = program.scope.closure.ways[column.subject]
        for need, (_, count) in enumerate(way.needs):
            members = program.scope.members[column.subject, need]
            if len(members) != 1:
                continue
            row = _sources(program, members[0], early)
            bound = float(count - start[members[0]])
            if sum(value * values[source] for source, value in row.items()) < bound:
                broken.append(Condition((place,), row, bound, members[0]))
    return broken


def _columns_without(program: Program, avoided: int, start: Sequence[int]) -> set[int]:
    """Return the columns that can be used before the way is taken for the first time."""
    scope, closure = program.scope, program.scope.closure
    have = {item for item, count in enumerate(start) if count} | set(scope.gather)
    early: set[int] = set()
    changed = True
    while changed:
        changed = False
        for place, column in enumerate(program.columns):
            if place in early:
                continue
            gives: list[int] = []
            if column.role is Role.GATHER:
                able = True
            elif column.role is Role.TAKE:
                needs = range(len(closure.ways[column.subject].needs))
                able = column.subject != avoided and all(
                    any(member in have for member in scope.members[column.subject, need]) for need in needs
                )
                gives = [closure.ways[column.subject].result]
                used = [scope.members[column.subject, need] for need in needs]
                gives += [closure.remainders[one[0]] for one in used if len(one) == 1 and one[0] in closure.remainders]
            else:
                able = column.of in early and column.subject in have
                gives = [closure.remainders[column.subject]] if column.subject in closure.remainders else []
            if able:
                early.add(place)
                have.update(gives)
                changed = True
    return early


def _sources(program: Program, item: int, early: set[int]) -> dict[int, float]:
    """Return how much of the item each early column gives, what it takes of the same item aside."""
    closure, row = program.scope.closure, {}
    for place in sorted(early):
        column = program.columns[place]
        gives = 0.0
        if column.role is Role.TAKE:
            way = closure.ways[column.subject]
            gives = way.count if way.result == item else 0.0
            for need, (_, count) in enumerate(way.needs):
                members = program.scope.members[column.subject, need]
                if len(members) == 1 and closure.remainders.get(members[0]) == item:
                    gives += count
        elif column.role is Role.GATHER:
            gives = float(column.subject == item)
        elif closure.remainders.get(column.subject) == item:
            gives = 1.0
        if gives:
            row[place] = gives
    return row
