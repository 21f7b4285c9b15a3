"""The phases of a run in their order, and what each leaves behind in the ledger when it is completed."""

from enum import StrEnum

from ...recipes.ids import ItemId
from ..memory.lessons import Value


class Phase(StrEnum):
    """The phases of a run, in their order; each is recorded when it begins and when it ends."""

    PREFLIGHT = "preflight"
    CONTEXT = "context"
    DISCOVERY = "discovery"
    DEPENDENCIES = "dependencies"
    PLAN = "plan"
    GATE = "gate"
    EXECUTE = "execute"
    VERIFY = "verify"


class Completed(Value):
    """What a completed phase leaves behind: each phase has its own."""


class Preflight(Completed):
    """The world is there, and the ledger can be continued: ``seq`` and ``hash`` are its head, and so of what is known.

    ``config`` is the hash of what a person set; empty where nothing is.
    """

    craftplan: str
    config: str = ""
    server: str
    username: str
    seq: int
    hash: str


class Context(Completed):
    """What the run decides with."""

    minecraft: str
    catalog: str
    source: str


class Discovery(Completed):
    """The inventory as the server shows it, the stations in reach, and what it says of attempts that were cut off."""

    counts: dict[ItemId, int]
    forced: bool
    stations: tuple[str, ...]
    settled: tuple[str, ...] = ()


class Dependencies(Completed):
    """What the server told of tags and recipes, by its hash, and the first that differ from the catalog."""

    told: str
    tags_that_differ: tuple[str, ...]
    recipes_that_differ: tuple[str, ...]


class Planned(Completed):
    """The planner's answer; ``plan`` is the hash of its steps."""

    answer: str
    steps: int
    minimal: str
    plan: str


class Gated(Completed):
    """How the gate was passed, or that it waits: ``opened``, ``skipped``, ``approved``."""

    gate: str
    outcome: str


class Executed(Completed):
    """What the server's verdicts add up to, in items."""

    confirmed: dict[ItemId, int]


class Verified(Completed):
    """The inventory at the end, and what was confirmed and is not there any more."""

    counts: dict[ItemId, int]
    lost: dict[ItemId, int]
