"""Attempts that a server confirmed, as they can be played again without one: what lay where, and what came of it."""

from collections.abc import Iterable, Iterator
from typing import Any

from ...recipes.ids import ItemId, RecipeId
from ..ledger.record import Event, Record
from ..memory.lessons import Value
from .phases import Phase
from .verification import Outcome

EVENTS = frozenset({Event.PHASE_COMPLETED, Event.ATTEMPT_INTENT, Event.VERIFY_RESULT})
"""The records that are read."""


class Recorded(Value):
    """One confirmed attempt: ``slots`` are the window's own, ``seen`` is the change of the inventory, in items."""

    minecraft: str
    catalog: str
    recipe: RecipeId
    station: str
    times: int
    slots: dict[int, ItemId]
    before: dict[ItemId, int]
    seen: dict[ItemId, int]


def recorded(records: Iterable[Record]) -> Iterator[Recorded]:
    """Yield every confirmed attempt of the records, each kind of it once: the same recipe with the same items."""
    contexts: dict[str | None, Any] = {}
    intents: dict[str, Any] = {}
    told = set()
    for record in records:
        body = record.body
        if record.event == Event.PHASE_COMPLETED and body["phase"] == Phase.CONTEXT:
            contexts[record.run] = body
        elif record.event == Event.ATTEMPT_INTENT:
            intents[body["attempt"]] = body
        elif record.event == Event.VERIFY_RESULT:
            intent, context = intents.pop(body["attempt"], None), contexts.get(record.run)
            if intent is None or context is None or body["outcome"] != Outcome.CONFIRMED:
                continue
            kind = context["catalog"], intent["recipe"], intent["times"], *sorted(intent["bind"].items())
            if kind not in told:
                told.add(kind)
                yield Recorded(
                    minecraft=context["minecraft"],
                    catalog=context["catalog"],
                    recipe=intent["recipe"],
                    station=intent["station"],
                    times=intent["times"],
                    slots=intent["bind"],
                    before=intent["before"],
                    seen=body["seen"],
                )
