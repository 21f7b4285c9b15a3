"""Every error that craftplan raises on purpose.

::

    CraftplanError               code                exit
    ├── InputError               what was asked      2     a name, an option, a file the user gave
    │   ├── UnknownItemError     unknown_item        2
    │   └── SchemaError          schema              2     JSON that breaks its schema
    ├── WorldError               cannot be reached   3     server, Node, npm, Java, disk
    ├── IntegrityError           cannot be trusted   4     ledger, notes
    └── BusyError                is taken            75    another run holds this bot

What can go wrong *in the game* (nothing made, wrong result, missing material) is never an exception: it is a
value with its evidence. Only ``agent/shell`` turns these errors into text and exit codes.
"""

from collections.abc import Mapping
from typing import Any


class CraftplanError(Exception):
    """The root: says which rule was broken, what was seen and expected, and what to do (``hint``)."""

    exit_code = 70
    code = "bug"

    def __init__(self, message: str, *, hint: str, code: str | None = None, **evidence: Any) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code or type(self).code
        self.evidence: Mapping[str, Any] = evidence


class InputError(CraftplanError):
    """The user's words cannot be followed."""

    exit_code = 2
    code = "input"


class UnknownItemError(InputError):
    """No item of this catalog has that name; ``near`` holds the names that come closest, best first."""

    code = "unknown_item"

    def __init__(self, name: str, *, minecraft: str, near: tuple[str, ...]) -> None:
        hint = f"did you mean {', '.join(near)}?" if near else "`craftplan items` lists every item"
        super().__init__(
            f"no item called {name!r} in Minecraft {minecraft}", hint=hint, name=name, minecraft=minecraft, near=near
        )
        self.name = name
        self.near = near


class SchemaError(InputError):
    """A JSON document breaks its schema; ``violations`` holds pointer, keyword, limit, actual and excerpt of each."""

    code = "schema"


class WorldError(CraftplanError):
    """Something outside of craftplan cannot be reached: a server, Node, npm, the disk."""

    exit_code = 3
    code = "unreachable"


class IntegrityError(CraftplanError):
    """A record cannot be trusted any more."""

    exit_code = 4
    code = "integrity"


class BusyError(CraftplanError):
    """Another run holds what this one needs."""

    exit_code = 75
    code = "busy"
