"""A linear program by the dual simplex method: minimise c·x where rows·x ≥ bounds, x ≥ 0 and c ≥ 0.

Since no cost is negative, the slack basis is dual feasible: no first phase is needed, and a row that is added later
(branching) only asks for a few more pivots. The method is Lemke's (1954), in dictionary form: a basic variable is a
constant plus a combination of the variables that are zero. Ties go to the lowest number, so the outcome is always the
same.
"""

from collections.abc import Mapping
from math import inf

EPSILON = 1e-9
_TOLERANCE = 1e-7
_MOST_PIVOTS = 5000


class Dictionary:
    """The program at some basis. Variables 0…n-1 are the columns, the ones from n on are the rows' slacks."""

    __slots__ = ("basic", "costs", "free", "fresh", "names", "objective", "rows", "size")

    def __init__(self, costs: list[float]) -> None:
        self.fresh = True
        """Whether every column is still free."""
        self.size = len(costs)
        self.costs = list(costs)
        self.objective = 0.0
        self.free = list(range(len(costs)))
        """The variable at each place of a row; all of them are zero."""
        self.basic: list[int] = []
        self.rows: list[list[float]] = []
        """Coefficients of the free variables, with the constant at the end."""
        self.names = len(costs)

    def copy(self) -> "Dictionary":
        """Return an independent copy."""
        other = Dictionary.__new__(Dictionary)
        other.fresh = self.fresh
        other.size, other.objective, other.names = self.size, self.objective, self.names
        other.costs, other.free, other.basic = self.costs[:], self.free[:], self.basic[:]
        other.rows = [row[:] for row in self.rows]
        return other

    def add(self, row: Mapping[int, float], bound: float) -> None:
        """Add the constraint ``row · x >= bound``."""
        new = [0.0] * (len(self.free) + 1)
        new[-1] = -bound
        if self.fresh:
            for column, value in row.items():
                new[column] += value
        else:
            self._substitute(new, row)
        self.basic.append(self.names)
        self.rows.append(new)
        self.names += 1

    def _substitute(self, new: list[float], row: Mapping[int, float]) -> None:
        """Write the row in the variables that are free by now."""
        place = {variable: at for at, variable in enumerate(self.free) if variable in row}
        for column, value in row.items():
            at_free = place.get(column)
            if at_free is not None:
                new[at_free] += value
                continue
            for at, term in enumerate(self.rows[self.basic.index(column)]):
                if term:
                    new[at] += value * term

    def solve(self) -> bool:
        """Pivot until every basic variable is non-negative; False when the program has no solution."""
        for pivots in range(_MOST_PIVOTS):
            leaving = self._leaving(by_number=pivots > 500)  # noqa: PLR2004 - far beyond what is usual: stop cycling
            if leaving is None:
                return True
            entering = self._entering(leaving)
            if entering is None:
                return False
            self._pivot(leaving, entering)
        raise ArithmeticError("the simplex method does not come to an end")

    def values(self) -> list[float]:
        """Return the value of every column."""
        values = [0.0] * self.size
        for variable, row in zip(self.basic, self.rows, strict=True):
            if variable < self.size:
                values[variable] = row[-1]
        return values

    def _leaving(self, *, by_number: bool) -> int | None:
        if by_number:
            short = [(variable, at) for at, variable in enumerate(self.basic) if self.rows[at][-1] < -_TOLERANCE]
            return min(short)[1] if short else None
        worst, found = -_TOLERANCE, None
        for at, row in enumerate(self.rows):
            if row[-1] < worst:
                worst, found = row[-1], at
        return found

    def _entering(self, leaving: int) -> int | None:
        best, found, chosen = inf, None, -1
        row, costs, free = self.rows[leaving], self.costs, self.free
        for at, variable in enumerate(free):
            value = row[at]
            if value > EPSILON:
                ratio = costs[at] / value
                if ratio < best - EPSILON or (ratio < best + EPSILON and variable < chosen):
                    best, found, chosen = ratio, at, variable
        return found

    def _pivot(self, leaving: int, entering: int) -> None:
        self.fresh = False
        row = self.rows[leaving]
        scale = 1.0 / row[entering]
        self.basic[leaving], self.free[entering] = self.free[entering], self.basic[leaving]
        solved = [-value * scale for value in row]
        solved[entering] = scale
        self.rows[leaving] = solved
        touched = [(at, value) for at, value in enumerate(solved) if value]
        for at, other in enumerate(self.rows):
            factor = other[entering]
            if at != leaving and factor:
                other[entering] = 0.0
                for place, value in touched:
                    other[place] += factor * value
        factor = self.costs[entering]
        if factor:
            self.costs[entering] = 0.0
            last = len(self.free)
            for place, value in touched:
                if place == last:
                    self.objective += factor * value
                else:
                    self.costs[place] += factor * value
