"""Looks for an order craft by craft, with any members: the last word on whether crafts can be done at all."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product

from .crafts import Bound, Craft
from .order import Orders
from .scope import Scope

MOST_STATES = 3000
"""How many partly done states are looked at before the search is given up."""
MOST_CRAFTS = 150
"""Larger plans are not tried one by one."""


class FreeOrder:
    """The search for one list of crafts. ``exhausted`` says afterwards whether everything was tried."""

    def __init__(self, orders: Orders, scope: Scope, crafts: Sequence[Craft], gathered: Mapping[int, int]) -> None:
        self.orders = orders
        self.scope = scope
        self.crafts = crafts
        self.left = [craft.times for craft in crafts]
        self.held = Counter(orders.start)
        self.held.update(gathered)
        self.start = self.held.copy()
        self.seen: set[tuple[tuple[int, ...], frozenset[tuple[int, int]]]] = set()
        self.path: list[Bound] = []
        self.exhausted = True

    def find(self, reserved: Mapping[int, int]) -> list[Bound] | None:
        """Return the crafts in order, or None. In the end ``reserved`` items have to be there."""
        if sum(self.left) > MOST_CRAFTS:
            self.exhausted = False
            return None
        return self.path if self._go(reserved) else None

    def _go(self, reserved: Mapping[int, int]) -> bool:
        if not any(self.left):
            return all(self.held[item] >= count for item, count in reserved.items())
        state = tuple(self.left), frozenset((item, count) for item, count in self.held.items() if count)
        if state in self.seen:
            return False
        if len(self.seen) > MOST_STATES:
            self.exhausted = False
            return False
        self.seen.add(state)
        for at, craft in enumerate(self.crafts):
            if not self.left[at]:
                continue
            for cells in self._bindings(craft):
                bound = Bound(craft.way, 1, cells, craft.fuel)
                if not self.orders.able(bound, self.held):
                    continue
                before = self.held.copy()
                self.orders.do(bound, 1, self.held)
                self.left[at] -= 1
                self.path.append(bound)
                if self._go(reserved):
                    return True
                self.path.pop()
                self.left[at] += 1
                self.held = before
        return False

    def _bindings(self, craft: Craft) -> Iterator[tuple[int, ...]]:
        choices = []
        for needed, count in self.scope.needs[craft.way]:
            members = [member for member in needed if self.held[member]]
            choices.append(list(combinations_with_replacement(members, count)))
        for chosen in product(*choices):
            queues = [list(members) for members in chosen]
            yield tuple(queues[need].pop() for need in craft.way.cells)
