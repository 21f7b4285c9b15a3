"""Where the notes differ from the ledger: missing, edited, orphaned, old. Only looked at, nothing is changed."""

from dataclasses import dataclass
from pathlib import Path

from ..memory.memory import Memory
from .files import present, read
from .note import front_of, is_ours, notes_of, read_front
from .pages import Pages

_OURS = frozenset({"lesson", "recipe", "tag", "item", "server", "run", "day", "inbox", "index", "hot", "state"})


@dataclass(frozen=True, slots=True)
class NoteDrift:
    """Paths of notes that are missing, that a person edited, that belong to nothing, and problems in single notes."""

    missing_in_vault: tuple[str, ...] = ()
    edited_in_vault: tuple[str, ...] = ()
    orphan_in_vault: tuple[str, ...] = ()
    faulty: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        """Whether anything differs."""
        return bool(self.missing_in_vault or self.edited_in_vault or self.orphan_in_vault or self.faulty)


def note_drift(memory: Memory, root: Path) -> NoteDrift:
    """Compare the notes below ``root`` with the ledger, up to where they were last synced.

    Raises an IntegrityError at a symbolic link.
    """
    memory.index.follow()
    mark = memory.index.get("vault", str(root.resolve()))
    upto = mark.body["upto"] if mark else 0
    pages = {page.path: page for page in Pages(memory).all()}
    there = dict(present(root)) if root.is_dir() else {}
    missing = tuple(path for path, page in pages.items() if page.first <= upto and path not in there)
    edited, orphans, faulty = [], [], []
    for path in there:
        if path not in pages:
            front = read_front(root / path)
            if front is not None and front.get("node_type") in _OURS:
                orphans.append(path)
            continue
        text = read(root, path)
        if text is None or not is_ours(text):
            edited.append(path)
        problem = _fault(text or "", path, {*pages, *there})
        if problem:
            faulty.append(f"{path}: {problem}")
    return NoteDrift(missing, tuple(edited), tuple(orphans), tuple(faulty))


def _fault(text: str, path: str, known: set[str]) -> str:
    """Return what is wrong with a note: its front matter, its links, or that the two do not say the same."""
    front = front_of(text)
    if front is None or "node_type" not in front:
        return "no front matter that can be read"
    linked = front.get("connected")
    if not isinstance(linked, list) or not linked:
        return "no link"
    if "/" not in path:
        return ""
    body = text.removesuffix(notes_of(text)).partition("\n## Links\n")[2].partition("\n## Notes\n")[0]
    listed = [line.removeprefix("* ") for line in body.strip().splitlines()]
    if listed[: len(linked)] != linked or front.get("links") != len(listed):
        return "its front matter and its text do not have the same links"
    nowhere = [link for link in listed if f"{link[2:-2]}.md" not in known]
    return f"{nowhere[0]} leads nowhere" if nowhere else ""
