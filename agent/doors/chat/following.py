"""Follows a run from the chat: the console hears of every step, and all the while the chat is listened to."""

from collections.abc import Callable
from dataclasses import dataclass

from ....planner.result import Plan, Step
from ....recipes.ids import short
from ...drawing.words import amount
from ...memory.lessons import Lesson
from ...runs.verification import Verdict


@dataclass(slots=True)
class Following:
    """``say`` is the bot's console; ``listen`` answers what was said meanwhile."""

    say: Callable[[str], None]
    listen: Callable[[], None]
    stops: str | None = None
    step: int = 0
    of: int = 0

    def planned(self, plan: Plan) -> None:
        """Begin to count the steps."""
        self.step, self.of = 0, len(plan.steps)
        self.say(f"{self.of} steps")

    def done(self, step: Step, verdict: Verdict, ms: int) -> None:
        """Count a step."""
        self.step = step.number
        self.say(f"{step.number} {amount(step.item, step.count)} {verdict.outcome} ({ms} ms)")

    def failed(self, step: Step, verdict: Verdict, reason: str, attempt: str) -> None:
        """Tell of a step that was not confirmed."""
        self.say(f"{step.number} {amount(step.item, step.count)} {verdict.outcome}: {reason} ({attempt})")

    def learnt(self, lesson: Lesson) -> None:
        """Tell of a lesson."""
        self.say(f"learnt {lesson.id}: {lesson.root_cause}; next time: {short(str(lesson.resolution))}")

    def stop_asked(self) -> str | None:
        """Listen, and return who wants the run to end."""
        self.listen()
        return self.stops
