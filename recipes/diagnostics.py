"""What a loader has to say about a file: a value with the place, the rule and what to do, never a lost line of log."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """``error``: not loaded, or it cannot work; ``warning``: loaded, but not as written; ``note``: by design."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that was noticed: ``rule`` is its stable name, ``pointer`` a JSON Pointer into ``file`` of ``pack``."""

    rule: str
    message: str
    pack: str = ""
    file: str = ""
    pointer: str = ""
    hint: str = ""
    level: Level = Level.ERROR

    def at(self, pack: str, file: str) -> "Diagnostic":
        """Return it with its place."""
        return replace(self, pack=pack, file=file)

    def data(self) -> dict[str, Any]:
        """Return it as JSON data, fields in a fixed order."""
        return asdict(self)

    def __str__(self) -> str:
        place = ":".join(part for part in (self.pack, self.file) if part) + (f"#{self.pointer}" if self.pointer else "")
        hint = f"\nhint: {self.hint}" if self.hint else ""
        return f"{self.level.value}: {place}: {self.message} [{self.rule}]{hint}"


def errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return those which mean that something was not loaded."""
    return [diagnostic for diagnostic in diagnostics if diagnostic.level is Level.ERROR]
