"""Stdout carries the answer and nothing else: this is where that is made true, for child processes too."""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_PLAIN = str.maketrans("┌┬┐├┼┤└┴┘│─×→←·✓✗−…", "+++++++++|-x><.+x-.")
_PLAIN_TREE = str.maketrans({"├": "|", "└": "`"})


@dataclass
class Streams:
    """Where answers (``out``) and everything else (``err``) go."""

    out: TextIO
    err: TextIO
    quiet: bool = False

    def answer(self, lines: Iterable["Text | str"]) -> None:
        """Print the lines of an answer."""
        for line in lines:
            self._print(self.answers, line)

    def document(self, document: Mapping[str, Any]) -> None:
        """Print one JSON document, the whole of the answer."""
        from ..document import render

        self.out.write(render(document) + "\n")
        self.out.flush()

    def say(self, line: "Text | str") -> None:
        """Tell of progress, unless asked to be quiet."""
        if not self.quiet:
            self._print(self._progress, line)

    def complain(self, line: "Text | str") -> None:
        """Print what went wrong, always."""
        self._print(self._progress, line)

    @property
    def width(self) -> int:
        """How many characters an answer's line may have."""
        return self.answers.width

    @property
    def live(self) -> bool:
        """Whether answers may be redrawn in place: a terminal that can, and nobody who asked for quiet."""
        return self.answers.is_terminal and not self.answers.is_dumb_terminal and not self.quiet

    def drawable(self, text: "Text") -> "Text":
        """Return the text as the answers' terminal can show it: in ASCII where it knows no more."""
        return text if _can_draw(self.answers) else _plain(text)

    @cached_property
    def answers(self) -> "Console":
        """The console on ``out``."""
        return _console(self.out)

    @cached_property
    def _progress(self) -> "Console":
        return _console(self.err)

    def _print(self, console: "Console", line: "Text | str") -> None:
        from rich.text import Text

        text = Text(line) if isinstance(line, str) else line
        if not _can_draw(console):
            text = _plain(text)
        console.print(text, soft_wrap=True, highlight=False)


def shielded() -> Streams:
    """Keep the real stdout for answers and point file descriptor 1 at stderr, for this process and its children."""
    out = os.fdopen(os.dup(1), "w", encoding=sys.stdout.encoding, errors="replace", newline="\n")
    os.dup2(2, 1)
    sys.stdout = out
    return Streams(out, sys.stderr)


def _console(file: TextIO) -> "Console":
    from rich.console import Console

    return Console(file=file)


def _can_draw(console: "Console") -> bool:
    return "utf" in (console.encoding or "").lower() and not console.is_dumb_terminal


def _plain(text: "Text") -> "Text":
    """Return the text in ASCII, with the same length, styles kept."""
    plain = text.copy()
    branch = text.plain.lstrip("│ ").startswith(("├── ", "└── "))
    drawn = text.plain.translate(_PLAIN_TREE) if branch else text.plain
    plain.plain = drawn.translate(_PLAIN).encode("ascii", "replace").decode()
    return plain
