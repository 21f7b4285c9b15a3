"""A ledger record as a person reads it: when, what, and its evidence."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from ...recipes.ids import short
from ..ledger.record import Record
from .words import signed

_CHANGES = {"expected", "seen"}
_LONG = {"last"}
"""Lists that only ``--json`` shows whole."""


def draw_record(record: Record) -> list[Text]:
    """Return the record's heading and one line for each part of its evidence."""
    heading = Text.assemble((f"{record.seq:>6}  ", "dim"), f"{record.time}  ", (record.event, "bold"))
    if record.node:
        heading.append(f"  {short(record.node.partition(':')[2])}", "cyan")
    return [heading, *(Text(f"        {name}: {_shown(name, value)}") for name, value in record.body.items())]


def _shown(name: str, value: Any) -> str:
    if name in _CHANGES and isinstance(value, Mapping):
        return signed(value.items())
    if name in _LONG and isinstance(value, list):
        return f"{len(value)} (see --json)"
    if isinstance(value, Mapping):
        return ", ".join(f"{short(str(key))} {_shown(str(key), part)}" for key, part in value.items()) or "nothing"
    if isinstance(value, list):
        return ", ".join(_shown("", part) for part in value) or "none"
    return short(str(value))
