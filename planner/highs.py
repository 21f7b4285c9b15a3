"""The balance program solved by HiGHS (extra ``[optimal]``): the last resort of large searches, and a judge in tests.

It shares the program with our own search, but none of its code: conditions become indicator rows with a binary column
each. Order is not checked here: a solution may borrow what it never has.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import CDLL
from importlib.util import find_spec
from math import inf
from typing import Any

from .program import Program, Row

LARGEST = 1e5
"""No column is larger: conditions are switched off by it."""


def available() -> bool:
    """Whether highspy is installed."""
    return find_spec("highspy") is not None


def optimum(
    program: Program, costs: Sequence[float], extra: Sequence[tuple[Row, float]] = (), *, seconds: float = inf
) -> tuple[int, ...] | None:
    """Return the best whole-numbered solution of the rows and conditions, None when there is none (in time)."""
    import highspy

    with _quiet():
        model: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    model.setOptionValue("output_flag", False)  # noqa: FBT003 - the library's own signature
    model.setOptionValue("mip_rel_gap", 0.0)
    if seconds < inf:
        model.setOptionValue("time_limit", max(seconds, 0.001))
    for cost in costs:
        _column(model, cost, LARGEST)
    for row, bound in (*program.rows, *extra):
        _row(model, row, bound)
    for condition in program.conditions:
        switch = _column(model, 0.0, 1.0)
        _row(model, dict.fromkeys(condition.users, -1.0) | {switch: LARGEST * len(condition.users)}, 0.0)
        _row(model, {**condition.row, switch: condition.row.get(switch, 0.0) - condition.bound}, 0.0)
    model.run()
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return tuple(round(value) for value in list(model.getSolution().col_value)[: len(costs)])


@contextmanager
def _quiet() -> Iterator[None]:
    """Send what C code writes to stdout nowhere: HiGHS prints a banner when it is first made, and stdout is ours."""
    flush = CDLL(None).fflush
    sys.stdout.flush()
    flush(None)
    saved = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        flush(None)
        os.dup2(saved, 1)
        os.close(saved)
        os.close(nowhere)


def _column(model: Any, cost: float, largest: float) -> int:
    import highspy

    place = int(model.getNumCol())
    model.addVar(0.0, largest)
    model.changeColCost(place, cost)
    model.changeColIntegrality(place, highspy.HighsVarType.kInteger)
    return place


def _row(model: Any, row: Mapping[int, float], bound: float) -> None:
    import numpy as np

    places = np.array(list(row), dtype=np.int32)
    model.addRow(bound, inf, len(row), places, np.array(list(row.values()), dtype=float))
