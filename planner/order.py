"""In which order crafts can be done; and, where none can, what every plan would have to keep."""

from collections import Counter
from collections.abc import Mapping, Sequence

from .closure import Closure
from .crafts import Bound

_MOST_PARTS = 5000
"""Crafts that have to be cut into more parts than this are nobody's plan."""


class Orders:
    """Puts bound crafts in an order in which everything is there when it is used."""

    def __init__(self, closure: Closure, start: Mapping[int, int]) -> None:
        self.rest = closure.book.rest
        self.burn = closure.burn
        self.start = start

    def order(self, crafts: Sequence[Bound], gathered: Mapping[int, int]) -> list[Bound] | None:
        """Return the crafts in order, split where one has to wait half-way; None when there is no order."""
        held = Counter(self.start)
        held.update(gathered)
        # Whatever can be done whole is done; else the first that can be done in part.
        done: list[Bound] = []
        left = deepest_first(crafts)
        stations = {craft.way.stand for craft in left}
        while left:
            if len(done) > _MOST_PARTS:
                return None
            able = [self.able(craft, held) for craft in left]
            whole = [at for at, craft in enumerate(left) if able[at] >= craft.times]
            # What uses a station up waits, as long as it can, for those who stand at it.
            found = next((at for at in whole if stations.isdisjoint(left[at].cells)), whole[0] if whole else None)
            if found is None:
                found = next((at for at, times in enumerate(able) if times), None)
                if found is None:
                    return None
            craft, times = left[found], min(able[found], left[found].times)
            self.do(craft, times, held)
            done.append(Bound(craft.way, times, craft.cells, craft.fuel))
            if times == craft.times:
                del left[found]
            else:
                left[found] = Bound(craft.way, craft.times - times, craft.cells, craft.fuel)
        return done

    def able(self, craft: Bound, held: Counter[int]) -> int:
        """Return how many times the craft can be done with everything put into the grid at once."""
        way = craft.way
        wanted = Counter(craft.cells)
        times = min(held[item] // count for item, count in wanted.items())
        if not times:
            return 0
        if way.stand >= 0:
            station = way.stand
            spare = held[station] - 1
            if spare < 0:
                return 0
            if station in wanted:
                times = min(times, spare // wanted[station])
        if craft.fuel >= 0:
            burn = self.burn[craft.fuel]
            each = wanted[craft.fuel]
            if each:
                while times and held[craft.fuel] < times * each + pieces(times, way.ticks, burn):
                    times -= 1
            else:
                times = min(times, held[craft.fuel] * burn // way.ticks)
        return times

    def do(self, craft: Bound, times: int, held: Counter[int]) -> None:
        """Change what is held as the crafts do."""
        way = craft.way
        for item in craft.cells:
            held[item] -= times
            if item in self.rest:
                held[self.rest[item]] += times
        held[way.result] += way.count * times
        if craft.fuel >= 0:
            burnt = pieces(times, way.ticks, self.burn[craft.fuel])
            held[craft.fuel] -= burnt
            if craft.fuel in self.rest:
                held[self.rest[craft.fuel]] += burnt


def pieces(times: int, ticks: int, burn: int) -> int:
    """Return how many pieces of fuel cook so many items."""
    return -(-times * ticks // burn)


def deepest_first(crafts: Sequence[Bound]) -> list[Bound]:
    """Sort crafts so that what others use comes first; cycles keep the given order."""
    makers: dict[int, list[int]] = {}
    for at, craft in enumerate(crafts):
        makers.setdefault(craft.way.result, []).append(at)
    done: dict[int, None] = {}
    open_: set[int] = set()

    def visit(at: int) -> None:
        if at in done or at in open_:
            return
        open_.add(at)
        craft = crafts[at]
        for item in (*craft.cells, craft.fuel, craft.way.stand):
            for maker in makers.get(item, ()):
                visit(maker)
        done[at] = None

    for at in range(len(crafts)):
        visit(at)
    return [crafts[at] for at in done]
