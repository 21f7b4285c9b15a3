"""What each record of the ledger changes in the projection: lessons, wishes, and what notes are written of."""

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from ..ledger.index import Entries
from ..ledger.record import Event, Record
from .evidence import Tried, tried_key
from .lessons import Lesson, Status
from .wishes import Wish

QUIET = frozenset({Event.VAULT_SYNCED, Event.VAULT_RESTORED})
"""Records about the notes themselves: were they counted in the notes, writing them would make them old."""
EDITABLE = frozenset({Status.CANDIDATE, Status.QUARANTINED, Status.ARCHIVED})
"""The statuses that a person may give a lesson by editing its note; ``verified`` takes evidence."""


def fold(entries: Entries, record: Record) -> None:
    """Fold one record in. Records of a kind that is not understood, or whose content is not, change nothing."""
    if record.event not in QUIET:
        entries.put("head", "", {"seq": record.seq, "time": record.time})
    change = _CHANGES.get(record.event)
    if change is not None:
        try:
            change(entries, record)
        except (ValidationError, KeyError, TypeError, AttributeError) as odd:
            entries.put("odd", f"{record.seq:09}", {"event": record.event, "problem": type(odd).__name__})


def place_of(server: str, minecraft: str, recipe: str) -> str:
    """Return the key under which a recipe's proven members on a server are kept."""
    return f"{server}|{minecraft}|{recipe}"


def _run_started(entries: Entries, record: Record) -> None:
    body = record.body
    if entries.get("run", record.run or "") is not None:
        return
    run = {
        "started": record.time,
        "server": body["server"],
        "bot": body.get("username", ""),
        "goals": body["goals"],
        "minecraft": "",
        "result": "",
        "message": "",
        "confirmed": {},
        "steps": {},
        "lessons": [],
        "heeded": [],
    }
    entries.put("run", record.run or "", run)
    _touch(entries, f"server:{body['server']}")
    _of_day(entries, record.time, f"run:{record.run}")


def _phase_completed(entries: Entries, record: Record) -> None:
    run = entries.get("run", record.run or "")
    if run and record.body.get("phase") == "context":
        entries.put("run", record.run or "", {**run, "minecraft": record.body["minecraft"]})


def _verified(entries: Entries, record: Record) -> None:
    """Count an attempt for its run, its recipe and its server; members of a confirmed one are proven."""
    run = entries.get("run", record.run or "")
    if not record.node:
        return
    recipe, body = record.node, record.body
    outcome = str(body["outcome"])
    tried = Tried(node=recipe, server=run["server"] if run else None, confirmed=outcome == "confirmed")
    entries.put("tried", tried_key(record.seq), tried.model_dump(mode="json"))
    if run is None:
        return
    steps = run["steps"]
    counted = steps.setdefault(recipe.removeprefix("recipe:"), {})
    counted[outcome] = counted.get(outcome, 0) + 1
    entries.put("run", record.run or "", run)
    place = f"{run['server']}, Minecraft {run['minecraft']}"
    node = _touched(entries, recipe)
    here = node.setdefault("servers", {}).setdefault(place, {})
    here[outcome] = here.get(outcome, 0) + 1
    node["attempts"] = node.get("attempts", 0) + 1
    entries.put("node", recipe, node)
    _touch(entries, f"server:{run['server']}")
    entries.link(f"server:{run['server']}", recipe)
    entries.link(recipe, f"server:{run['server']}")
    for item in body["expected"]:
        _touch(entries, f"item:{item}")
        entries.link(f"item:{item}", recipe)
        entries.link(recipe, f"item:{item}")
    if outcome == "confirmed":
        key = place_of(run["server"], run["minecraft"], recipe.removeprefix("recipe:"))
        used = {item for item, change in body["expected"].items() if change < 0}
        known = set(entries.get("proven", key) or ())
        if not used <= known:
            entries.put("proven", key, sorted(known | used))


def _summed_up(entries: Entries, record: Record) -> None:
    run = entries.get("run", record.run or "")
    if run is None:
        return
    body = record.body
    message = body.get("message", "")
    changes = {"result": body["result"], "message": message, "confirmed": body.get("confirmed", {})}
    entries.put("run", record.run or "", {**run, **changes})
    _of_day(entries, run["started"], f"run:{record.run}")
    _touch(entries, f"server:{run['server']}")
    if str(body.get("failure", "")).startswith("logic"):
        task = {"run": record.run, "time": record.time, "text": message, "done": False}
        entries.put("task", f"{record.seq:09}", task)


def _consulted(entries: Entries, record: Record) -> None:
    run = entries.get("run", record.run or "")
    if run is not None:
        heeded = sorted({*run["heeded"], *record.body["lessons"]})
        entries.put("run", record.run or "", {**run, "heeded": heeded})


def _lesson_in_full(entries: Entries, record: Record) -> None:
    told = Lesson.model_validate(record.body["lesson"])
    known = _lesson(entries, told.id)
    if known:
        told = told.model_copy(update={"rev": known.rev + 1, "stats": known.stats if known.live else told.stats})
    _keep(entries, record, told)
    run = entries.get("run", record.run or "")
    if run is not None and told.id not in run["lessons"]:
        entries.put("run", record.run or "", {**run, "lessons": [*run["lessons"], told.id]})


