"""What of a scope no best plan needs: ways round about, and items that another one can stand in for everywhere.

Both rest on an exchange: take a best plan, put what goes straight in for what goes round about, and it costs no more.
"""

from collections.abc import Iterable, Mapping
from math import inf

from .book import Need, Way
from .scope import Scope


class Detours:
    """The exchanges that a scope allows with what is there at the start."""

    def __init__(self, scope: Scope, start: Mapping[int, int]) -> None:
        self.scope = scope
        self.start = start
        self.rest = scope.closure.book.rest
        self.wanted = {*scope.closure.goals, *scope.closure.stations, *scope.fuels, *self.rest.values()}
        """What is wanted for itself."""
        self.uses: dict[int, list[tuple[Way, int]]] = {}
        """The needs in which each item may be used: a way, and the number of its need."""
        for way, filled in scope.needs.items():
            for number, (members, _) in enumerate(filled):
                for member in members:
                    self.uses.setdefault(member, []).append((way, number))
        self.known: dict[tuple[int, int], bool] = {}

    def ways(self) -> set[Way]:
        """Return the ways whose result only goes where an ingredient could go too (wood where logs would do)."""
        return {way for way, filled in self.scope.needs.items() if self._goes_round(way, filled)}

    def _goes_round(self, way: Way, filled: tuple[Need, ...]) -> bool:
        result, uses = way.result, self.uses.get(way.result, ())
        if result in self.wanted or any(user.count > 1 and len(user.needs[at][0]) == 1 for user, at in uses):
            return False
        if result in self.rest or self._leaves_something(filled):
            return False
        for members, count in filled:
            if count >= way.count and result not in members and all(self._takes(members, *use) for use in uses):
                return True
        return False

    def _takes(self, members: Iterable[int], user: Way, number: int) -> bool:
        """Whether any of the members could go into a need, or is already what comes of it (a carpet dyed and back)."""
        accepted = user.needs[number][0]
        back = user.result if user.count == 1 and not self._leaves_something(self.scope.needs[user]) else -1
        return all(member in accepted or member == back for member in members)

    def items(self) -> set[int]:
        """Return items for all of which another one can stand in that is made as cheaply, craft by craft."""
        groups = {members for filled in self.scope.needs.values() for members, _ in filled if len(members) > 1}
        pairs = [(min(members, key=self._worth), other) for members in groups for other in members]
        self.known = {pair: True for pair in pairs if pair[0] != pair[1] and self._everywhere(*pair)}
        asked = list(self.known)
        changed = bool(asked)
        while changed:
            count = len(self.known)
            broken = [pair for pair, holds in list(self.known.items()) if holds and not self._holds(*pair)]
            self.known.update(dict.fromkeys(broken, False))
            changed = bool(broken) or len(self.known) > count
        found: set[int] = set()
        for one, other in sorted(asked):
            if self.known[one, other] and one not in found:
                found.add(other)
        return found

    def _worth(self, item: int) -> tuple[float, int]:
        return self.scope.closure.book.values.worth[item], item

    def _everywhere(self, one: int, other: int) -> bool:
        """Whether one item may be used wherever the other one is, and the other is not wanted for itself."""
        return other not in self.wanted and all(
            self._takes((one,), user, number) for user, number in self.uses.get(other, ())
        )

    def _covers(self, one: int, other: int) -> bool:
        return one == other or self.known.setdefault((one, other), True)

    def _holds(self, one: int, other: int) -> bool:
        """Whether each way to the other item has its like for the one, all that is assumed being true."""
        scope = self.scope
        if other in self.start or other in self.rest or one in self.rest:
            return False
        if other in scope.gather and not self._price(one) <= scope.gather[other]:
            return False
        ways = scope.makers.get(other, ())
        if any(way.count > 1 for way in ways) and not self._everywhere(one, other):
            # A craft of several is only replaced as a whole.
            return False
        return all(
            self._holds_it(one, way) or any(self._like(own, way) for own in scope.makers.get(one, ())) for way in ways
        )

    def _price(self, item: int) -> float:
        return inf if item in self.scope.closure.goals else self.scope.gather.get(item, inf)

    def _holds_it(self, one: int, way: Way) -> bool:
        """Whether a way uses up as many of the item, or of what it stands in for, as it makes."""
        filled = self.scope.needs[way]
        return not self._leaves_something(filled) and any(
            count >= way.count and all(self._covers(one, member) for member in members) for members, count in filled
        )

    def _like(self, own: Way, way: Way) -> bool:
        """Whether one way makes as much as another, at the same station, of no more of what stands in for its needs."""
        if own.count < way.count or own.ticks > way.ticks or own.stand not in {-1, way.stand}:
            return False
        left = list(self.scope.needs[way])
        if self._leaves_something(left):
            return False
        for members, count in self.scope.needs[own]:
            like = next((need for need in left if need[1] >= count and self._filled_by(members, need[0])), None)
            if like is None:
                return False
            left.remove(like)
        return True

    def _filled_by(self, members: Iterable[int], others: Iterable[int]) -> bool:
        """Whether, whichever of the others is used, some member can stand in for it."""
        return all(other in members or any(self._covers(one, other) for one in members) for other in others)

    def _leaves_something(self, filled: Iterable[Need]) -> bool:
        rest = self.rest
        return bool(rest) and any(member in rest for members, _ in filled for member in members)
