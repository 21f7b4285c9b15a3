"""What every plan keeps that has an order: the first time of a way cannot wait for that way itself."""

from collections.abc import Container, Mapping, Sequence

from .book import Way
from .program import Condition, Program, Role, Row


def first_times(program: Program, values: Sequence[int], start: Mapping[int, int]) -> list[Condition]:
    """Return conditions that a solution without order breaks and that every plan keeps.

    The first time that a way is taken, what it needs must come from somewhere that does not wait for that very way.
    """
    stuck = _never_started(program, values, start)
    if stuck is not None:
        return [stuck]
    broken = []
    for place, column in enumerate(program.columns):
        if column.role is not Role.TAKE or column.way is None or not values[place]:
            continue
        early = _columns_without(program, column.way, start, values)
        for members, count in program.scope.needs[column.way]:
            row = _sources(program, members, early)
            bound = float(count - sum(start.get(member, 0) for member in members))
            if bound <= 0:
                continue
            # A plan that uses something this solution does not may get them in another way.
            row.update({at: bound for at, value in enumerate(values) if not value and _begins(program, at)})
            if sum(value * values[source] for source, value in row.items()) < bound:
                broken.append(Condition((place,), row, bound, members[0]))
    return broken


def _never_started(program: Program, values: Sequence[int], start: Mapping[int, int]) -> Condition | None:
    """Return what ways that only wait for one another ask for: one of their items from outside."""
    rest = program.scope.closure.book.rest
    used = {
        column.way: None
        for place, column in enumerate(program.columns)
        if column.role is Role.TAKE and column.way is not None and values[place]
    }
    have = set(start)
    have |= {
        column.subject for place, column in enumerate(program.columns) if column.role is Role.GATHER and values[place]
    }
    waiting = set(used)
    while True:
        able = {way for way in waiting if _enabled(program, way, have)}
        if not able:
            break
        waiting -= able
        for way in able:
            have.add(way.result)
            have.update(rest[member] for member in _members(program, way) if member in rest)
    if not waiting:
        return None
    absent = {member for way in waiting for member in _members(program, way) if member not in have}
    absent |= {way.result for way in waiting} - have
    users, row = [], {}
    for place, column in enumerate(program.columns):
        if column.role is Role.TAKE and column.way in waiting:
            users.append(place)
        waits = column.way is not None and not _enabled(program, column.way, _Outside(absent))
        gives = [column.subject] if column.role is Role.GATHER else []
        if column.role is Role.TAKE and column.way is not None:
            gives = [column.way.result]
            gives += [rest[item] for item in _members(program, column.way) if item in rest]
        elif column.subject in rest:
            gives += [rest[column.subject]]
        if not waits and any(item in absent for item in gives):
            row[place] = 1.0
    return Condition(tuple(users), row, 1.0, min(absent))


class _Outside:
    """Holds everything but some items."""

    def __init__(self, absent: set[int]) -> None:
        self.absent = absent

    def __contains__(self, item: object) -> bool:
        return item not in self.absent


def _enabled(program: Program, way: Way, have: Container[int]) -> bool:
    return all(any(member in have for member in members) for members, _ in program.scope.needs[way])


def _members(program: Program, way: Way) -> list[int]:
    return [member for members, _ in program.scope.needs[way] for member in members]


def _begins(program: Program, place: int) -> bool:
    return program.columns[place].role in {Role.TAKE, Role.GATHER}


def _columns_without(program: Program, avoided: Way, start: Mapping[int, int], values: Sequence[int]) -> set[int]:
    """Return the columns of the solution that can be used before the way is taken for the first time."""
    scope, rest = program.scope, program.scope.closure.book.rest
    have = set(start)
    have |= {column.subject for at, column in enumerate(program.columns) if column.role is Role.GATHER and values[at]}
    early: set[int] = set()
    changed = True
    while changed:
        changed = False
        for place, column in enumerate(program.columns):
            if place in early or (not values[place] and _begins(program, place)):
                continue
            gives: list[int] = []
            if column.role is Role.GATHER:
                able = True
            elif column.role is Role.TAKE and column.way is not None:
                able = column.way is not avoided and _enabled(program, column.way, have)
                gives = [column.way.result]
                gives += [rest[one[0]] for one, _ in scope.needs[column.way] if len(one) == 1 and one[0] in rest]
            else:
                able = column.of in early and column.subject in have
                gives = [rest[column.subject]] if column.subject in rest else []
            if able:
                early.add(place)
                have.update(gives)
                changed = True
    return early


def _sources(program: Program, items: Sequence[int], early: set[int]) -> Row:
    """Return how much of the items each early column gives, what it takes of them aside."""
    rest = program.scope.closure.book.rest
    row: Row = {}
    for place in sorted(early):
        column = program.columns[place]
        gives = 0.0
        if column.role is Role.TAKE and column.way is not None:
            gives = float(column.way.count) if column.way.result in items else 0.0
            for members, count in program.scope.needs[column.way]:
                if len(members) == 1 and rest.get(members[0]) in items:
                    gives += count
        elif column.role is Role.GATHER:
            gives = float(column.subject in items)
        elif rest.get(column.subject) in items:
            gives = 1.0
        if gives:
            row[place] = gives
    return row
