"""A note: YAML front matter, text, links, and a place for a person's own words. It carries the hash of itself."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

from ..memory.lessons import cut

HEAD_BYTES = 2048
"""What a scan reads of a note: the front matter of every note that craftplan writes is shorter."""
NOTES = "## Notes"
"""Below this heading a person may write; it is kept in every later revision."""
_HASH = re.compile(r"^content_sha256: [0-9a-f]{64}\n", re.MULTILINE)
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_LINK_BYTES = 700
"""How much of the links the front matter repeats at most, so that it stays short; it counts all, the text holds all."""


@dataclass(frozen=True, slots=True)
class Note:
    """One note. ``links`` are paths in the vault, without ``.md``; front matter and text show this one list."""

    front: Mapping[str, Any]
    title: str
    sections: Sequence[tuple[str, Sequence[str]]]
    links: tuple[str, ...]
    notes: str = ""

    def text(self) -> str:
        """Return the note as it stands in its file."""
        shown = [f"[[{link}]]" for link in self.links]
        front = {**self.front, "connected": _fitting(shown), "links": len(shown)}
        lines = ["---", _yaml(front).rstrip("\n"), "---", "", f"# {self.title}"]
        for heading, body in self.sections:
            lines += ["", f"## {heading}", "", *body]
        lines += ["", "## Links", "", *(f"* {link}" for link in shown), "", NOTES, ""]
        if self.notes:
            lines += [self.notes, ""]
        return sealed("\n".join(lines))


def sealed(text: str) -> str:
    """Return the text with its hash as the last member of its front matter."""
    hashed = sha256(text.encode()).hexdigest()
    head, end, rest = text.partition("\n---\n")
    return f"{head}\ncontent_sha256: {hashed}{end}{rest}"


def is_ours(text: str) -> bool:
    """Whether the text is as craftplan wrote it, in whatever version: it has the hash that it states."""
    stated = _HASH.search(text)
    if stated is None:
        return False
    bare = text[: stated.start()] + text[stated.end() :]
    return stated[0].split()[1] == sha256(bare.encode()).hexdigest()


def front_of(text: str) -> dict[str, Any] | None:
    """Return a note's front matter, or None where it has none that can be read."""
    if not text.startswith("---\n"):
        return None
    head, end, _ = text[4:].partition("\n---\n")
    if not end:
        return None
    try:
        found = yaml.load(head, Loader=_Loader)  # noqa: S506 - a safe loader, in C where there is one
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def read_front(path: Path) -> dict[str, Any] | None:
    """Return the front matter of a file; its text is not read."""
    with path.open("rb") as file:
        return front_of(file.read(HEAD_BYTES).decode("utf-8", "replace"))


def notes_of(text: str) -> str:
    """Return a person's own words of a note."""
    return text.partition(f"\n{NOTES}\n")[2].strip("\n")


def plain(text: object, longest: int = 500) -> str:
    """Return text of others as one line that links to nothing."""
    return cut(" ".join(str(text).split()).replace("[[", "[ [").replace("---", "- - -"), longest)


def _fitting(links: Sequence[str]) -> list[str]:
    kept: list[str] = []
    room = _LINK_BYTES
    for link in links:
        room -= len(link.encode()) + 5
        if room < 0:
            break
        kept.append(link)
    return kept


def _yaml(front: Mapping[str, Any]) -> str:
    text: str = yaml.dump(dict(front), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1 << 20)
    return text
