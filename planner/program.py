"""The balance program: how often each way is taken, which members fill it, what is gathered, what burns.

Columns: ``TAKE`` a way (with the fuel it burns), ``FILL`` one need of a taken way with one member, ``GATHER`` an item,
``BURN`` a piece of fuel. Rows say that nothing is used that is not there, and that the goals are made anew. What rows
cannot say stands in ``conditions``: if any of their columns is used, their row has to hold as well (a station is had;
something that only comes back is there to begin with).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from .book import Way
from .crafts import Craft
from .scope import Scope

Row = dict[int, float]


class Role(Enum):
    """What a column counts."""

    TAKE = auto()
    FILL = auto()
    GATHER = auto()
    BURN = auto()
    LACK = auto()


@dataclass(frozen=True, slots=True)
class Column:
    """``way`` is what TAKE takes, and what FILL and BURN are for; ``subject`` an item, ``of`` their TAKE column."""

    role: Role
    subject: int
    way: Way | None = None
    of: int = -1
    need: int = -1
    price: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """If any of ``users`` is more than zero, ``row`` has to reach ``bound``."""

    users: tuple[int, ...]
    row: Row
    bound: float
    item: int


@dataclass(slots=True)
class Program:
    """Columns, rows (each ``row · x >= bound``) and conditions."""

    scope: Scope
    columns: list[Column] = field(default_factory=list)
    rows: list[tuple[Row, float]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    undoing: list[tuple[int, int]] = field(default_factory=list)
    """Pairs of columns that undo each other (pack, unpack): a plan that has both is no worse without one of each."""

    def crafts(self) -> list[float]:
        """Return the cost of each column where crafts and smelts are counted."""
        return [1.0 if column.role is Role.TAKE else 0.0 for column in self.columns]

    def tilt(self, wanted: int) -> list[float]:
        """Return a tiny cost of each column, for plans of about ``wanted`` items: crafts, then kinds of things."""
        lean = 1e-5 / max(1000, wanted)
        size = 1 + max((column.subject for column in self.columns), default=0)
        return [
            lean * 100
            if column.role is Role.TAKE
            else lean * (1 + column.subject / size)
            if column.role is Role.GATHER
            else 0.0
            for column in self.columns
        ]

    def prices(self) -> list[float]:
        """Return the cost of each column where prices are counted."""
        return [float(column.price) for column in self.columns]


class Builder:
    """Builds the program of a scope: goals, what is at hand, and which ways, members and purchases are looked at."""

    def __init__(self, scope: Scope, start: Mapping[int, int], goals: Mapping[int, int], *, lack: bool = False) -> None:
        self.scope = scope
        self.rest = scope.closure.book.rest
        self.burn = scope.closure.burn
        self.start = start
        self.goals = goals
        self.lack = lack
        self.program = Program(scope)
        self.balance: dict[int, Row] = {}
        self.gain: dict[int, Row] = {}
        """What crafts alone do to each item: the balance without gathering."""
        self.at_station: dict[int, list[int]] = {}
        self.returning: list[tuple[int, int, int]] = []

    def build(self) -> Program:
        """Return the program."""
        for way in self.scope.needs:
            self._take(way)
        for item, price in self.scope.gather.items():
            column = self._column(Column(Role.GATHER, item, price=price))
            self._change(item, column, 1.0, crafted=False)
        for item, row in self.balance.items():
            if item not in self.goals and any(value < 0 for value in row.values()):
                self.program.rows.append((row, -self.start.get(item, 0)))
        for item, count in self.goals.items():
            row = dict(self.gain.get(item, {}))
            if self.lack:
                row[self._column(Column(Role.LACK, item, price=1))] = 1.0
            self.program.rows.append((row, count))
            if any(value < 0 for value in row.values()) and item in self.balance and self.lack:
                self.program.rows.append((self.balance[item], -self.start.get(item, 0)))
        self._conditions()
        self._undoing()
        return self.program

    def _column(self, column: Column) -> int:
        self.program.columns.append(column)
        return len(self.program.columns) - 1

    def _change(self, item: int, column: int, amount: float, *, crafted: bool = True) -> None:
        for rows in (self.balance, self.gain) if crafted else (self.balance,):
            row = rows.setdefault(item, {})
            row[column] = row.get(column, 0.0) + amount

    def _use(self, item: int, column: int, amount: float) -> None:
        self._change(item, column, -amount)
        remainder = self.rest.get(item)
        if remainder is not None:
            self._change(remainder, column, amount)

    def _take(self, way: Way) -> None:
        fuels: Sequence[int] = self.scope.fuels if way.ticks else (-1,)
        for fuel in fuels:
            column = self._column(Column(Role.TAKE, -1, way))
            self._change(way.result, column, way.count)
            for need in range(len(way.needs)):
                self._fill(way, column, need)
            if fuel >= 0:
                burnt = self._column(Column(Role.BURN, fuel, way, of=column))
                self._use(fuel, burnt, 1.0)
                heat = {burnt: float(self.burn[fuel]), column: -float(way.ticks)}
                self.program.rows.append((heat, 0.0))
                if fuel in self.rest:
                    # No more is burnt than has to be, not for the bucket of the lava either.
                    self.program.rows.append(({place: -value for place, value in heat.items()}, 1.0 - self.burn[fuel]))
            if way.stand >= 0:
                self.at_station.setdefault(way.stand, []).append(column)

    def _fill(self, way: Way, column: int, need: int) -> None:
        members, count = self.scope.needs[way][need]
        filled: Row = {column: -float(count)}
        for member in members:
            user, amount = column, float(count)
            if len(members) > 1:
                user, amount = self._column(Column(Role.FILL, member, way, of=column, need=need)), 1.0
                filled[user] = 1.0
            self._use(member, user, amount)
            # A loose need may be filled with another member the first time: then the result serves from there on.
            if (member == way.result and len(members) == 1) or self.rest.get(member) == member:
                self.returning.append((user, member, count))
        if len(members) > 1:
            self.program.rows.append((filled, 0.0))
            self.program.rows.append(({place: -value for place, value in filled.items()}, 0.0))

    def _conditions(self) -> None:
        for item, users in self.at_station.items():
            # Who uses the station up elsewhere may do so afterwards; who stands at it cannot.
            row = {
                column: value
                for column, value in self.balance.get(item, {}).items()
                if value > 0 or self._stands_at(column, item)
            }
            bound = 1.0 - self.start.get(item, 0)
            if bound > 0 or any(value < 0 for value in row.values()):
                self.program.conditions.append(Condition(tuple(users), row, bound, item))
        for user, item, count in self.returning:
            column = self.program.columns[user]
            taken = user if column.role is Role.TAKE else -1
            others = {
                other: value
                for other, value in self.balance[item].items()
                if value > 0 and other not in {user, taken} and (taken < 0 or self.program.columns[other].of != taken)
            }
            bound = float(count if column.role is Role.TAKE else 1) - self.start.get(item, 0)
            if bound > 0:
                self.program.conditions.append(Condition((user,), others, bound, item))

    def _stands_at(self, column: int, item: int) -> bool:
        way = self.program.columns[column].way
        return way is not None and way.stand == item

    def _undoing(self) -> None:
        taken: dict[Way, list[int]] = {}
        for place, column in enumerate(self.program.columns):
            if column.role is Role.TAKE and column.way is not None:
                taken.setdefault(column.way, []).append(place)
        for way, places in taken.items():
            for other in self._undone_by(way):
                if other.order > way.order:
                    self.program.undoing += [(one, two) for one in places for two in taken.get(other, ())]

    def _undone_by(self, way: Way) -> list[Way]:
        """Return the ways that turn a way's result back into no more than went in."""
        (members, count), *others = self.scope.needs[way]
        if others or len(members) != 1:
            return []
        return [
            back
            for back in self.scope.makers.get(members[0], ())
            if back.needs == (((way.result,), way.count),) and back.count <= count
        ]


def read(program: Program, values: Sequence[int]) -> tuple[list[Craft], dict[int, int]]:
    """Return the crafts that a solution's columns mean, and what has to be gathered first."""
    taken: dict[int, tuple[Way, int, list[dict[int, int]]]] = {}
    fuels: dict[int, int] = {}
    gathered: dict[int, int] = {}
    for place, column in enumerate(program.columns):
        value = values[place]
        if not value:
            continue
        if column.role is Role.TAKE and column.way is not None:
            needs = program.scope.needs[column.way]
            fills = [{members[0]: count * value} if len(members) == 1 else {} for members, count in needs]
            taken[place] = column.way, value, fills
        elif column.role is Role.FILL and column.of in taken:
            taken[column.of][2][column.need][column.subject] = value
        elif column.role is Role.BURN and column.of in taken:
            fuels[column.of] = column.subject
        elif column.role is Role.GATHER:
            gathered[column.subject] = value
    crafts = [Craft(way, times, tuple(fills), fuels.get(place, -1)) for place, (way, times, fills) in taken.items()]
    return crafts, gathered
