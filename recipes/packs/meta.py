"""``pack.mcmeta``: the formats a pack is made for, its overlays, and what it hides of the packs below."""

import re
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics import Diagnostic, Level
from ..formats.generations import Format
from ..rejected import Rejected

ANY_MINOR = 1_000_000
MAX_PATTERN = 300
MAX_REPEATS = 6
NESTED_REPEAT = re.compile(r"[*+}]\)?[^|]*\)[*+{]")
"""A repeat inside a repeated group: such a pattern can take for ever."""


@dataclass(frozen=True, slots=True)
class Formats:
    """An inclusive range of data pack formats."""

    lowest: Format
    highest: Format

    def __contains__(self, number: Format) -> bool:
        return self.lowest <= number <= self.highest

    def __str__(self) -> str:
        low, high = str(self.lowest), str(self.highest.major if self.highest.minor == ANY_MINOR else self.highest)
        return low if low == high else f"{low} to {high}"


@dataclass(frozen=True, slots=True)
class Overlay:
    """A folder whose files lie above the pack's own where the game's format is among ``formats``."""

    folder: str
    formats: Formats


@dataclass(frozen=True, slots=True)
class Hidden:
    """One filter: what it finds anywhere in a namespace and in a path; None finds everything."""

    namespace: re.Pattern[str] | None
    path: re.Pattern[str] | None

    def hides(self, namespace: str, path: str) -> bool:
        """Whether a file of a lower pack is hidden. The game searches, it does not match from end to end."""
        return (self.namespace is None or bool(self.namespace.search(namespace))) and (
            self.path is None or bool(self.path.search(path))
        )


@dataclass(frozen=True, slots=True)
class PackMeta:
    """What a pack says of itself; ``formats`` is None when it says nothing."""

    formats: Formats | None = None
    overlays: tuple[Overlay, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    notices: tuple[Diagnostic, ...] = field(default=())


def read_meta(document: dict[str, Any]) -> PackMeta:
    """Read ``pack.mcmeta``; a part that is wrong is left out with a notice, as the game does."""
    notices: list[Diagnostic] = []

    def attempt(read: Any, pointer: str, part: Any) -> Any:
        try:
            return read(part)
        except Rejected as rejected:
            found = rejected.diagnostic
            notices.append(Diagnostic(found.rule, found.message, pointer=pointer, hint=found.hint))
        except (TypeError, ValueError, AttributeError, LookupError) as error:
            notices.append(Diagnostic("bad_pack_meta", f"not as the game expects: {error}"[:200], pointer=pointer))
        return None

    overlays = _entries(document, "overlays", "entries")
    filters = _entries(document, "filter", "block")
    return PackMeta(
        formats=attempt(_pack_formats, "/pack", document.get("pack", {})),
        overlays=_found(attempt(_overlay, f"/overlays/entries/{n}", entry) for n, entry in enumerate(overlays)),
        hidden=_found(attempt(_hidden, f"/filter/block/{n}", entry) for n, entry in enumerate(filters)),
        notices=tuple(notices),
    )


def _entries(document: dict[str, Any], section: str, name: str) -> list[Any]:
    part = document.get(section)
    entries = part.get(name) if isinstance(part, dict) else None
    return entries if isinstance(entries, list) else []


def _found(parts: Any) -> tuple[Any, ...]:
    return tuple(part for part in parts if part is not None)


def _pack_formats(pack: dict[str, Any]) -> Formats | None:
    if "min_format" in pack or "max_format" in pack:
        return Formats(_format(pack["min_format"]), _format(pack["max_format"], ANY_MINOR))
    if "supported_formats" in pack:
        return _range(pack["supported_formats"])
    if "pack_format" in pack:
        number = _format(pack["pack_format"], ANY_MINOR)
        return Formats(Format(number.major, 0), number)
    return None


def _overlay(entry: dict[str, Any]) -> Overlay:
    folder = entry["directory"]
    if not isinstance(folder, str) or not re.fullmatch(r"[a-z0-9_.-]{1,100}", folder) or ".." in folder:
        raise Rejected("bad_overlay", f"{str(folder)[:80]!r} is no name of an overlay's folder")
    if "min_format" in entry or "max_format" in entry:
        return Overlay(folder, Formats(_format(entry["min_format"]), _format(entry["max_format"], ANY_MINOR)))
    return Overlay(folder, _range(entry["formats"]))


def _range(value: Any) -> Formats:
    if isinstance(value, dict):
        value = [value["min_inclusive"], value["max_inclusive"]]
    if isinstance(value, list):
        low, high = value
        return Formats(_format(low), _format(high, ANY_MINOR))
    return Formats(_format(value), _format(value, ANY_MINOR))


def _format(value: Any, minor: int = 0) -> Format:
    numbers = value if isinstance(value, list) else [value, minor]
    if isinstance(value, float):
        whole, _, part = str(value).partition(".")
        numbers = [int(whole), int(part)]
    if len(numbers) == 1:
        numbers = [numbers[0], minor]
    major, second = numbers
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in (major, second)):
        raise Rejected("bad_format", f"{str(value)[:40]} is no pack format")
    return Format(major, second)


def _hidden(entry: dict[str, Any]) -> Hidden:
    return Hidden(_pattern(entry.get("namespace")), _pattern(entry.get("path")))


def _pattern(text: str | None) -> re.Pattern[str] | None:
    if text is None:
        return None
    repeats = sum(text.count(sign) for sign in "*+{")
    if len(text) > MAX_PATTERN or repeats > MAX_REPEATS or NESTED_REPEAT.search(text):
        raise Rejected("costly_filter", f"the pattern {text[:60]!r} could take for ever; it hides nothing here")
    try:
        return re.compile(text)
    except (re.error, RecursionError, OverflowError) as error:
        raise Rejected("bad_filter", f"{text[:60]!r} is no regular expression: {error}") from error


def made_for_another(meta: PackMeta, number: Format) -> Diagnostic | None:
    """Return a warning when the pack does not name the game's format among its own."""
    if meta.formats is None or number in meta.formats or number.major == meta.formats.highest.major:
        return None
    message = f"made for pack format {meta.formats}, the game has {number}; read as the game reads it"
    return Diagnostic("other_format", message, file="pack.mcmeta", pointer="/pack", level=Level.WARNING)
