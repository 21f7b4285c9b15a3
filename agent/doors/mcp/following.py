"""A run followed over MCP: each step is a progress notification; a cancelled request stops before the next one."""

from contextlib import suppress
from threading import Event

import anyio.from_thread
from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError

from ....planner.result import Plan, Step
from ....recipes.ids import short
from ...drawing.words import signed
from ...memory.lessons import Lesson
from ...runs.verification import Verdict


class Following:
    """Speaks from a run's thread to the client. Progress counts steps, and only grows."""

    def __init__(self, session: ServerSession, caller: str) -> None:
        self.session = session
        self.caller = caller
        self.stopping = Event()
        self.steps = 0
        self.of = 0
        self.told = 0.0

    def say(self, text: str) -> None:
        """Tell of something that is neither plan nor step."""
        self._tell(text)

    def planned(self, plan: Plan) -> None:
        """Count the steps to come."""
        self.of = self.steps + len(plan.steps)
        self._tell(f"planned {len(plan.steps)} steps")

    def done(self, step: Step, verdict: Verdict, ms: int) -> None:
        """Count a step that the server confirmed."""
        self.steps += 1
        self._tell(f"{short(step.item)} confirmed: {signed(verdict.seen.items())} ({ms} ms)")

    def failed(self, step: Step, verdict: Verdict, reason: str, attempt: str) -> None:
        """Tell of an attempt that the server did not confirm."""
        self._tell(
            f"{short(step.item)} not confirmed: {reason.replace('_', ' ')}; {signed(verdict.seen.items())} ({attempt})"
        )

    def learnt(self, lesson: Lesson) -> None:
        """Tell of a lesson."""
        self._tell(f"learnt {lesson.id}: {lesson.description}")

    def stop_asked(self) -> str | None:
        """Return the caller where it took its request back."""
        return self.caller if self.stopping.is_set() else None

    def _tell(self, text: str) -> None:
        self.told = max(float(self.steps), self.told + 0.001)
        with suppress(MCPError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            anyio.from_thread.run(self.session.report_progress, self.told, float(self.of) or None, text)
