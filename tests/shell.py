"""Runs command lines in this process and keeps what they said."""

import io
import json
from dataclasses import dataclass
from typing import Any

from craftplan.agent.doors.main import run
from craftplan.agent.doors.streams import Streams


class _Stream(io.TextIOWrapper):
    """A stream in memory that says it writes UTF-8, as a pipe does."""

    def text(self) -> str:
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode()


@dataclass(frozen=True)
class Said:
    """One command's exit code and streams."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


def craftplan(*arguments: str) -> Said:
    """Run ``craftplan`` with the arguments."""
    out = _Stream(io.BytesIO(), encoding="utf-8", newline="\n")
    err = _Stream(io.BytesIO(), encoding="utf-8", newline="\n")
    code = run(list(arguments), Streams(out, err))
    return Said(code, out.text(), err.text())
