"""One run in the ledger: its id, its phases, and the audience that is told of its progress."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from secrets import token_hex
from typing import Any, Protocol

from ..planner.result import Plan, Step
from ..recipes.errors import CraftplanError
from .ledger import Ledger
from .lessons import Lesson
from .record import Event, Record
from .verification import Verdict


class Phase(StrEnum):
    """The phases of a run, in their order; each is recorded when it begins and when it ends."""

    CONTEXT = "context"
    DISCOVERY = "discovery"
    DEPENDENCIES = "dependencies"
    PLAN = "plan"
    GATE = "gate"
    EXECUTE = "execute"
    VERIFY = "verify"


class Audience(Protocol):
    """Who follows a run: the shell draws it, the game's chat tells it in three lines."""

    def say(self, text: str) -> None:
        """Tell of something that is neither plan nor step."""

    def planned(self, plan: Plan) -> None:
        """Show a plan that is about to be done."""

    def done(self, step: Step, verdict: Verdict, ms: int) -> None:
        """Tell of a step that the server confirmed."""

    def failed(self, step: Step, verdict: Verdict, reason: str, attempt: str) -> None:
        """Tell of an attempt that the server did not confirm."""

    def learnt(self, lesson: Lesson) -> None:
        """Tell of a lesson."""


@dataclass(slots=True)
class Run:
    """A run's own view of the ledger: every record it appends carries its id."""

    ledger: Ledger
    id: str = field(default_factory=lambda: f"{datetime.now(UTC):%y%m%d-%H%M%S}-{token_hex(2)}")
    attempts: int = 0

    def record(self, event: Event, body: Mapping[str, Any], node: str | None = None) -> Record:
        """Append a record of this run."""
        return self.ledger.append(event, body, node=node, run=self.id)

    def next_attempt(self) -> str:
        """Return a new attempt's id, ``<run>.<number>``."""
        self.attempts += 1
        return f"{self.id}.{self.attempts}"

    @contextmanager
    def phase(self, phase: Phase) -> Iterator[dict[str, Any]]:
        """Record a phase's begin and its end, with what the caller puts into the yielded evidence."""
        self.record(Event.PHASE_STARTED, {"phase": phase})
        evidence: dict[str, Any] = {}
        try:
            yield evidence
        except CraftplanError as error:
            self.record(Event.PHASE_FAILED, {"phase": phase, "code": error.code, "message": error.message})
            raise
        except BaseException as stop:
            self.record(Event.PHASE_FAILED, {"phase": phase, "code": type(stop).__name__, "message": str(stop)})
            raise
        self.record(Event.PHASE_COMPLETED, {"phase": phase, **evidence})
