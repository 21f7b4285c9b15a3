"""The review: whether ledger, attempts, lessons and notes still agree, at the end of a day or whenever asked."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ..recipes.errors import CraftplanError, InputError
from .ledger.record import Event
from .memory.hot import HOT_TOKENS, STATE_TOKENS, estimate
from .memory.memory import Memory
from .runs.unfinished import unfinished
from .vault.drift import note_drift

_SPAN = re.compile(r"(\d{1,5})\s*([mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: its name, and what is wrong with it; nothing if all is well."""

    name: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """All checks, and what happened since the time that was asked about: numbers of runs, lessons and refusals."""

    checks: tuple[Check, ...]
    since: str
    counts: dict[str, int]

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that is wrong."""
        return tuple(f"{check.name}: {problem}" for check in self.checks for problem in check.problems)


def review(memory: Memory, root: Path, since: str = "1d") -> Review:
    """Check everything, record the result, and return it. Raises an InputError for a time that cannot be read."""
    start = _start(since)
    checks = [Check(name, tuple(_looked(look, memory, root))) for name, look in _CHECKS.items()]
    done = Review(tuple(checks), start, _counts(memory, start))
    if not done.checks[0].problems:
        named = [problem[:300] for problem in done.problems[:20]]
        memory.ledger.append(Event.REVIEW_RESULT, {"since": start, "problems": named, "of": len(done.problems)})
    return done


Look = Callable[[Memory, Path], Iterator[str]]


def _looked(look: Look, memory: Memory, root: Path) -> Iterator[str]:
    """Yield what a check finds; what it cannot even look at is a finding too."""
    try:
        yield from look(memory, root)
    except CraftplanError as error:
        yield error.message


def _chain(memory: Memory, _: Path) -> Iterator[str]:
    damage = memory.ledger.verify().damage
    if damage:
        yield f"{damage.segment} line {damage.line}, byte {damage.offset} {damage.problem}"


def _torn(memory: Memory, _: Path) -> Iterator[str]:
    """Every torn tail that was set aside has a record that says so."""
    told = {record.body.get("kept") for record in memory.ledger.read(events=frozenset({Event.LEDGER_RECOVERED}))}
    for place in sorted((memory.ledger.folder / "quarantine").glob("*")):
        if place.name not in told:
            yield f"quarantine/{place.name} is explained by no record"


def _open(memory: Memory, _: Path) -> Iterator[str]:
    for intent in unfinished(memory.ledger).intents:
        yield f"attempt {intent.body['attempt']} has no result: `craftplan resume` settles it"


def _gates(memory: Memory, _: Path) -> Iterator[str]:
    for run in unfinished(memory.ledger).runs:
        yield f"run {run.id} waits for an approval" if run.gate else f"run {run.id} has no end"


def _read(memory: Memory, _: Path) -> Iterator[str]:
    memory.index.follow()
    for entry in memory.index.entries("odd"):
        yield f"record {int(entry.key)} ({entry.body['event']}) is not understood"


def _evidence(memory: Memory, _: Path) -> Iterator[str]:
    """Every lesson that is heeded rests on an attempt that failed; a verified one on a confirmed one, too."""
    for lesson in memory.lessons():
        if lesson.live and not memory.rests(lesson):
            yield f"{lesson.id} says it is {lesson.status}, and its evidence does not: `craftplan forget {lesson.id}`"


def _caps(_: Memory, root: Path) -> Iterator[str]:
    for name, cap in (("hot.md", HOT_TOKENS), ("system-state.md", STATE_TOKENS)):
        place = root / name
        size = estimate(place.read_text(encoding="utf-8", errors="replace")) if place.is_file() else 0
        if size > cap:
            yield f"{name} has {size} tokens, {cap} are allowed"


def _notes(memory: Memory, root: Path) -> Iterator[str]:
    found = note_drift(memory, root)
    for what, paths in (
        ("missing", found.missing_in_vault),
        ("edited, and not taken in yet", found.edited_in_vault),
        ("about nothing that the ledger knows", found.orphan_in_vault),
    ):
        yield from (f"{path} is {what}: `craftplan memory sync`" for path in paths[:_NAMED])
        if len(paths) > _NAMED:
            yield f"{len(paths) - _NAMED} more are {what}"
    yield from found.faulty[:_NAMED]


_CHECKS: dict[str, Look] = {
    "chain": _chain,
    "torn tails": _torn,
    "attempts": _open,
    "gates and runs": _gates,
    "records": _read,
    "lessons": _evidence,
    "caps": _caps,
    "notes": _notes,
}


def _start(since: str) -> str:
    """Return the time that ``1d``, ``12h`` or a date means, as the ledger writes times."""
    span = _SPAN.fullmatch(since.strip())
    try:
        if span:
            start = datetime.now(UTC) - timedelta(**{_UNITS[span[2]]: int(span[1])})
        else:
            start = datetime.fromisoformat(since.strip())
    except ValueError:
        raise InputError(f"{since!r} is no time", hint="say 1d, 12h or 2026-12-01", code="since") from None
    return start.isoformat(timespec="seconds").replace("+00:00", "")


def _counts(memory: Memory, start: str) -> dict[str, int]:
    memory.index.follow()
    runs = [entry for entry in memory.index.entries("run") if entry.body["started"] >= start]
    counts = {"runs": len(runs), "refusals": 0}
    for entry in runs:
        for outcomes in entry.body["steps"].values():
            counts["refusals"] += sum(count for outcome, count in outcomes.items() if outcome != "confirmed")
    for lesson in memory.lessons():
        counts[f"lessons {lesson.status}"] = counts.get(f"lessons {lesson.status}", 0) + 1
    return counts
