"""Notes after the ledger: what a person edited is taken in, what is missing restored, what has changed written."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from filelock import FileLock

from ..ledger.record import Event
from ..memory.fold import EDITABLE
from ..memory.lessons import Status
from ..memory.memory import Memory
from .files import Stamp, open_vault, present, read, write
from .note import front_of, is_ours, notes_of
from .pages import Page, Pages

LONGEST_EDIT = 24 * 1024
"""Bytes of an edited note, and of the one before it, that fit into one record of the ledger."""
_TICKED = re.compile(r"^- \[[xX]\] .*\^t(\d{9})$", re.MULTILINE)
_NAMED = 100
"""How many paths a record names."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What a sync did. ``kept_out`` are files that could not be taken in, and nodes that can have no note."""

    vault: Path
    notes: int
    written: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    kept_out: tuple[str, ...] = field(default=())


def sync(memory: Memory, root: Path, *, full: bool = False, written: Callable[[str], None] | None = None) -> Synced:
    """Bring the notes in ``root`` up to the ledger's head; ``full`` looks at every note, not only at what changed.

    A second sync in a row does nothing. The ledger's mark of how far the notes are moves only after all of them are
    written, so that a sync that was cut off is done again. Raises a WorldError where notes cannot be written, an
    IntegrityError at a symbolic link. ``written`` is told of each file.
    """
    root = open_vault(root)
    with FileLock(memory.ledger.folder / "vault.lock"):
        memory.index.follow()
        there = dict(present(root))
        known = {} if full else _known(memory, root)
        made = Pages(memory)
        pages = {page.path: page for page in made.all()}
        suspects = [path for path, stamp in there.items() if path in pages and known.get(path) != stamp]
        edited, kept_out, same = _take_in(memory, root, pages, suspects)
        if edited:
            memory.index.follow()
            made = Pages(memory)
            pages = {page.path: page for page in made.all()}
        mark = _mark(memory, root)
        missing = [path for path in pages if path not in there]
        restored = tuple(path for path in missing if pages[path].first <= mark)
        if restored:
            body = {"vault": str(root), "paths": list(restored[:_NAMED]), "of": len(restored)}
            memory.ledger.append(Event.VAULT_RESTORED, body)
        old = [path for path, page in pages.items() if full or page.last > mark]
        due = sorted({*old, *missing, *edited, *(path for path in suspects if path not in same)} - {*kept_out})
        stamps, done = _write(root, {path: pages[path] for path in due if path in pages}, there, written)
        memory.index.keep_files({f"{root}/{path}": stamp for path, stamp in {**_only(there, same), **stamps}.items()})
        head = memory.index.get("head", "")
        upto = head.body["seq"] if head else 0
        if done or upto != mark:
            body = {"vault": str(root), "upto": upto, "notes": len(pages), "written": len(done)}
            memory.ledger.append(Event.VAULT_SYNCED, body)
        return Synced(root, len(pages), done, edited, restored, (*kept_out, *made.refused))


def _take_in(
    memory: Memory, root: Path, pages: Mapping[str, Page], suspects: list[str]
) -> tuple[tuple[str, ...], tuple[str, ...], frozenset[str]]:
    """Record what people edited. Return the paths of edited notes, of those kept out, and of those as we wrote them."""
    edited, kept_out, same = [], [], set()
    for path in suspects:
        text = read(root, path)
        if text is not None and is_ours(text):
            same.add(path)
            continue
        prior = pages[path].text()
        if text is None or len(text.encode()) > LONGEST_EDIT or len(prior.encode()) > LONGEST_EDIT:
            kept_out.append(path)
            continue
        edited.append(path)
        known = memory.index.get("edit", path)
        hashed = sha256(text.encode()).hexdigest()
        if known is None or known.body["sha256"] != hashed:
            body = {
                "path": path,
                "sha256": hashed,
                "notes": notes_of(text),
                "text": text,
                "prior": prior,
                "changes": _changes(path, text),
            }
            if path.startswith("Lessons/"):
                body["lesson"] = pages[path].node
            memory.ledger.append(Event.NOTE_EDITED, body, node=pages[path].node or None)
    return tuple(edited), tuple(kept_out), frozenset(same)


def _changes(path: str, text: str) -> dict[str, Any]:
    """Return what an edit changes besides a person's words: a lesson's status, a task's tick."""
    if path == "Tasks/inbox.md":
        return {"done": _TICKED.findall(text)}
    front = front_of(text) or {}
    status = str(front.get("status", ""))
    wanted = path.startswith("Lessons/") and status in {str(word) for word in EDITABLE}
    return {"status": Status(status)} if wanted else {}


def _write(
    root: Path, due: Mapping[str, Page], there: Mapping[str, Stamp], written: Callable[[str], None] | None
) -> tuple[dict[str, Stamp], tuple[str, ...]]:
    stamps, done = {}, []
    for path, page in due.items():
        text = page.text()
        if path in there and read(root, path) == text:
            stamps[path] = there[path]
            continue
        stamps[path] = write(root, path, text)
        done.append(path)
        if written:
            written(path)
    return stamps, tuple(done)


def _known(memory: Memory, root: Path) -> dict[str, Stamp]:
    start = f"{root}/"
    files = memory.index.files()
    return {place.removeprefix(start): stamp for place, stamp in files.items() if place.startswith(start)}


def _only(there: Mapping[str, Stamp], paths: frozenset[str]) -> dict[str, Stamp]:
    return {path: stamp for path, stamp in there.items() if path in paths}


def _mark(memory: Memory, root: Path) -> int:
    found = memory.index.get("vault", str(root))
    return int(found.body["upto"]) if found else 0
