"""The game's chat as a door: a few commands from allowed players, answered in at most three short lines."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ...planner import Goal, Inventory, Plan, kinds_at
from ...planner import plan as make_plan
from ...planner.result import Step
from ...recipes.catalog import Catalog
from ...recipes.errors import CraftplanError
from ...recipes.ids import short
from ..drawing.plan import NO_STEPS
from ..drawing.words import amount, plural
from ..ledger import Ledger
from ..lessons import Lesson
from ..pipeline import craft
from ..report import Report, Result
from ..verification import Verdict
from ..world import World
from .words import read_goals

LINES, LONGEST = 3, 200
"""What the chat shows of one answer: lines, and characters in each."""
HELP = (
    "!plan 3 torch: how it is made, from what I carry",
    "!craft 3 torch: I make it, if I have what it takes",
    "!help: this; items are named as in the game, counts are items",
)


@dataclass(slots=True)
class ChatDoor:
    """Answers the chat lines that begin with ``!``. Text from chat is data: it is read as words, never run."""

    world: World
    catalog: Catalog
    ledger: Ledger
    allowed: frozenset[str]
    say: Callable[[str], None]
    refused: set[str] = field(default_factory=set)

    def greet(self) -> None:
        """Say once what is listened to."""
        self._tell(["craftplan listens: !plan ITEM, !craft ITEM, !help"])

    def hear(self, sender: str, text: str) -> None:
        """Answer one line of chat; lines that are no command are not ours."""
        if not text.startswith("!"):
            return
        if sender not in self.allowed:
            if sender not in self.refused:
                self.refused.add(sender)
                self._tell([f"{sender}: only {', '.join(sorted(self.allowed))} may command me"])
            return
        self.say(f"<{sender}> {text}")
        command, *words = text[1:].split()[:20] or [""]
        try:
            self._tell(self._answer(command.lower(), words))
        except CraftplanError as error:
            self._tell([error.message, f"hint: {error.hint}"])

    def _answer(self, command: str, words: list[str]) -> Iterable[str]:
        if command == "help":
            return HELP
        if command == "plan":
            goals = read_goals(words, self.catalog)
            counts = self.world.bot.snapshot().counts
            return describe(make_plan(self.catalog, goals, Inventory(counts), kinds=kinds_at(())))
        if command == "craft":
            return self._craft(read_goals(words, self.catalog))
        return [f"I do not know !{command[:20]}; !help lists what I know"]

    def _craft(self, goals: tuple[Goal, ...]) -> Iterable[str]:
        report = craft(self.world, self.catalog, goals, self.ledger, _Quiet(self.say))
        return describe_run(report)

    def _tell(self, lines: Iterable[str]) -> None:
        for line in list(lines)[:LINES]:
            text = line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
            self.world.bot.chat(text)
            self.say(f"> {text}")


def describe(plan: Plan) -> list[str]:
    """Return a plan in at most three lines: can I, how, what is missing."""
    wanted = ", ".join(amount(goal.item, goal.count) for goal in plan.goals)
    if plan.answer in NO_STEPS:
        return [f"{wanted}: {NO_STEPS[plan.answer]}"]
    steps = ", ".join(amount(step.item, step.count) for step in plan.steps)
    lines = [f"{wanted}: {len(plan.steps)} steps: {steps}"]
    if plan.missing:
        lines.append("missing: " + ", ".join(plural(lack.item, lack.count) for lack in plan.missing))
    return lines


def describe_run(report: Report) -> list[str]:
    """Return a run's end in at most three lines."""
    if report.result is Result.CONFIRMED:
        return [", ".join(amount(item, count) for item, count in report.made) + " made, confirmed by the server"]
    if report.stop:
        return [f"stopped: {report.stop.message}", f"attempt {report.stop.attempt}"]
    return describe(report.plan)


@dataclass(frozen=True, slots=True)
class _Quiet:
    """Follows a run on the bot's own console; the chat hears only how it ended."""

    say: Callable[[str], None]

    def planned(self, plan: Plan) -> None:
        self.say(f"{len(plan.steps)} steps")

    def done(self, step: Step, verdict: Verdict, ms: int) -> None:
        self.say(f"{step.number} {amount(step.item, step.count)} {verdict.outcome} ({ms} ms)")

    def failed(self, step: Step, verdict: Verdict, reason: str, attempt: str) -> None:
        self.say(f"{step.number} {amount(step.item, step.count)} {verdict.outcome}: {reason} ({attempt})")

    def learnt(self, lesson: Lesson) -> None:
        self.say(f"learnt {lesson.id}: {lesson.root_cause}; next time: {short(str(lesson.resolution))}")
