"""``craft``: let the bot make things on the server, and answer with what the server confirmed."""

from pydantic import Field

from ..runs.pipeline import craft as run_pipeline
from ..runs.resuming import abandon, offer
from .outcome import Outcome
from .plan_craft import Goals
from .running import Ended, catalog_for, ended
from .tool import Context, Effect, Model, Tool
from .wanting import goals_of


class Craft(Model):
    """What to make."""

    goals: Goals
    anew: bool = Field(default=False, description="Begin anew, although a run of this bot was interrupted.")


def craft(context: Context, wanted: Craft) -> Outcome:
    """Craft on the context's server, under its terms. Raises a NeedsAnswerError where a run was cut off before."""
    with context.world() as world:
        if world.give is None:
            (abandon if wanted.anew else offer)(context.ledger, world.address, world.username)
        catalog = catalog_for(context, world)
        goals = goals_of(wanted.goals)
        return ended(context, run_pipeline(world, catalog, goals, context.ledger, context.audience, context.terms))


CRAFT = Tool(
    "craft",
    "Craft items with the bot on its server. Answers what the server confirmed, never what was only tried.",
    Craft,
    Ended,
    craft,
    Effect.CRAFTS,
    triggers=("make", "build", "craft", "do"),
    version="2.0.0",
)
