"""What a bot should hold by the ledger's account, beside what the server shows: the difference is drift."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...recipes.ids import ItemId
from ..ledger.index import Entries, Index
from ..ledger.ledger import Ledger
from ..ledger.record import Event, Record
from .unfinished import unfinished
from .verification import Delta, delta_between


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the ledger says that a bot holds, after its record ``seq``.

    ``certain`` is false after a damage that was passed by: an event may be missing, so only the server knows.
    """

    counts: Mapping[ItemId, int]
    certain: bool
    seq: int


@dataclass(frozen=True, slots=True)
class Drift:
    """How the server's inventory differs from the ledger's account, in items; ``open`` names unsettled attempts."""

    surplus: Delta
    deficit: Delta
    open: tuple[str, ...]
    certain: bool

    @property
    def found(self) -> bool:
        """Whether anything differs, or is not known."""
        return bool(self.surplus or self.deficit or self.open) or not self.certain


def holdings(ledger: Ledger, address: str, username: str) -> Holdings | None:
    """Return the ledger's account of a bot at an address; None where it has never looked."""
    index = Index(ledger.folder, _fold, "holdings.sqlite", events=_EVENTS, strict=True)
    index.follow()
    kept = index.get("bot", _key(address, username))
    repaired = index.get("repaired", "")
    if kept is None:
        return None
    counts = {ItemId(item): count for item, count in kept.body["counts"].items() if count}
    return Holdings(counts, repaired is None or kept.body["looked"] > repaired.last, kept.last)


def drift(ledger: Ledger, address: str, username: str, counts: Mapping[ItemId, int]) -> Drift | None:
    """Compare the ledger's account with what the server shows; None where the ledger has no account."""
    known = holdings(ledger, address, username)
    if known is None:
        return None
    change = delta_between(known.counts, counts)
    intents = unfinished(ledger, address, username).intents
    return Drift(
        surplus={item: count for item, count in change.items() if count > 0},
        deficit={item: -count for item, count in change.items() if count < 0},
        open=tuple(str(intent.body["attempt"]) for intent in intents),
        certain=known.certain,
    )


def record_drift(ledger: Ledger, address: str, username: str, counts: Mapping[ItemId, int], found: Drift) -> None:
    """Record what was found. From then on the server's word is the account; on the server nothing is changed."""
    body = {
        "address": address,
        "username": username,
        "counts": dict(counts),
        "surplus": dict(found.surplus),
        "deficit": dict(found.deficit),
        "open": list(found.open),
        "certain": found.certain,
    }
    ledger.append(Event.INVENTORY_RECONCILED, body)


def _fold(entries: Entries, record: Record) -> None:
    if record.event == Event.LEDGER_REPAIRED:
        entries.put("repaired", "", None)
    elif record.event == Event.INVENTORY_RECONCILED:
        _looked(entries, _key(record.body["address"], record.body["username"]), record)
    elif record.run is None:
        return
    elif record.event in {Event.RUN_STARTED, Event.RUN_RESUMED}:
        if record.body.get("lasts", True):
            entries.put("run", record.run, _key(record.body["address"], record.body["username"]))
    elif record.event == Event.RUN_SUMMARY:
        entries.drop("run", record.run)
    elif (bot := entries.get("run", record.run)) is not None:
        _of_run(entries, bot, record)


def _of_run(entries: Entries, bot: str, record: Record) -> None:
    body = record.body
    if record.event == Event.PHASE_COMPLETED:
        if "counts" in body:
            _looked(entries, bot, record)
        return
    kept = entries.get("bot", bot)
    if kept is None:
        return
    counts = Counter(kept["counts"])
    for item, change in _CHANGES[Event(record.event)](body).items():
        counts[item] += change
    entries.put("bot", bot, {**kept, "counts": dict(counts)})


def _looked(entries: Entries, bot: str, record: Record) -> None:
    entries.put("bot", bot, {"counts": record.body["counts"], "looked": record.seq})


def _placed(body: Mapping[str, Any]) -> Mapping[str, int]:
    return {body["block"]: -1} if "x" in body else {}


def _taken(body: Mapping[str, Any]) -> Mapping[str, int]:
    return {body["block"]: 1} if body["picked_up"] else {}


_CHANGES: dict[Event, Callable[[Mapping[str, Any]], Mapping[str, int]]] = {
    Event.VERIFY_RESULT: lambda body: body["seen"],
    Event.STATION_PLACED: _placed,
    Event.STATION_TAKEN: _taken,
    Event.STORAGE_MOVED: lambda body: body["made"] or {},
}
"""What records say of the inventory between two looks at it."""
_EVENTS = frozenset(
    {
        *_CHANGES,
        Event.RUN_STARTED,
        Event.RUN_RESUMED,
        Event.RUN_SUMMARY,
        Event.PHASE_COMPLETED,
        Event.INVENTORY_RECONCILED,
        Event.LEDGER_REPAIRED,
    }
)


def _key(address: str, username: str) -> str:
    return f"{username}@{address}"