def _outcome(entries: Entries, record: Record) -> None:
    known = _lesson(entries, record.body["lesson"])
    if known:
        entries.put("lesson", known.id, known.counted(record.body["outcome"]).model_dump(mode="json"))
        for node in known.connected:
            _touch(entries, node)


def _demoted(entries: Entries, record: Record) -> None:
    known = _lesson(entries, record.body["lesson"])
    if known:
        _keep(entries, record, known.revised(Status(record.body.get("status", Status.SUPERSEDED))))


def _remembered(entries: Entries, record: Record) -> None:
    wish = Wish.model_validate(record.body["wish"])
    entries.put("wish", wish.id, {"wish": wish.model_dump(mode="json"), "active": True, "time": record.time})
    for replaced in record.body.get("replaces", ()):
        _forgotten_wish(entries, replaced)


def _forgotten(entries: Entries, record: Record) -> None:
    _forgotten_wish(entries, record.body["wish"])


def _forgotten_wish(entries: Entries, name: str) -> None:
    known = entries.get("wish", name)
    if known:
        entries.put("wish", name, {**known, "active": False})


def _edited(entries: Entries, record: Record) -> None:
    """Keep a person's words; what they changed of a lesson's status or a task's tick becomes so."""
    body = record.body
    path = body["path"]
    entries.put("edit", path, {"sha256": body["sha256"], "notes": body["notes"]})
    archived = path.removesuffix(".md") + f".e{record.seq}.md"
    entries.put("revision", archived, {"text": body["prior"]})
    changes = body.get("changes", {})
    known = _lesson(entries, body.get("lesson", ""))
    wanted = changes.get("status")
    if known and wanted in EDITABLE and wanted != known.status and (wanted != Status.CANDIDATE or not known.live):
        _keep(entries, record, known.revised(Status(changes["status"])))
    for name in changes.get("done", ()):
        task = entries.get("task", name)
        if task:
            entries.put("task", name, {**task, "done": True})


def _synced(entries: Entries, record: Record) -> None:
    entries.put("vault", record.body["vault"], {"upto": record.body["upto"]})


def _reviewed(entries: Entries, record: Record) -> None:
    day = record.time[:10]
    known = entries.get("day", day) or {}
    told = [record.time, record.body["problems"]]
    entries.put("day", day, {**known, "reviews": [*known.get("reviews", []), told]})


def _keep(entries: Entries, record: Record, lesson: Lesson) -> None:
    """Keep a lesson's new revision, and the one before it for the archive."""
    before = entries.get("lesson", lesson.id)
    if before is not None:
        rev = before["rev"]
        kept = {"lesson": before, "history": _history(entries, lesson.id)}
        entries.put("revision", f"Lessons/{lesson.id}.r{rev}.md", kept)
    entries.put("lesson", lesson.id, lesson.model_dump(mode="json"))
    told = [*_history(entries, lesson.id), [record.seq, record.time, lesson.status, _why(record)]]
    entries.put("history", lesson.id, told)
    for node in lesson.connected:
        _touch(entries, node)
        entries.link(node, lesson.id)
    _of_day(entries, record.time, lesson.id)


def _history(entries: Entries, name: str) -> list[Any]:
    return list(entries.get("history", name) or ())


def _why(record: Record) -> str:
    if record.event == Event.LESSON_PROPOSED:
        return "an attempt failed"
    if record.event == Event.LESSON_VERIFIED:
        return "an attempt that did so was confirmed"
    return str(record.body.get("why", "a person edited the note"))


def _lesson(entries: Entries, name: str) -> Lesson | None:
    body = entries.get("lesson", name)
    return None if body is None else Lesson.model_validate(body)


def _touched(entries: Entries, node: str) -> dict[str, Any]:
    return dict(entries.get("node", node) or {})


def _touch(entries: Entries, node: str) -> None:
    entries.put("node", node, _touched(entries, node))


def _of_day(entries: Entries, time: str, node: str) -> None:
    day = time[:10]
    entries.put("day", day, entries.get("day", day) or {})
    entries.link(f"day:{day}", node)


_CHANGES: dict[str, Callable[[Entries, Record], None]] = {
    Event.RUN_STARTED: _run_started,
    Event.PHASE_COMPLETED: _phase_completed,
    Event.VERIFY_RESULT: _verified,
    Event.RUN_SUMMARY: _summed_up,
    Event.CONSULT_RECEIPT: _consulted,
    Event.LESSON_PROPOSED: _lesson_in_full,
    Event.LESSON_VERIFIED: _lesson_in_full,
    Event.LESSON_OUTCOME: _outcome,
    Event.LESSON_DEMOTED: _demoted,
    Event.LESSON_SUPERSEDED: _demoted,
    Event.WISH_REMEMBERED: _remembered,
    Event.WISH_FORGOTTEN: _forgotten,
    Event.NOTE_EDITED: _edited,
    Event.VAULT_SYNCED: _synced,
    Event.REVIEW_RESULT: _reviewed,
}
