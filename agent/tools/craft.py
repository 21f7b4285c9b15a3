"""``craft``: let the bot make things on the server, and answer with what the server confirmed."""

from collections.abc import Sequence
from functools import partial

from pydantic import Field

from ...planner import Experience, Inventory, Plan
from ...recipes.catalog import Catalog
from ..runs.pipeline import Pipeline
from ..runs.pipeline import craft as run_pipeline
from ..runs.resuming import abandon, offer
from ..runs.run import Run
from .choices import Choice, rebind
from .envelope import Ending, Status
from .open_choices import question_of
from .outcome import Outcome
from .plan_craft import Choices, Goals
from .running import Ended, ended
from .tool import Context, Effect, Model, Tool
from .wanting import goals_of


class Craft(Model):
    """What to make."""

    goals: Goals
    choices: Choices = Field(default=[])
    ask: bool = Field(default=False, description="Ask first, where several members at hand would do as well.")
    anew: bool = Field(default=False, description="Begin anew, although a run of this bot was interrupted.")


def craft(context: Context, wanted: Craft) -> Outcome:
    """Craft on the context's server, under its terms. Raises a NeedsAnswerError where a run was cut off before.

    A choice that is none of its cell's members at hand is a SchemaError, and nothing is clicked.
    """
    with context.world() as world:
        if world.give is None:
            (abandon if wanted.anew else offer)(context.ledger, world.address, world.username)
        catalog = context.catalog
        goals = goals_of(wanted.goals)
        if wanted.ask and not wanted.choices:
            preview = Pipeline(world, catalog, goals, Run(context.ledger), context.audience, context.terms)
            report = preview.preview()
            question = question_of(report.plan, preview.hands.at_hand, preview.learning.heeding.avoid_members, wanted)
            if question is not None:
                return Outcome(Ending(Status.NEEDS_INPUT, question=question))
        chosen = partial(_rebound, wanted.choices) if wanted.choices else None
        terms = context.terms
        report = run_pipeline(world, catalog, goals, context.ledger, context.audience, terms, chosen=chosen)
        return ended(context, report)


def _rebound(
    choices: Sequence[Choice], answer: Plan, catalog: Catalog, inventory: Inventory, heeded: Experience
) -> Plan:
    return rebind(answer, catalog, inventory, choices, heeded.avoid_members)


CRAFT = Tool(
    "craft",
    "Craft items with the bot on its server. Answers what the server confirmed, never what was only tried.",
    Craft,
    Ended,
    craft,
    Effect.CRAFTS,
    triggers=("make", "build", "craft", "do"),
    version="2.1.0",
)
