"""What the notes say: each page is made of the index alone, so that it is the same whenever it is made."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...recipes.ids import short
from ..ledger.index import Index
from ..memory.hot import BYTES_PER_TOKEN, HOT_TOKENS, STATE_TOKENS, estimate, hot, state
from ..memory.lessons import Lesson
from ..memory.memory import Memory
from .note import Note, plain, sealed
from .paths import path_of

MAP_OF = 8
"""So many lessons about one node make an index note."""
SHOWN = 50
"""How many of a long list a note shows, the newest."""
_FRONT = "---\nnode_type: {kind}\ndescription: {description}\nconnected: ['[[{link}]]']\n---\n"


@dataclass(frozen=True, slots=True)
class Page:
    """A note's path with ``.md``, the ledger numbers of its first and last record, and how its text is made."""

    path: str
    first: int
    last: int
    text: Callable[[], str]
    node: str = ""


class Pages:
    """All pages of one memory. ``refused`` are nodes whose ids no note may have."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.index: Index = memory.index
        self.refused: list[str] = []

    def all(self) -> Iterator[Page]:
        """Yield every page; no text is made before it is asked for."""
        edits = {path: last for path, _, last in self.index.spans("edit")}
        for page in self._all():
            yield replace(page, last=max(page.last, edits[page.path])) if page.path in edits else page

    def _all(self) -> Iterator[Page]:
        degrees = self.index.degrees()
        for kind, node_of, make in (
            ("lesson", "lesson:{}", self._lesson),
            ("node", "{}", self._node),
            ("run", "run:{}", self._run),
            ("day", "day:{}", self._day),
        ):
            for key, first, last in self.index.spans(kind):
                node = node_of.format(key)
                path = path_of(node)
                if path is None:
                    self.refused.append(node)
                    continue
                yield _page(f"{path}.md", first, last, make, key)
                if kind == "node" and degrees.get(key, 0) >= MAP_OF and len(self._names_of(key)) >= MAP_OF:
                    yield _page(f"Index/{path}.md", first, last, self._map, key)
        for key, first, last in self.index.spans("revision"):
            yield _page(f"Archive/{key}", first, last, self._revision, key)
        tasks = list(self.index.spans("task"))
        if tasks:
            yield _page("Tasks/inbox.md", tasks[0][1], max(last for _, _, last in tasks), self._inbox, "")
        head = self.index.get("head", "")
        if head is not None:
            yield _page("hot.md", head.first, head.last, self._hot, "")
            yield _page("system-state.md", head.first, head.last, self._state, "")

    def notes(self, path: str) -> str:
        """Return a person's own words in a note."""
        edit = self.index.get("edit", path)
        return str(edit.body["notes"]) if edit else ""

    def _lesson(self, name: str) -> str:
        entry = self.index.get("lesson", name)
        told = self.index.get("history", name)
        assert entry is not None
        lesson = Lesson.model_validate(entry.body)
        return _lesson_note(
            lesson, told.body if told else [], entry.first, entry.last, self.notes(f"Lessons/{name}.md")
        )

    def _revision(self, key: str) -> str:
        entry = self.index.get("revision", key)
        assert entry is not None
        if "text" in entry.body:
            return str(entry.body["text"])
        lesson = Lesson.model_validate(entry.body["lesson"])
        return _lesson_note(lesson, entry.body["history"], entry.first, entry.last, "")

    def _node(self, node: str) -> str:
        entry = self.index.get("node", node)
        assert entry is not None
        path = path_of(node)
        kind, _, name = node.partition(":")
        names, lessons = self._names_of(node), self._lessons_of(node)
        servers: dict[str, dict[str, int]] = entry.body.get("servers", {})
        counted = [
            f"* {plain(place)}: {', '.join(f'{outcome} {count}' for outcome, count in sorted(outcomes.items()))}"
            for place, outcomes in sorted(servers.items())
        ]
        front = {
            "node_type": kind,
            "id": name,
            "description": plain(f"{kind} {short(name)}: {len(names)} lessons", 200),
            "tags": [f"craftplan/{kind}"],
            "created": entry.first,
            "updated": entry.last,
            "stub": not counted and not lessons,
        }
        sections = [("Attempts", counted or ["none yet"]), ("Lessons", _listed(lessons) or ["none yet"])]
        links = [f"Lessons/{lesson.id}" for lesson in lessons]
        links += [found for other in self.index.links(node) if ":" in other and (found := path_of(other))][:SHOWN]
        if kind == "server":
            links += self._log_of(node)
        return Note(front, short(name), sections, _once(links or ["system-state"]), self.notes(f"{path}.md")).text()

    def _map(self, node: str) -> str:
        entry = self.index.get("node", node)
        path = path_of(node)
        assert entry is not None
        assert path is not None
        lessons = self._lessons_of(node)
        front = {
            "node_type": "index",
            "id": f"index:{node}",
            "description": plain(f"{len(self._names_of(node))} lessons about {node}", 200),
            "tags": ["craftplan/index"],
            "created": entry.first,
            "updated": entry.last,
        }
        links = [path, *(f"Lessons/{lesson.id}" for lesson in lessons)]
        title = f"Lessons about {short(node.partition(':')[2])}"
        return Note(front, title, [("Lessons", _listed(lessons))], _once(links), self.notes(f"Index/{path}.md")).text()

    def _run(self, name: str) -> str:
        entry = self.index.get("run", name)
        assert entry is not None
        run = entry.body
        goals = ", ".join(f"{short(goal['item'])} ×{goal['count']}" for goal in run["goals"])
        steps = [
            f"* {short(recipe)}: {', '.join(f'{outcome} {count}' for outcome, count in sorted(outcomes.items()))}"
            for recipe, outcomes in sorted(run["steps"].items())
        ]
        made = [f"* {short(item)}: {change:+}" for item, change in sorted(run["confirmed"].items())]
        front = {
            "node_type": "run",
            "id": name,
            "status": run["result"] or "not ended",
            "description": plain(f"{goals}: {run['result'] or 'not ended'}", 200),
            "tags": ["craftplan/run"],
            "created": entry.first,
            "updated": entry.last,
            "started": run["started"],
        }
        links = [path_of(f"server:{run['server']}"), f"Log/Daily/{run['started'][:10]}"]
        links += [path_of(f"recipe:{recipe}") for recipe in sorted(run["steps"])]
        links += [f"Lessons/{lesson}" for lesson in run["lessons"]]
        sections = [("Steps", steps or ["none"]), ("Confirmed", made or ["nothing"])]
        if run["message"]:
            sections.append(("Stopped", [plain(run["message"])]))
        return Note(front, plain(goals, 200), sections, _once(links), self.notes(f"Runs/{name}.md")).text()

    def _day(self, day: str) -> str:
        entry = self.index.get("day", day)
        assert entry is not None
        targets = self.index.links(f"day:{day}")
        runs = [target.removeprefix("run:") for target in targets if target.startswith("run:")]
        lessons = [target for target in targets if not target.startswith("run:")]
        lines = []
        for name in runs:
            run = self.index.get("run", name)
            if run is not None:
                goals = ", ".join(f"{short(goal['item'])} ×{goal['count']}" for goal in run.body["goals"])
                lines.append(f"* {run.body['started'][11:19]} [[Runs/{name}]] {goals}: {run.body['result'] or 'open'}")
        front = {
            "node_type": "day",
            "id": day,
            "description": f"{len(runs)} runs, {len(lessons)} lessons changed",
            "tags": ["craftplan/day"],
            "created": entry.first,
            "updated": entry.last,
        }
        links = [f"Runs/{name}" for name in runs if path_of(f"run:{name}")]
        links += [f"Lessons/{name}" for name in lessons[-SHOWN:]]
        path = f"Log/Daily/{day}.md"
        sections = [("Runs", sorted(lines))]
        reviews = entry.body.get("reviews", [])
        if reviews:
            told = [f"* {time[11:19]} {'; '.join(map(plain, problems)) or 'all well'}" for time, problems in reviews]
            sections.append(("Reviews", told))
        return Note(front, day, sections, _once(links or ["system-state"]), self.notes(path)).text()

    def _inbox(self, _: str) -> str:
        tasks = list(self.index.entries("task"))
        lines = [
            f"- [{'x' if task.body['done'] else ' '}] {task.body['time'][:10]} [[Runs/{task.body['run']}]]"
            f" {plain(task.body['text'], 300)} ^t{task.key}"
            for task in tasks
        ]
        front = {
            "node_type": "inbox",
            "id": "inbox",
            "description": f"{sum(not task.body['done'] for task in tasks)} open of {len(tasks)} tasks",
            "tags": ["craftplan/tasks"],
            "created": min(task.first for task in tasks),
            "updated": max(task.last for task in tasks),
        }
        links = [f"Runs/{task.body['run']}" for task in tasks]
        return Note(front, "Tasks", [("Inbox", lines)], _once(links), self.notes("Tasks/inbox.md")).text()

    def _hot(self, _: str) -> str:
        front = _FRONT.format(kind="hot", description="what is worth knowing first", link="system-state")
        text = hot(self.memory.lessons(), self.memory.wishes(), HOT_TOKENS - _room(front))
        return sealed(front + text)

    def _state(self, _: str) -> str:
        front = _FRONT.format(kind="state", description="what there is", link="hot")
        head = self.index.get("head", "")
        assert head is not None
        counts = self.index.counted("lesson", "status")
        facts = {
            "ledger": f"{head.body['seq']} records, the last at {head.body['time']}",
            "lessons": ", ".join(f"{count} {status}" for status, count in sorted(counts.items())) or "none",
            "wishes": str(len(self.memory.wishes())),
            "runs": str(sum(1 for _ in self.index.spans("run"))),
        }
        degrees = {node: degree for node, degree in self.index.degrees().items() if not node.startswith("day:")}
        return sealed(front + state(facts, degrees, STATE_TOKENS - _room(front)))

    def _lessons_of(self, node: str) -> list[Lesson]:
        """Return the lessons about a node, the newest of many."""
        entries = (self.index.get("lesson", name) for name in self._names_of(node))
        newest = sorted((entry for entry in entries if entry), key=lambda entry: (entry.first, entry.key))[-SHOWN:]
        return [Lesson.model_validate(entry.body) for entry in newest]

    def _names_of(self, node: str) -> list[str]:
        return [target for target in self.index.links(node) if target.startswith("L-")]

    def _log_of(self, node: str) -> list[str]:
        server = node.partition(":")[2]
        runs = [entry.key for entry in self.index.entries("run") if entry.body["server"] == server]
        return [f"Runs/{name}" for name in sorted(runs)[-SHOWN:] if path_of(f"run:{name}")]


