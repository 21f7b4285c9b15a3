"""``craft``: let the bot make things on the server, and answer with what the server confirmed."""

from typing import Any

from pydantic import Field

from ...planner.result import Plan, Step
from ..lessons import Lesson
from ..pipeline import craft as run_pipeline
from ..report import Result, run_document
from ..verification import Verdict
from .plan_craft import goals_of
from .tool import Context, Model, Tool, Wanted


class Craft(Model):
    """What to make."""

    goals: list[Wanted] = Field(min_length=1, max_length=20)


class Crafted(Model):
    """How the run ended, as `craftplan/run/1`."""

    confirmed: bool = Field(description="Whether the server's own inventory shows everything that was wanted.")
    run: dict[str, Any]


class _Nobody:
    """Follows a run for a caller that reads only its end."""

    def say(self, text: str) -> None: ...
    def planned(self, plan: Plan) -> None: ...
    def done(self, step: Step, verdict: Verdict, ms: int) -> None: ...
    def failed(self, step: Step, verdict: Verdict, reason: str, attempt: str) -> None: ...
    def learnt(self, lesson: Lesson) -> None: ...
    def stop_asked(self) -> None: ...


def craft(context: Context, wanted: Craft) -> Crafted:
    """Craft on the context's server."""
    with context.world() as world:
        report = run_pipeline(
            world, context.catalog, goals_of(context.catalog, wanted.goals), context.ledger, _Nobody()
        )
    return Crafted(confirmed=report.result is Result.CONFIRMED, run=run_document(report))


CRAFT = Tool(
    "craft",
    "Craft items with the bot on its server. Answers what the server confirmed, never what was only tried.",
    Craft,
    Crafted,
    craft,
)
