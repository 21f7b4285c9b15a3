"""What a run has done so far: a fold over its records, the same for who wrote them and for who goes on with it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...bridge.messages import Position, Strategy
from ...planner.result import Station
from ...recipes.ids import ItemId
from ..ledger.record import Event, Record
from .verification import Outcome


@dataclass(slots=True)
class Progress:
    """The state of one run. Every record of the run changes it, and nothing else does.

    ``todo`` are the plan's steps that are left, as the ledger keeps them; ``tries`` the strategies that a step was
    attempted with since it last went well; ``open`` an intent whose result nobody knows; ``had`` what the inventory
    held before anything was taken out of a chest, None as long as nothing was; ``handed_on`` a gate that was passed for
    whoever goes on with the run.
    """

    begun: Mapping[str, Any] = field(default_factory=dict)
    first: int = 0
    goals: dict[ItemId, int] = field(default_factory=dict)
    started: dict[ItemId, int] | None = None
    confirmed: Counter[ItemId] = field(default_factory=Counter)
    plan: str | None = None
    of: int = 0
    todo: list[dict[str, Any]] = field(default_factory=list)
    tries: dict[str, list[Strategy]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    placed: dict[Station, Position] = field(default_factory=dict)
    placing: Mapping[str, Any] | None = None
    held: dict[Station, int] = field(default_factory=dict)
    had: Mapping[ItemId, int] | None = None
    open: Record | None = None
    intents: dict[str, Record] = field(default_factory=dict)
    attempts: int = 0
    approved: dict[str, Any] | None = None
    since_approval: int = 0
    asked: Mapping[str, Any] | None = None
    handed_on: Mapping[str, Any] | None = None
    gate: str | None = None
    phase: str | None = None
    ended: str | None = None

    def note(self, record: Record) -> None:
        """Take one record of the run in."""
        take = _TAKES.get(record.event)
        if take is not None:
            take(self, record)

    @property
    def step(self) -> int | None:
        """The number of the step that is next, None where no plan is left."""
        return self.todo[0]["step"] if self.todo else None


def step_key(recipe: str, bind: Mapping[str, str]) -> str:
    """Return what is the same step across plans and restarts: its recipe and what lies in which slot."""
    return " ".join([recipe, *(f"{slot}={bind[slot]}" for slot in sorted(bind))])


def _begun(progress: Progress, record: Record) -> None:
    progress.begun, progress.first = record.body, record.seq
    progress.goals = {ItemId(goal["item"]): goal["count"] for goal in record.body["goals"]}


def _phase(progress: Progress, record: Record) -> None:
    progress.phase = record.body["phase"]


def _planned(progress: Progress, record: Record) -> None:
    body = record.body
    if body["part"] == 1:
        progress.plan, progress.todo = body["plan"], []
        progress.of = body["of"]
        if not progress.attempts and progress.had is None:
            progress.started = dict(body["at_hand"])
    progress.todo += [dict(step) for step in body["steps"]]


def _intended(progress: Progress, record: Record) -> None:
    body = record.body
    progress.attempts += 1
    progress.since_approval += 1
    progress.open = progress.intents[body["attempt"]] = record
    progress.tries.setdefault(step_key(body["recipe"], body["bind"]), []).append(body["strategy"])


def _judged(progress: Progress, record: Record) -> None:
    """A verdict, the executor's or the one that a later look at the inventory gave."""
    body = record.body
    intent = progress.intents.get(body["attempt"])
    if intent is None or (record.event == Event.VERIFY_RESULT and not _is_known(body)):
        return
    if progress.open is intent:
        progress.open = None
    for item, change in body["seen"].items():
        progress.confirmed[item] += change
    step = next((step for step in progress.todo if step["step"] == intent.body["step"]), None)
    if body["outcome"] == Outcome.CONFIRMED:
        progress.tries.pop(step_key(intent.body["recipe"], intent.body["bind"]), None)
        if step is not None:
            progress.todo.remove(step)
    elif body["outcome"] == Outcome.PARTIAL and step is not None:
        step["times"] -= body["crafts"]


def _is_known(verdict: Mapping[str, Any]) -> bool:
    """Whether the executor could still ask the server: else the intent stays open."""
    return verdict["outcome"] != Outcome.UNKNOWN or bool(verdict["seen"])


def _resulted(progress: Progress, record: Record) -> None:
    intent = progress.intents.get(record.body["attempt"])
    if intent is None:
        return
    if record.body.get("teaches"):
        progress.refused[intent.body["item"]] += 1
    if record.body.get("undone"):
        progress.open = None


def _placing(progress: Progress, record: Record) -> None:
    progress.placing = record.body


def _placed(progress: Progress, record: Record) -> None:
    body = record.body
    progress.placing = None
    if "x" in body:
        station = Station(body["block"].removeprefix("minecraft:"))
        progress.placed[station] = Position(x=body["x"], y=body["y"], z=body["z"])


def _taking(progress: Progress, record: Record) -> None:
    progress.held[Station(record.body["block"].removeprefix("minecraft:"))] = record.body["held"]


def _taken(progress: Progress, record: Record) -> None:
    progress.placed.pop(Station(record.body["block"].removeprefix("minecraft:")), None)


def _moving(progress: Progress, record: Record) -> None:
    if progress.had is None and record.body["take"]:
        progress.had = record.body["had"]


def _opened(progress: Progress, record: Record) -> None:
    progress.asked = record.body["gate"]
    progress.gate = record.body["gate"]["id"]


def _handed_on(progress: Progress, record: Record) -> None:
    if progress.asked is not None and record.body["gate"]["id"] == progress.asked["id"]:
        progress.handed_on = progress.asked


def _approved(progress: Progress, record: Record) -> None:
    progress.gate = progress.handed_on = None
    progress.approved, progress.since_approval = dict(record.body), 0


def _closed(progress: Progress, _record: Record) -> None:
    progress.gate = progress.handed_on = None


def _ended(progress: Progress, record: Record) -> None:
    progress.ended = record.body["result"]


def _resumed(progress: Progress, _record: Record) -> None:
    progress.ended = None


_TAKES: dict[str, Callable[[Progress, Record], None]] = {
    Event.RUN_STARTED: _begun,
    Event.RUN_RESUMED: _resumed,
    Event.RUN_SUMMARY: _ended,
    Event.PHASE_STARTED: _phase,
    Event.PLAN_CREATED: _planned,
    Event.ATTEMPT_INTENT: _intended,
    Event.ATTEMPT_RESULT: _resulted,
    Event.VERIFY_RESULT: _judged,
    Event.RECONCILE_RESULT: _judged,
    Event.STATION_PLACING: _placing,
    Event.STATION_PLACED: _placed,
    Event.STATION_TAKING: _taking,
    Event.STATION_TAKEN: _taken,
    Event.STORAGE_MOVING: _moving,
    Event.GATE_OPENED: _opened,
    Event.GATE_APPROVED: _approved,
    Event.GATE_REJECTED: _closed,
    Event.GATE_CLAIMED: _closed,
    Event.GATE_HANDED_ON: _handed_on,
    Event.GATE_EXPIRED: _closed,
}
