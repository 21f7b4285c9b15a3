"""The steps of a plan, one after the other; after a refusal or half a step, what is left is planned anew."""

from collections.abc import Callable
from dataclasses import replace

from ...planner import Goal, Plan
from ...planner.result import Step
from ...recipes.ids import short
from ..drawing.words import plural
from ..memory.learning import Learning
from ..memory.lessons import FailureClass
from .execution import Attempted, Hands
from .failures import TEACHES, Stop
from .run import Audience
from .verification import Outcome

MOST_TRIES = 3
"""How often one item is refused in a run before the run stops; each time its binding or recipe was another."""

Replan = Callable[[tuple[Goal, ...]], "Plan | None"]
"""Plans what is left, through the gate; None where the gate waits for an answer."""


class Making:
    """Does the steps of one run. ``replan`` answers with a plan for what is left."""

    def __init__(
        self, goals: tuple[Goal, ...], hands: Hands, learning: Learning, audience: Audience, replan: Replan
    ) -> None:
        self.goals = goals
        self.hands = hands
        self.progress = hands.run.progress
        self.learning = learning
        self.audience = audience
        self.replan = replan
        self.attempts: list[Attempted] = []

    def do(self, current: Plan) -> Stop | None:
        """Do the plan's steps; after a refusal learn, plan what is left anew, and go on."""
        while current.steps:
            if stop := self.hands.fetch(current):
                return stop
            failed = self._steps(current.steps)
            if failed is None:
                return None
            if isinstance(failed, Stop):
                return failed
            stop = self._after(failed)
            left = self.left()
            if stop or not left:
                return stop
            again = self.replan(left)
            if again is None:
                return None
            if not again.ready:
                return _no_way_around(failed, again)
            current = again
            self.audience.planned(current)
        return None

    def left(self) -> tuple[Goal, ...]:
        """Return the goals with what is still to be made of each."""
        made = self.progress.confirmed
        left = [replace(goal, count=goal.count - max(0, made[goal.item])) for goal in self.goals]
        return tuple(goal for goal in left if goal.count > 0)

    def _steps(self, steps: tuple[Step, ...]) -> Attempted | Stop | None:
        """Do the steps up to the first that is not confirmed, or that is not wanted any more; return it."""
        for step in steps:
            if who := self.audience.stop_asked():
                return Stop(None, "asked", f"{who} wanted it to stop before {short(step.item)}")
            if not self.hands.strategies(step):
                return _out_of_tries(step, self.attempts)
            attempted = self.hands.do(step, self.learning.receipt)
            self.attempts.append(attempted)
            if not attempted.verdict.confirmed:
                return attempted
            self.learning.confirmed(attempted)
        return None

    def _after(self, attempted: Attempted) -> Stop | None:
        """Learn from a refusal, go on after half a step, or say why the run has to end."""
        self.hands.look()
        reason, step = attempted.reason, attempted.step
        message = f"{short(step.item)}: {reason.replace('_', ' ')}"
        if reason in TEACHES:
            self.learning.refused(attempted)
            if self.progress.refused[step.item] >= MOST_TRIES:
                return Stop(FailureClass.LOGIC, reason, f"{message}, {MOST_TRIES} times", attempted.id)
            return None
        if attempted.verdict.outcome is Outcome.PARTIAL and attempted.failure is FailureClass.INSTRUMENTATION:
            self.audience.say(f"{message} after {attempted.verdict.crafts} of {step.times}; planning the rest")
            return None
        return Stop(attempted.failure or FailureClass.UNKNOWN, reason, message, attempted.id)


def _out_of_tries(step: Step, attempts: list[Attempted]) -> Stop:
    message = f"{short(step.item)} was tried with every strategy, and did not go well with any"
    last = attempts[-1].id if attempts else None
    return Stop(FailureClass.INSTRUMENTATION, "out_of_tries", message, last)


def _no_way_around(attempted: Attempted, current: Plan) -> Stop:
    lacks = ", ".join(plural(lack.item, lack.count) for lack in current.missing) or "another recipe"
    message = f"the server refused {short(attempted.step.recipe.id)}; a way around it needs {lacks}"
    return Stop(FailureClass.LOGIC, attempted.reason, message, attempted.id)
