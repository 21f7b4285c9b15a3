"""A run as a timeline: when each thing happened since its start, and one line about it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ...recipes.ids import short
from ..drawing.words import signed
from ..ledger.record import Event, Record


@dataclass(frozen=True, slots=True)
class Moment:
    """One record: its number, milliseconds since the run began, what happened, and the rest in words."""

    seq: int
    ms: int
    event: str
    text: str


def timeline(records: Iterable[Record]) -> Iterator[Moment]:
    """Yield the moments of one run's records, in their order."""
    begun: datetime | None = None
    for record in records:
        at = datetime.fromisoformat(record.time)
        begun = begun or at
        ms = round((at - begun).total_seconds() * 1000)
        tell = _TELLS.get(record.event)
        yield Moment(record.seq, ms, record.event, tell(record.body) if tell else "")


def _goals(body: Mapping[str, Any]) -> str:
    goals = ", ".join(f"{goal['count']} {short(goal['item'])}" for goal in body["goals"])
    return f"{goals} with {body['username']} on {body['address']}"


def _intent(body: Mapping[str, Any]) -> str:
    return f"{body['attempt']}: {body['times']} × {short(body['recipe'])}, {body['strategy']} clicks"


def _result(body: Mapping[str, Any]) -> str:
    clicks = body.get("clicks")
    sent = f", {clicks['sent']} clicks" if isinstance(clicks, Mapping) else ""
    took = f", {body['ms']} ms" if "ms" in body else ""
    return f"{body['attempt']}: {body['outcome']}{sent}{took}"


def _verdict(body: Mapping[str, Any]) -> str:
    return f"{body['attempt']}: {body['outcome']}, {signed(body['seen'].items())}"


def _station(body: Mapping[str, Any]) -> str:
    return short(body["block"])


def _moved(body: Mapping[str, Any]) -> str:
    place = f"{body['x']} {body['y']} {body['z']}"
    return f"{place}: {body['outcome']}, {signed((body['made'] or {}).items())}"


def _gate(body: Mapping[str, Any]) -> str:
    gate = body["gate"]
    if not isinstance(gate, Mapping):
        return f"{gate}: {body.get('why', body['policy'])}"
    by = f" by {body['approver']}" if "approver" in body else ""
    return f"{gate['id']}{by}"


def _lesson(body: Mapping[str, Any]) -> str:
    lesson = body["lesson"]
    return str(lesson["id"] if isinstance(lesson, Mapping) else lesson)


_TELLS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    Event.RUN_STARTED: _goals,
    Event.RUN_RESUMED: lambda body: f"from {body['phase']}, step {body['step']} of {body['of']}",
    Event.RUN_SUMMARY: lambda body: str(body["result"]),
    Event.PHASE_STARTED: lambda body: str(body["phase"]),
    Event.PHASE_COMPLETED: lambda body: str(body["phase"]),
    Event.PHASE_FAILED: lambda body: f"{body['phase']}: {body['code']}",
    Event.CONSULT_RECEIPT: lambda body: f"{len(body['lessons'])} lessons",
    Event.PLAN_CREATED: lambda body: f"{len(body['steps'])} steps",
    Event.MATERIALS_GIVEN: lambda body: signed(body["items"].items()),
    Event.ATTEMPT_INTENT: _intent,
    Event.ATTEMPT_RESULT: _result,
    Event.VERIFY_RESULT: _verdict,
    Event.RECONCILE_RESULT: _verdict,
    Event.STATION_PLACING: _station,
    Event.STATION_PLACED: _station,
    Event.STATION_TAKING: _station,
    Event.STATION_TAKEN: _station,
    Event.STORAGE_MOVED: _moved,
    Event.GATE_OPENED: _gate,
    Event.GATE_CLAIMED: _gate,
    Event.GATE_HANDED_ON: _gate,
    Event.GATE_APPROVED: _gate,
    Event.GATE_REJECTED: _gate,
    Event.GATE_EXPIRED: _gate,
    Event.GATE_REFUSED: _gate,
    Event.GATE_SKIPPED: _gate,
    Event.LESSON_PROPOSED: _lesson,
    Event.LESSON_VERIFIED: _lesson,
    Event.LESSON_OUTCOME: _lesson,
}
