"""Item tags: what the packs write, merged from the lowest to the topmost and flattened to members."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .diagnostics import Diagnostic
from .ids import ItemId, TagId, qualified
from .rejected import Rejected

Known = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a tag: an item or another tag (with ``#``), where it was written, and whether it must exist."""

    id: str
    required: bool = True
    pack: str = ""
    file: str = ""
    pointer: str = ""


@dataclass(slots=True)
class TagFile:
    """One tag file, read: its entries, those it removes (NeoForge, Forge), whether it replaces what lies below."""

    entries: list[Entry]
    removed: list[str] = field(default_factory=list)
    replace: bool = False


def read_tag(document: dict[str, Any], pack: str, file: str, *, optional_entries: bool) -> TagFile:
    """Read a tag's document. Raises Rejected: the game ignores the whole file then.

    ``optional_entries``: whether this version knows ``{"id", "required"}`` (from 1.16.2).
    """
    values = document.get("values")
    if not isinstance(values, list):
        raise Rejected("bad_tag", "a tag has a list of `values`", pointer="/values")
    replace = document.get("replace", False)
    if not isinstance(replace, bool):
        raise Rejected("bad_tag", "`replace` is true or false", pointer="/replace")
    entries = [
        _entry(value, pack, file, f"/values/{place}", optional_entries=optional_entries)
        for place, value in enumerate(values)
    ]
    removed = document.get("remove", [])
    names = [_entry(value, pack, file, "/remove", optional_entries=True).id for value in _list(removed)]
    return TagFile(entries, names, replace)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _entry(value: Any, pack: str, file: str, pointer: str, *, optional_entries: bool) -> Entry:
    required: Any = True
    if isinstance(value, dict) and optional_entries:
        value, required = value.get("id"), value.get("required", True)
    if not isinstance(value, str) or not isinstance(required, bool):
        hint = "" if optional_entries else "entries with `required` came with 1.16.2"
        raise Rejected("bad_tag", "an entry is an item, a #tag, or one with `required`", pointer=pointer, hint=hint)
    return Entry(qualified(value), required, pack, file, pointer)


def merged(files: Iterable[TagFile], below: Iterable[Entry] = ()) -> list[Entry]:
    """Return the entries of one tag, its files given from the lowest pack to the topmost."""
    entries = list(below)
    for file in files:
        if file.replace:
            entries = []
        entries.extend(file.entries)
        if file.removed:
            entries = [entry for entry in entries if entry.id not in file.removed]
    return entries


class Flattening:
    """All tags, flattened. A tag that cannot be resolved has no members, and ``diagnostics`` say why."""

    def __init__(self, written: Mapping[TagId, list[Entry]], known: Known) -> None:
        self._written = written
        self._known = known
        self._done: dict[TagId, tuple[ItemId, ...]] = {}
        self._broken: set[TagId] = set()
        self.diagnostics: list[Diagnostic] = []
        for tag in written:
            if tag not in self._done:
                self._resolve(tag)
        self.tags = {tag: self._done[tag] for tag in written}

    def _resolve(self, start: TagId) -> None:
        """Depth first with an own stack: packs nest tags as deep as they like."""
        path: dict[TagId, None] = {}
        todo: list[tuple[TagId, bool]] = [(start, False)]
        while todo:
            tag, children_done = todo.pop()
            if children_done:
                del path[tag]
                self._finish(tag)
            elif tag in path:
                names = list(path)
                self._cycle(names[names.index(tag) :])
            elif tag not in self._done:
                path[tag] = None
                todo.append((tag, True))
                children = [TagId(entry.id) for entry in self._written[tag] if entry.id.startswith("#")]
                todo.extend((child, False) for child in reversed(children) if child in self._written)

    def _cycle(self, loop: list[TagId]) -> None:
        first = loop.index(min(loop))
        loop = loop[first:] + loop[:first]
        new = not self._broken.issuperset(loop)
        self._broken.update(loop)
        if new:
            place = next(entry for entry in self._written[loop[0]] if entry.id.startswith("#"))
            names = " → ".join([*loop, loop[0]])
            self.diagnostics.append(
                Diagnostic("tag_cycle", f"tags contain each other: {names}", place.pack, place.file, place.pointer)
            )

    def _finish(self, tag: TagId) -> None:
        members: dict[ItemId, None] = {}
        for entry in self._written[tag]:
            if entry.id.startswith("#"):
                nested = TagId(entry.id)
                missing = nested not in self._written or nested in self._broken
                if not missing and nested in self._done:
                    members.update(dict.fromkeys(self._done[nested]))
            else:
                missing = not self._known(entry.id)
                if not missing:
                    members[ItemId(entry.id)] = None
            if missing and entry.required and tag not in self._broken:
                self._broken.add(tag)
                self._missing(tag, entry)
        self._done[tag] = () if tag in self._broken else tuple(members)

    def _missing(self, tag: TagId, entry: Entry) -> None:
        what = "tag" if entry.id.startswith("#") else "item"
        message = f"{tag} requires the {what} {entry.id}, which is not there; the game drops the whole tag"
        hint = 'write {"id": …, "required": false} where it may be missing'
        self.diagnostics.append(Diagnostic("missing_required", message, entry.pack, entry.file, entry.pointer, hint))
