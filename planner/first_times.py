"""What every plan keeps that has an order: the first time of a way cannot wait for that way itself."""

from collections.abc import Container, Sequence

from .program import Condition, Program, Role, Row


def first_times(program: Program, values: Sequence[int], start: Sequence[int]) -> list[Condition]:
    """Return conditions that a solution without order breaks and that every plan keeps.

    The first time that a way is taken, what it needs must come from somewhere that does not wait for that very way.
    """
    stuck = _never_started(program, values, start)
    if stuck is not None:
        return [stuck]
    broken = []
    for place, column in enumerate(program.columns):
        if column.role is not Role.TAKE or not values[place]:
            continue
        early = _columns_without(program, column.subject, start, values)
        way = program.scope.closure.ways[column.subject]
        for need, (_, count) in enumerate(way.needs):
            members = program.scope.members[column.subject, need]
            row = _sources(program, members, early)
            bound = float(count - sum(start[member] for member in members))
            if bound <= 0:
                continue
            # A plan that uses something this solution does not may get them in another way.
            row.update({at: bound for at, value in enumerate(values) if not value and _begins(program, at)})
            if sum(value * values[source] for source, value in row.items()) < bound:
                broken.append(Condition((place,), row, bound, members[0]))
    return broken


def _never_started(program: Program, values: Sequence[int], start: Sequence[int]) -> Condition | None:
    """Return what ways that only wait for one another ask for: one of their items from outside."""
    closure = program.scope.closure
    used = {
        column.subject for place, column in enumerate(program.columns) if column.role is Role.TAKE and values[place]
    }
    have = {item for item, count in enumerate(start) if count}
    have |= {
        column.subject for place, column in enumerate(program.columns) if column.role is Role.GATHER and values[place]
    }
    waiting = set(used)
    while True:
        able = {number for number in waiting if _enabled(program, number, have)}
        if not able:
            break
        waiting -= able
        for number in able:
            have.add(closure.ways[number].result)
            have.update(
                closure.remainders[member] for member in _members(program, number) if member in closure.remainders
            )
    if not waiting:
        return None
    absent = {member for number in waiting for member in _members(program, number) if member not in have}
    absent |= {closure.ways[number].result for number in waiting} - have
    users, row = [], {}
    for place, column in enumerate(program.columns):
        if column.role is Role.TAKE and column.subject in waiting:
            users.append(place)
        number = (
            column.subject if column.role is Role.TAKE else program.columns[column.of].subject if column.of >= 0 else -1
        )
        waits = number >= 0 and not _enabled(program, number, _Outside(absent))
        gives = [column.subject] if column.role is Role.GATHER else []
        if column.role is Role.TAKE:
            gives = [closure.ways[number].result]
            gives += [closure.remainders[item] for item in _members(program, number) if item in closure.remainders]
        elif column.subject in closure.remainders:
            gives += [closure.remainders[column.subject]]
        if not waits and any(item in absent for item in gives):
            row[place] = 1.0
    return Condition(tuple(users), row, 1.0, min(absent))


class _Outside:
    """Holds everything but some items."""

    def __init__(self, absent: set[int]) -> None:
        self.absent = absent

    def __contains__(self, item: object) -> bool:
        return item not in self.absent


def _enabled(program: Program, number: int, have: Container[int]) -> bool:
    needs = range(len(program.scope.closure.ways[number].needs))
    return all(any(member in have for member in program.scope.members[number, need]) for need in needs)


def _members(program: Program, number: int) -> list[int]:
    needs = range(len(program.scope.closure.ways[number].needs))
    return [member for need in needs for member in program.scope.members[number, need]]


def _begins(program: Program, place: int) -> bool:
    return program.columns[place].role in {Role.TAKE, Role.GATHER}


def _columns_without(program: Program, avoided: int, start: Sequence[int], values: Sequence[int]) -> set[int]:
    """Return the columns of the solution that can be used before the way is taken for the first time."""
    scope, closure = program.scope, program.scope.closure
    have = {item for item, count in enumerate(start) if count}
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


def _sources(program: Program, items: Sequence[int], early: set[int]) -> Row:
    """Return how much of the items each early column gives, what it takes of them aside."""
    closure = program.scope.closure
    row: Row = {}
    for place in sorted(early):
        column = program.columns[place]
        gives = 0.0
        if column.role is Role.TAKE:
            way = closure.ways[column.subject]
            gives = way.count if way.result in items else 0.0
            for need, (_, count) in enumerate(way.needs):
                members = program.scope.members[column.subject, need]
                if len(members) == 1 and closure.remainders.get(members[0]) in items:
                    gives += count
        elif column.role is Role.GATHER:
            gives = float(column.subject in items)
        elif closure.remainders.get(column.subject) in items:
            gives = 1.0
        if gives:
            row[place] = gives
    return row
