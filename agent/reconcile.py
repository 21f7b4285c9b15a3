"""Intents whose result is not in the ledger: what the server's inventory says became of them."""

from collections.abc import Mapping
from typing import Any

from ..recipes.ids import ItemId
from .record import Event, Record
from .run import Run
from .verification import Delta, Outcome, delta_between

_EVENTS = frozenset({Event.RUN_STARTED, Event.ATTEMPT_INTENT, Event.ATTEMPT_RESULT, Event.RECONCILE_RESULT})


def open_intents(run: Run, address: str, username: str) -> list[Record]:
    """Return the intents of this bot's earlier runs at this address which neither a result nor a later run settled."""
    here: set[str | None] = set()
    intents: dict[str, Record] = {}
    for record in run.ledger.read(events=_EVENTS):
        body = record.body
        if record.event == Event.RUN_STARTED:
            if (body["address"], body["username"]) == (address, username):
                here.add(record.run)
        elif record.event == Event.ATTEMPT_INTENT:
            if record.run in here and record.run != run.id:
                intents[body["attempt"]] = record
        else:
            intents.pop(body["attempt"], None)
    return list(intents.values())


def reconcile(run: Run, address: str, username: str, counts: Mapping[ItemId, int]) -> list[dict[str, Any]]:
    """Settle open intents by the inventory that the server shows now, record what was found, and return it.

    Only the newest intent can be told from the inventory; an older one was followed by others, so it stays unknown.
    Nothing is done again because of it: the new plan starts from what is there.
    """
    found = []
    intents = open_intents(run, address, username)
    for record in intents:
        body = record.body
        seen = delta_between(body["before"], counts)
        outcome = _outcome(seen, body["expected"]) if record is intents[-1] else Outcome.UNKNOWN
        settled = {"attempt": body["attempt"], "outcome": outcome, "expected": body["expected"], "seen": seen}
        run.record(Event.RECONCILE_RESULT, settled, record.node)
        found.append(settled)
    return found


def _outcome(seen: Delta, expected: Delta) -> Outcome:
    if not seen:
        return Outcome.NOTHING_MADE
    return Outcome.CONFIRMED if seen == expected else Outcome.UNKNOWN
