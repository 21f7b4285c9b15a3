"""Branch and bound over a balance program: the best whole-numbered solution that can also be done in some order.

A node is the linear program with a few more rows. Its optimum, rounded up to the next value a plan can have, bounds
all plans below it. Branched on, in this order: conditions that are broken, columns that are no whole numbers, and whole
solutions that no order can do (the balance is right, but a bottle is borrowed before anyone has it).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, gcd, inf
from time import perf_counter

from .program import Condition, Program, Role, Row
from .simplex import Dictionary

_WHOLE = 1e-6
_TILTED = 0.2
"""Costs are whole numbers; all preferences together stay below this."""
Accept = Callable[[list[int]], bool | list[Condition]]
"""Says of a whole solution whether some order can do it; or names conditions that it breaks and every plan keeps."""


@dataclass(frozen=True, slots=True)
class Best:
    """What a search found: the best solution's ``values`` (None: none below what was known) and its ``cost``.

    No plan costs less than ``bound``; both are infinite when there is no plan at all.
    """

    values: tuple[int, ...] | None
    cost: float
    bound: float

    @property
    def proved(self) -> bool:
        """Whether no plan is better."""
        return self.bound >= self.cost


def minimise(
    program: Program,
    costs: Sequence[float],
    accept: Accept,
    *,
    deadline: float = inf,
    extra: Sequence[tuple[Row, float]] = (),
    known: int | None = None,
    tilt: Sequence[float] = (),
) -> Best:
    """Return the solution of least cost, and how much less any other could cost.

    ``costs`` are whole numbers; ``accept`` says whether a whole solution can be done in some order; ``deadline`` is a
    time of ``perf_counter``; only solutions cheaper than ``known`` are looked for. ``tilt`` is a tiny cost of each
    column that decides between solutions of equal cost; over a whole plan it stays below 0.2.
    """
    return _Search(program, costs, accept, deadline, known).run(extra, tilt)


class _Search:
    def __init__(
        self, program: Program, costs: Sequence[float], accept: Accept, deadline: float, known: int | None
    ) -> None:
        self.program = program
        self.accept = accept
        self.deadline = deadline
        self.costs = list(costs)
        self.step = gcd(*(int(cost) for cost in costs)) or 1
        self.best: tuple[int, ...] | None = None
        self.cost: float = inf if known is None else known
        roles = [column.role for column in program.columns]
        # What costs comes first: the rest often falls into place by itself.
        order = (Role.LACK, Role.GATHER, Role.BURN, Role.TAKE, Role.FILL)
        self.columns = [place for role in order for place, found in enumerate(roles) if found is role]

    def run(self, extra: Sequence[tuple[Row, float]], tilt: Sequence[float]) -> Best:
        root = Dictionary([cost + lean for cost, lean in zip(self.costs, tilt, strict=True)] if tilt else self.costs)
        for row, bound in (*self.program.rows, *extra):
            root.add(row, bound)
        try:
            nodes = [root] if root.solve() else []
        except ArithmeticError:
            return Best(None, self.cost, 0)
        while nodes:
            node = nodes.pop()
            if self._bound(node) >= self.cost:
                continue
            if perf_counter() > self.deadline:
                nodes.append(node)
                break
            try:
                children = [child for child in self._children(node) if child.solve() and self._bound(child) < self.cost]
            except ArithmeticError:
                # The node's own bound holds; what lies below it stays unknown.
                nodes.append(node)
                break
            # The most promising last: it is looked at next.
            children.sort(key=lambda child: -child.objective)
            nodes += children
        return Best(self.best, self.cost, min([self.cost, *(self._bound(node) for node in nodes)]))

    def _bound(self, node: Dictionary) -> int:
        return ceil((node.objective - _TILTED) / self.step) * self.step

    def _children(self, node: Dictionary) -> list[Dictionary]:
        values = node.values()
        broken = next((condition for condition in self.program.conditions if _breaks(values, condition)), None)
        if broken is not None:
            return [
                _with(node, [(dict.fromkeys(broken.users, -1.0), 0.0)]),
                _with(node, [(broken.row, broken.bound)]),
            ]
        for one, two in self.program.undoing:
            if values[one] > _WHOLE and values[two] > _WHOLE:
                return [_with(node, [({one: -1.0}, 0.0)]), _with(node, [({two: -1.0}, 0.0)])]
        for column in self.columns:
            value = values[column]
            if abs(value - round(value)) > _WHOLE:
                return [
                    _with(node, [({column: -1.0}, -floor(value))]),
                    _with(node, [({column: 1.0}, ceil(value))]),
                ]
        whole = [round(value) for value in values]
        cost = sum(int(price) * value for price, value in zip(self.costs, whole, strict=True))
        if cost >= self.cost:
            return []
        verdict = self.accept(whole)
        if verdict is True:
            self.best, self.cost = tuple(whole), cost
            return []
        if verdict:
            self.program.conditions += verdict
            return [node]
        return self._others(node, whole)

    def _others(self, node: Dictionary, whole: Sequence[int]) -> list[Dictionary]:
        """Return nodes that together hold everything but this solution, however its needs are filled."""
        children = []
        fixed: list[tuple[Row, float]] = []
        for column in self.columns:
            value = whole[column]
            if self.program.columns[column].role is Role.FILL:
                continue
            if value > 0:
                children.append(_with(node, [*fixed, ({column: -1.0}, 1.0 - value)]))
            children.append(_with(node, [*fixed, ({column: 1.0}, value + 1.0)]))
            fixed += [({column: -1.0}, -value), ({column: 1.0}, value)]
        return children


def _breaks(values: Sequence[float], condition: Condition) -> bool:
    if all(values[user] <= _WHOLE for user in condition.users):
        return False
    return sum(value * values[column] for column, value in condition.row.items()) < condition.bound - _WHOLE


def _with(node: Dictionary, rows: Sequence[tuple[Row, float]]) -> Dictionary:
    child = node.copy()
    for row, bound in rows:
        child.add(row, bound)
    return child
