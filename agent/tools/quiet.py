"""Follows a run for a caller that reads only its end."""

from ...planner.result import Plan, Step
from ..memory.lessons import Lesson
from ..runs.verification import Verdict


class Quiet:
    """An audience that keeps nothing and says nothing."""

    def say(self, text: str) -> None:
        """Keep quiet."""

    def planned(self, plan: Plan) -> None:
        """Keep quiet."""

    def done(self, step: Step, verdict: Verdict, ms: int) -> None:
        """Keep quiet."""

    def failed(self, step: Step, verdict: Verdict, reason: str, attempt: str) -> None:
        """Keep quiet."""

    def learnt(self, lesson: Lesson) -> None:
        """Keep quiet."""

    def stop_asked(self) -> str | None:
        """Nobody wants it to stop."""
        return None


QUIET = Quiet()
