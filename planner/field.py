"""A scope put in order: every item after all who use it, so that its whole demand is known when it is looked at.

Loose needs are nodes of their own, *groups* of members; who leaves no choice comes before them. Where items wait for
one another (a cycle) there is no such order: then ``straight`` is false, and one looks more than once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .book import Way
from .scope import Scope

Group = tuple[int, ...]
Node = int | Group


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Nodes in order; ``within`` are the groups inside of each group, ``back`` the items that come back from others."""

    scope: Scope
    order: tuple[Node, ...]
    straight: bool
    place: Mapping[Node, int]
    within: Mapping[Group, tuple[Group, ...]]
    back: frozenset[int]


def field_of(scope: Scope) -> Field:
    """Return the field of a scope."""
    after: dict[Node, dict[Node, None]] = {goal: {} for goal in scope.closure.goals}
    strict: dict[int, list[int]] = {}
    groups: dict[Group, None] = {}
    back = _comes_back(scope)
    for item, ways in scope.makers.items():
        below = after.setdefault(item, {})
        firm = _firm(scope, ways)
        for way in ways:
            for members, _ in scope.needs[way]:
                if len(members) > 1:
                    below[members] = None
                    if members not in groups:
                        groups[members] = None
                        after[members] = dict.fromkeys(members)
        for used in firm:
            below[used] = None
            strict.setdefault(used, []).append(item)
    for group in groups:
        for member in group:
            for user in strict.get(member, ()):
                after[user][group] = None
    order, straight = _sorted(after)
    within = {
        group: tuple(other for other in groups if len(other) < len(group) and set(other) <= set(group))
        for group in groups
    }
    place = {node: number for number, node in enumerate(order)}
    return Field(scope, tuple(order), straight, place, within, back)


def _comes_back(scope: Scope) -> frozenset[int]:
    """Return what is left when something of the scope is used up."""
    rest = scope.closure.book.rest
    if not rest:
        return frozenset()
    used = {member for filled in scope.needs.values() for members, _ in filled for member in members}
    return frozenset(rest[item] for item in used.union(scope.fuels) if item in rest)


def _firm(scope: Scope, ways: Sequence[Way]) -> dict[int, None]:
    """Return what ways use or lead to without a choice: members that stand alone, what comes back, stations, fuels."""
    rest = scope.closure.book.rest
    firm: dict[int, None] = {}
    for way in ways:
        for members, _ in scope.needs[way]:
            if len(members) == 1:
                firm[members[0]] = None
            firm.update((rest[member], None) for member in members if member in rest)
        if way.stand >= 0:
            firm[way.stand] = None
        if way.ticks:
            firm.update(dict.fromkeys(scope.fuels))
    return firm


def _sorted(after: Mapping[Node, Mapping[Node, None]]) -> tuple[list[Node], bool]:
    """Return the nodes, each before those after it where that can be, and whether it could be throughout."""
    done: dict[Node, bool] = {}
    order: list[Node] = []
    straight = True
    for root in after:
        if root in done:
            continue
        done[root] = False
        work = [(root, iter(after[root]))]
        while work:
            node, following = work[-1]
            for target in following:
                finished = done.get(target)
                if finished is None:
                    done[target] = False
                    work.append((target, iter(after.get(target, ()))))
                    break
                straight = straight and finished
            else:
                work.pop()
                done[node] = True
                order.append(node)
    order.reverse()
    return order, straight
