"""One run in the ledger: its id, its phases, and the audience that is told of its progress."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Protocol

from ...planner.result import Plan, Step
from ...recipes.errors import CraftplanError
from ..ledger.ledger import Ledger
from ..ledger.record import Event, Record
from ..memory.lessons import Lesson
from .phases import Completed, Phase
from .progress import Progress
from .verification import Verdict


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

    def stop_asked(self) -> str | None:
        """Return who wants the run to end before its next step; None: nobody does. Asked during long steps too."""


@dataclass(slots=True)
class Ending:
    """What a phase leaves behind when it is completed: whoever does the phase puts it here."""

    evidence: Completed | None = None


@dataclass(slots=True)
class Run:
    """A run's own view of the ledger: every record it appends carries its id, and moves its progress."""

    ledger: Ledger
    id: str = field(default_factory=lambda: f"{datetime.now(UTC):%y%m%d-%H%M%S}-{token_hex(2)}")
    progress: Progress = field(default_factory=Progress)

    def record(self, event: Event, body: Mapping[str, Any], node: str | None = None) -> Record:
        """Append a record of this run."""
        record = self.ledger.append(event, body, node=node, run=self.id)
        self.progress.note(record)
        return record

    def next_attempt(self) -> str:
        """Return a new attempt's id, ``<run>.<number>``."""
        return f"{self.id}.{self.progress.attempts + 1}"

    @contextmanager
    def phase(self, phase: Phase) -> Iterator[Ending]:
        """Record a phase's begin and its end, with the evidence that the caller leaves in what is yielded."""
        self.record(Event.PHASE_STARTED, {"phase": phase})
        ending = Ending()
        try:
            yield ending
        except CraftplanError as error:
            self.record(Event.PHASE_FAILED, {"phase": phase, "code": error.code, "message": error.message})
            raise
        except BaseException as stop:
            self.record(Event.PHASE_FAILED, {"phase": phase, "code": type(stop).__name__, "message": str(stop)})
            raise
        evidence = ending.evidence.model_dump(mode="json") if ending.evidence else {}
        self.record(Event.PHASE_COMPLETED, {"phase": phase, **evidence})
