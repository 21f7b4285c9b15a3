"""Whose failure it was and what is done about it by itself: the table of signals (design §8)."""

from dataclasses import dataclass
from enum import StrEnum

from ..memory.lessons import FailureClass
from .verification import Outcome


class Action(StrEnum):
    """What follows a failed attempt without anybody being asked."""

    RETRY = "the next strategy, at most three; none that consumed something"
    LEARN = "a lesson, and a plan around it"
    STOP = "stop with the evidence"
    WAIT = "stop here; `craftplan resume` settles the attempt and goes on"


@dataclass(frozen=True, slots=True)
class Row:
    """One signal's class, its code in lessons and reports, and what follows."""

    failure: FailureClass
    code: str
    action: Action


_LOGIC, _OURS, _WORLD = FailureClass.LOGIC, FailureClass.INSTRUMENTATION, FailureClass.INFRASTRUCTURE
SIGNALS = {
    "no_result": Row(_LOGIC, "E_SERVER_DISAGREES", Action.LEARN),
    "wrong_result": Row(_LOGIC, "E_WRONG_RESULT", Action.LEARN),
    "inventory_full": Row(_LOGIC, "E_SINK", Action.STOP),
    "occupied": Row(_LOGIC, "E_OCCUPIED", Action.STOP),
    "fuel_ran_out": Row(_LOGIC, "E_FUEL", Action.STOP),
    "stalled": Row(_LOGIC, "E_STALLED", Action.STOP),
    "storage_full": Row(_LOGIC, "E_STORAGE_FULL", Action.STOP),
    "no_item": Row(_LOGIC, "E_INFEASIBLE", Action.STOP),
    "no_spot": Row(_LOGIC, "E_NO_SPOT", Action.STOP),
    "no_station": Row(_OURS, "E_NO_STATION", Action.RETRY),
    "too_far": Row(_OURS, "E_TOO_FAR", Action.RETRY),
    "wrong_window": Row(_OURS, "E_WRONG_WINDOW", Action.RETRY),
    "open_timeout": Row(_OURS, "E_WINDOW_TIMEOUT", Action.RETRY),
    "click_timeout": Row(_OURS, "E_CLICK_LOST", Action.RETRY),
    "out_of_time": Row(_OURS, "E_OUT_OF_TIME", Action.RETRY),
    "window_changed": Row(_OURS, "E_WINDOW_CHANGED", Action.RETRY),
    "missing_items": Row(_OURS, "E_STALE_INVENTORY", Action.RETRY),
    "place_refused": Row(_OURS, "E_CLICK_REJECTED", Action.RETRY),
    "take_refused": Row(_OURS, "E_NOTHING_MADE", Action.RETRY),
    "return_failed": Row(_OURS, "E_RETURN_FAILED", Action.RETRY),
    "out_of_tries": Row(_OURS, "E_OUT_OF_TRIES", Action.STOP),
    "disconnected": Row(_WORLD, "E_SERVER_DOWN", Action.WAIT),
}
"""By the executor's reason. What is in no row is ``UNRECOGNISED``."""
UNRECOGNISED = Row(FailureClass.UNKNOWN, "E_UNKNOWN", Action.STOP)
CONSUMED = Row(FailureClass.UNKNOWN, "E_CONSUMED", Action.STOP)
"""All clicks were done, and the inventory shows something else: nobody knows why, so nothing is tried again."""
TEACHES = frozenset(reason for reason, row in SIGNALS.items() if row.action is Action.LEARN)
"""The reasons that say something about a recipe: the server showed another result than the recipe's, or none."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a run ended before its goals were made; ``attempt`` names the evidence in the ledger.

    It is nobody's ``failure`` where somebody asked for it.
    """

    failure: FailureClass | None
    code: str
    message: str
    attempt: str | None = None


def row(reason: str, outcome: Outcome) -> Row:
    """Return the row of an attempt's reason and verdict; what is not recognised is never tried again."""
    if outcome is Outcome.WRONG_RESULT:
        return SIGNALS["wrong_result"]
    if reason == "ok" or outcome is Outcome.CONSUMED_WITHOUT_RESULT:
        return CONSUMED
    return SIGNALS.get(reason, UNRECOGNISED)


def classify(reason: str, outcome: Outcome) -> FailureClass:
    """Return the class of an attempt's reason and verdict."""
    return row(reason, outcome).failure


def code_of(reason: str) -> str:
    """Return the code of a reason, as lessons name it."""
    return SIGNALS.get(reason, UNRECOGNISED).code
