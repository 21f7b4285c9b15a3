"""Whose failure it was: the executor's reasons, each with its class (design §8)."""

from dataclasses import dataclass

from .lessons import FailureClass
from .verification import Outcome

CLASSES = {
    "no_result": FailureClass.LOGIC,
    "wrong_result": FailureClass.LOGIC,
    "inventory_full": FailureClass.LOGIC,
    "no_station": FailureClass.INSTRUMENTATION,
    "too_far": FailureClass.INSTRUMENTATION,
    "wrong_window": FailureClass.INSTRUMENTATION,
    "occupied": FailureClass.LOGIC,
    "fuel_ran_out": FailureClass.LOGIC,
    "stalled": FailureClass.LOGIC,
    "no_item": FailureClass.LOGIC,
    "no_spot": FailureClass.LOGIC,
    "open_timeout": FailureClass.INSTRUMENTATION,
    "click_timeout": FailureClass.INSTRUMENTATION,
    "out_of_time": FailureClass.INSTRUMENTATION,
    "window_changed": FailureClass.INSTRUMENTATION,
    "missing_items": FailureClass.INSTRUMENTATION,
    "place_refused": FailureClass.INSTRUMENTATION,
    "take_refused": FailureClass.INSTRUMENTATION,
    "return_failed": FailureClass.INSTRUMENTATION,
    "disconnected": FailureClass.INFRASTRUCTURE,
}
TEACHES = frozenset({"no_result", "wrong_result"})
"""The reasons that say something about a recipe: the server showed another result than the recipe's, or none."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a run ended before its goals were made; ``attempt`` names the evidence in the ledger."""

    failure: FailureClass
    code: str
    message: str
    attempt: str | None = None


def classify(reason: str, outcome: Outcome) -> FailureClass:
    """Return the class of an attempt's reason; what is not recognised is ``logic:unknown``, which is never retried."""
    if reason == "ok" or outcome in {Outcome.WRONG_RESULT, Outcome.CONSUMED_WITHOUT_RESULT}:
        return FailureClass.LOGIC if outcome is Outcome.WRONG_RESULT else FailureClass.UNKNOWN
    return CLASSES.get(reason, FailureClass.UNKNOWN)