def _page(path: str, first: int, last: int, make: Callable[[str], str], key: str) -> Page:
    return Page(path, first, last, lambda: make(key), key)


def _lesson_note(lesson: Lesson, history: list[Any], first: int, last: int, notes: str) -> str:
    seqs = [seq for seq in (lesson.evidence.failed, lesson.evidence.fixed) if seq is not None]
    front = {
        "node_type": "lesson",
        "id": lesson.id,
        "rev": lesson.rev,
        "status": str(lesson.status),
        "description": plain(lesson.description, 200),
        "component": plain(lesson.component, 200),
        "tags": ["craftplan/lesson", f"craftplan/{lesson.status}"],
        "created": first,
        "updated": last,
        "evidence": seqs,
        "helped": lesson.stats.helped,
        "harmed": lesson.stats.harmed,
    }
    scope = f"on {lesson.scope.server}, Minecraft {lesson.scope.minecraft}"
    sections = [
        ("Error", [f"{lesson.error.failure} {lesson.error.code}: {plain(lesson.error.message)}"]),
        ("Root cause", [plain(lesson.root_cause)]),
        ("Resolution", [plain(f"{lesson.resolution}; {scope}")]),
        ("Evidence", [f"* record {seq} of the ledger" for seq in seqs]),
        ("History", [f"* {time} {status}: {plain(why)} (record {seq})" for seq, time, status, why in history]),
    ]
    links = [path_of(node) for node in lesson.connected]
    links += [f"Lessons/{other}" for other in lesson.supersedes]
    return Note(front, plain(lesson.root_cause), sections, _once(links), notes).text()


def _listed(lessons: list[Lesson]) -> list[str]:
    return [f"* [[Lessons/{lesson.id}]] {lesson.status}: {plain(lesson.description)}" for lesson in lessons]


def _once(links: list[str | None] | list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(link for link in links if link))


def _room(front: str) -> int:
    """How many tokens front matter and hash take."""
    return estimate(front + "content_sha256: " + "0" * 64 + "\n") + int(1 / BYTES_PER_TOKEN) + 1
