"""The runs that have not ended, and the attempts whose result nobody knows: a projection of the ledger."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...recipes.errors import InputError
from ...recipes.ids import ItemId
from ..ledger.index import Entries, Index
from ..ledger.ledger import Ledger
from ..ledger.record import Event, Record
from .progress import Progress


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run without an end: what it was for, where, and how far it came; ``begun``: it may have changed something."""

    id: str
    seq: int
    time: str
    address: str
    username: str
    goals: Mapping[ItemId, int]
    attempts: int
    begun: bool
    phase: str | None
    gate: str | None


@dataclass(frozen=True, slots=True)
class OpenIntent:
    """An attempt without a result: the run that began it, and the intent's own words."""

    run: str
    node: str | None
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What is open for one bot on one server, or everywhere; oldest first."""

    runs: tuple[OpenRun, ...] = ()
    intents: tuple[OpenIntent, ...] = field(default=())


def unfinished(ledger: Ledger, address: str | None = None, username: str | None = None) -> Unfinished:
    """Return what is open at this address for this bot, or wherever one of them is not named."""
    index = Index(ledger.folder, _fold, "runs.sqlite", events=frozenset(_TAKES), strict=True)
    index.follow()
    runs = {
        entry.key: entry.body
        for entry in sorted(index.entries("run"), key=lambda entry: entry.body["seq"])
        if address in {None, entry.body["address"]} and username in {None, entry.body["username"]}
    }
    intents = sorted(index.entries("intent"), key=lambda entry: entry.first)
    return Unfinished(
        tuple(OpenRun(id=name, **run) for name, run in runs.items()),
        tuple(OpenIntent(**entry.body) for entry in intents if entry.body["run"] in runs),
    )


def records_of(ledger: Ledger, run: str) -> Iterator[Record]:
    """Yield the records of one run, oldest first; of one that is open without reading what is older."""
    since = next((found.seq - 1 for found in unfinished(ledger).runs if found.id == run), 0)
    return (record for record in ledger.read(since=since) if record.run == run)


def progress_of(ledger: Ledger, run: str) -> Progress:
    """Return how far a run came. Raises an InputError for one that the ledger does not hold."""
    progress, found = Progress(), False
    for record in records_of(ledger, run):
        progress.note(record)
        found = True
    if not found:
        raise InputError(
            f"the ledger holds no run {run!r}",
            hint="`craftplan resume` without a name takes up the newest that was interrupted",
            code="unknown_run",
        )
    return progress


def _fold(entries: Entries, record: Record) -> None:
    if record.run is not None:
        _TAKES[Event(record.event)](entries, record, record.run)


def _started(entries: Entries, record: Record, run: str) -> None:
    """A run begins, or one that had stopped goes on."""
    body = record.body
    if body.get("lasts", True) and entries.get("run", run) is None:
        begun = {
            "seq": body.get("first", record.seq),
            "time": record.time,
            "address": body["address"],
            "username": body["username"],
            "goals": {goal["item"]: goal["count"] for goal in body["goals"]},
            "attempts": body.get("attempts", 0),
            "begun": body.get("attempts", 0) > 0,
            "phase": None,
            "gate": None,
        }
        entries.put("run", run, begun)


def _ended(entries: Entries, _: Record, run: str) -> None:
    entries.drop("run", run)


def _phase(entries: Entries, record: Record, run: str) -> None:
    _changed(entries, run, phase=record.body["phase"])


def _gate(entries: Entries, record: Record, run: str) -> None:
    opened = record.event == Event.GATE_OPENED
    _changed(entries, run, gate=record.body["gate"]["id"] if opened else None)


def _begun(entries: Entries, _: Record, run: str) -> None:
    _changed(entries, run, begun=True)


def _intended(entries: Entries, record: Record, run: str) -> None:
    known = entries.get("run", run)
    if known is not None:
        _changed(entries, run, begun=True, attempts=known["attempts"] + 1)
        entries.put("intent", record.body["attempt"], {"run": run, "node": record.node, "body": record.body})


def _settled(entries: Entries, record: Record, _: str) -> None:
    """A result settles an intent, unless the server could not be asked any more."""
    if record.event == Event.RECONCILE_RESULT or record.body.get("after", {}) is not None:
        entries.drop("intent", record.body["attempt"])


def _changed(entries: Entries, run: str, **changes: object) -> None:
    known = entries.get("run", run)
    if known is not None:
        entries.put("run", run, {**known, **changes})


_TAKES: dict[Event, Callable[[Entries, Record, str], None]] = {
    Event.RUN_STARTED: _started,
    Event.RUN_RESUMED: _started,
    Event.RUN_SUMMARY: _ended,
    Event.PHASE_STARTED: _phase,
    Event.GATE_OPENED: _gate,
    Event.GATE_APPROVED: _gate,
    Event.GATE_REJECTED: _gate,
    Event.GATE_EXPIRED: _gate,
    Event.STATION_PLACING: _begun,
    Event.STORAGE_MOVING: _begun,
    Event.ATTEMPT_INTENT: _intended,
    Event.ATTEMPT_RESULT: _settled,
    Event.RECONCILE_RESULT: _settled,
}
