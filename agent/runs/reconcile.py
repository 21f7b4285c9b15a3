"""Intents whose result is not in the ledger: what the server's inventory says became of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...recipes.ids import ItemId
from ..ledger.record import Event
from .run import Run
from .unfinished import OpenIntent, unfinished
from .verification import Delta, Outcome, delta_between


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of an attempt that was cut off: how many crafts were done, and what the inventory shows of it."""

    attempt: str
    outcome: Outcome
    crafts: int
    expected: Delta
    seen: Delta

    @property
    def known(self) -> bool:
        """Whether the inventory tells; if not, things may still lie where they fell."""
        return self.outcome is not Outcome.UNKNOWN


def open_intents(run: Run, address: str, username: str) -> tuple[OpenIntent, ...]:
    """Return the intents of this bot's earlier runs at this address which neither a result nor a later run settled."""
    found = unfinished(run.ledger, address, username).intents
    return tuple(intent for intent in found if intent.run != run.id)


def settle(intent: Mapping[str, Any], counts: Mapping[ItemId, int]) -> Settled:
    """Return what the inventory says of one intent: all crafts done, none, some, or nothing that could be told.

    Only the items that the attempt touches are looked at: what else came and went says nothing about it.
    """
    expected, each = intent["expected"], intent.get("each") or {}
    times = intent.get("times", 1) if each else 1
    before = {item: intent["before"].get(item, 0) for item in expected}
    seen = delta_between(before, {item: counts.get(item, 0) for item in expected})
    for crafts in range(times, -1, -1):
        if seen == _after(expected, each, crafts, times):
            outcome = Outcome.PARTIAL if 0 < crafts < times else Outcome.CONFIRMED if crafts else Outcome.NOTHING_MADE
            done = crafts if each else crafts * intent.get("times", 1)
            return Settled(intent["attempt"], outcome, done, expected, seen)
    return Settled(intent["attempt"], Outcome.UNKNOWN, 0, expected, seen)


def record_settled(run: Run, settled: Settled, node: str | None) -> None:
    """Put what became of an attempt into the ledger."""
    body = {
        "attempt": settled.attempt,
        "outcome": settled.outcome,
        "crafts": settled.crafts,
        "expected": settled.expected,
        "seen": settled.seen,
    }
    run.record(Event.RECONCILE_RESULT, body, node)


def reconcile(run: Run, address: str, username: str, counts: Mapping[ItemId, int]) -> list[Settled]:
    """Settle the intents that other runs left open by the inventory that the server shows now; record and return it.

    Only the newest intent can be told from the inventory; an older one was followed by others, so it stays unknown.
    Nothing is done again because of it: the new plan starts from what is there.
    """
    found = []
    intents = open_intents(run, address, username)
    for intent in intents:
        settled = settle(intent.body, counts)
        if intent is not intents[-1]:
            settled = Settled(settled.attempt, Outcome.UNKNOWN, 0, settled.expected, settled.seen)
        record_settled(run, settled, intent.node)
        found.append(settled)
    return found


def _after(expected: Delta, each: Delta, crafts: int, times: int) -> Delta:
    """Return the change after so many crafts; each craft changes the same."""
    if crafts == times:
        return expected
    return {item: change * crafts for item, change in each.items()} if crafts else {}
