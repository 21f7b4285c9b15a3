"""What every plan has to do: demand runs down from the goals wherever it leaves no choice.

Each figure is a lower bound: of how often a way is taken, of how many of an item are used or gathered. Where nothing
was left to choose they are the plan itself. Where there is a choice, the floor says how many crafts it takes at least,
whatever is chosen, and what the things chosen from are worth.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from .book import Way
from .field import Field, Group
from .order import pieces

_MOST_ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Choice:
    """``short`` items of these are made or gathered somehow, beyond what is forced: by ``crafts`` crafts at least."""

    items: Sequence[int]
    short: int
    crafts: int
    largest: int
    ways: tuple[Way, ...]
    nested: bool
    """Whether it is about what another choice is made of."""


class Floor:
    """The demand that goals make on a field with what is there at the start."""

    def __init__(self, field: Field, start: Mapping[int, int], goals: Mapping[int, int]) -> None:
        self.field = field
        self.scope = field.scope
        self.start = start
        self.goals = goals
        self.need: dict[int, int] = {}
        """How many of each item are used by what is forced and leaves no choice."""
        self.wants: dict[Group, int] = {}
        """How many of each group of members are used by what is forced."""
        self.loose: dict[Group, list[tuple[Way, int]]] = {}
        """Who uses them: a way, and the number of its need."""
        self.times: dict[Way, int] = {}
        self.bought: dict[int, int] = {}
        self.must: dict[int, int] = {}
        """How many of an item are made at least, since no other member can be."""
        self.reserve: dict[int, int] = {}
        """Stations that have to be had, and how many of them their own users use up: one more has to be there then."""
        self.open: dict[int, int] = {}
        """How many of an item are wanted that can be come by in several ways."""
        self.common: dict[tuple[int, int], int] = {}
        self.possible = True
        self.doubt = False
        """Whether something depends on what comes back from others."""
        self.settled = False
        """Whether nothing more is wanted than is made; else demand went round a cycle."""
        self.choices: list[Choice] = []
        self.bare = bool(field.scope.gather) and field.place.keys().isdisjoint(start)
        """Whether everything is made from nothing."""
        self._run()

    @property
    def crafts(self) -> float:
        """The fewest crafts of any plan; infinite when there is none."""
        if not self.possible:
            return inf
        return sum(self.times.values()) + sum(choice.crafts for choice in self.choices)

    def _run(self) -> None:
        for _ in range(_MOST_ROUNDS):
            changed = False
            for node in self.field.order:
                changed = (self._group(node) if isinstance(node, tuple) else self._item(node)) or changed
                if not self.possible:
                    return
            if self.field.straight or not changed:
                self.settled = True
                break
        self._choose()

    def wanted(self, item: int) -> int:
        """Return how many have to be made or gathered; below zero: how many are to spare."""
        goal = self.goals.get(item)
        there = self.start.get(item, 0)
        used = self.need.get(item, 0)
        wanted = used - there if goal is None else used + goal
        if item in self.reserve:
            wanted = max(wanted, self.reserve[item] + 1 - there)
        return max(wanted, self.must[item]) if item in self.must else wanted

    def _item(self, item: int) -> bool:
        wanted = self.wanted(item)
        if wanted <= 0:
            return False
        if item in self.field.back:
            self.doubt = True
            return False
        ways = self.scope.makers.get(item, ())
        gather = item in self.scope.gather and item not in self.goals
        if gather and not ways:
            changed = self.bought.get(item) != wanted
            self.bought[item] = wanted
            return changed
        if not ways:
            self.possible = False
            return False
        if len(ways) > 1 or gather:
            changed = self.open.get(item) != wanted
            self.open[item] = wanted
            if changed and self.bare:
                self._stations(item)
            if changed and not gather:
                self._shared(item, ways, wanted)
            return changed
        way = ways[0]
        more = -(-wanted // way.count) - self.times.get(way, 0)
        if more > 0:
            self._take(way, more)
        return more > 0

    def _take(self, way: Way, more: int) -> None:
        self.times[way] = times = self.times.get(way, 0) + more
        need = self.need
        if way.stand >= 0:
            self.reserve.setdefault(way.stand, 0)
        for number, (members, count) in enumerate(self.scope.needs[way]):
            if len(members) > 1:
                self.wants[members] = self.wants.get(members, 0) + count * more
                if times == more:
                    self.loose.setdefault(members, []).append((way, number))
            else:
                item = members[0]
                # What comes back at once is only lent.
                lent = self.scope.closure.book.rest.get(item) == item
                need[item] = max(need.get(item, 0), count) if lent else need.get(item, 0) + count * more
                if item == way.stand:
                    self.reserve[item] += count * more
        if way.ticks and len(self.scope.fuels) == 1:
            (fuel,) = self.scope.fuels
            burn = self.scope.closure.burn[fuel]
            burnt = pieces(times, way.ticks, burn) - pieces(times - more, way.ticks, burn)
            need[fuel] = need.get(fuel, 0) + burnt

    def _stations(self, item: int) -> None:
        """Take the stations without which nothing comes to the item."""
        values = self.scope.closure.book.values
        must = values.must[item]
        for number in self.scope.closure.stations if must else ():
            if values.stations((number,)) & must:
                self.must.setdefault(number, 1)

    def _shared(self, item: int, ways: Sequence[Way], wanted: int) -> None:
        """Take what all ways have in common: a station, and items that each of them uses."""
        if all(way.stand == ways[0].stand for way in ways) and ways[0].stand >= 0:
            self.reserve.setdefault(ways[0].stand, 0)
        shares: dict[int, list[float]] = {}
        for way in ways:
            for members, count in self.scope.needs[way]:
                if len(members) == 1:
                    shares.setdefault(members[0], []).append(count / way.count)
        for used, found in shares.items():
            if len(found) == len(ways) and used != item and self.scope.closure.book.rest.get(used) != used:
                amount = -int(-(wanted * min(found) - 1e-9) // 1)
                known = self.common.get((item, used), 0)
                if amount > known:
                    self.common[item, used] = amount
                    self.need[used] = self.need.get(used, 0) + amount - known

    def _group(self, group: Group) -> bool:
        """Say what has to be made for loose needs where only one member can be."""
        short = self._short(group)
        if short <= 0:
            return False
        makable = [item for item in group if item in self.scope.makers or item in self.scope.gather]
        if not makable:
            self.possible = False
        elif len(makable) == 1:
            (item,) = makable
            found = short + self.made(item)
            if found > self.must.get(item, 0):
                self.must[item] = found
                return True
        return False

    def _short(self, group: Group) -> int:
        """Return how many of a group are wanted beyond what is there and what is made by force."""
        wanted = self.wants.get(group, 0)
        for inner in self.field.within[group]:
            wanted += self.wants.get(inner, 0)
        return max(0, int(wanted - min(wanted, self._supply(group))))

    def _supply(self, items: Sequence[int]) -> float:
        start, need, goals = self.start, self.need, self.goals
        supply: float = 0
        for item in items:
            if item in self.field.back:
                return inf
            there = -goals[item] if item in goals else start.get(item, 0)
            supply += there - need.get(item, 0) + self.made(item)
        return supply

    def made(self, item: int) -> int:
        """Return how many are made or gathered by force, at most."""
        ways = self.scope.makers.get(item, ())
        if item in self.open:
            if item in self.scope.gather:
                return self.open[item]
            largest = max(way.count for way in ways)
            return largest * -(-self.open[item] // largest)
        made = self.bought.get(item, 0)
        for way in ways:
            made += way.count * self.times.get(way, 0)
        return made

    def _choose(self) -> None:
        """Count the crafts that choices take at least."""
        for item, wanted in self.open.items():
            self._add([item], wanted, set())
        for group in self.wants:
            short = self._short(group) - self._planned(group)
            if short > 0:
                self._add(group, int(short), set())

    def _planned(self, items: Sequence[int]) -> int:
        """Return how many of the items choices so far may make."""
        found = set(items)
        made = 0
        for choice in self.choices:
            if len(choice.items) > 1 or choice.items[0] not in self.open:
                made += choice.crafts * choice.largest if not found.isdisjoint(choice.items) else 0
        return made

    def _add(self, items: Sequence[int], short: int, seen: set[int]) -> None:
        """Add the choice by which so many items are come by, and what it is made of in turn."""
        scope = self.scope
        ways = tuple(way for item in items for way in scope.makers.get(item, ()))
        bought = any(item in scope.gather and item not in self.goals for item in items)
        if not ways and not bought:
            self.possible = False
            return
        largest = max((way.count for way in ways), default=1)
        crafts = 0 if bought else -(-short // largest)
        self.choices.append(Choice(items, short, crafts, largest, ways, nested=bool(seen)))
        seen.update(items)
        if not bought:
            self._below(ways, short, seen)

    def _below(self, ways: Sequence[Way], short: int, seen: set[int]) -> None:
        """Add what the ways use in any case: one need of each, the one that least is there of."""
        union: dict[int, None] = {}
        share = inf
        counted = False
        for way in ways:
            scarce, least = None, inf
            for members, count in self.scope.needs[way]:
                there = self._supply(members) / count
                if there < least and all(item not in self.open for item in members):
                    scarce, least = (members, count), there
            if scarce is None:
                return
            counted = counted or any((way.result, item) in self.common for item in scarce[0])
            union.update(dict.fromkeys(scarce[0]))
            share = min(share, scarce[1] / way.count)
        if counted or not seen.isdisjoint(union) or not union:
            return
        items = tuple(union)
        amount = -int(-(short * share - 1e-9) // 1)
        for group, wanted in self.wants.items():
            if set(group) <= union.keys():
                amount += wanted
        missing = amount - self._supply(items) - self._planned(items)
        if missing > 0:
            self._add(items, int(missing), seen)
