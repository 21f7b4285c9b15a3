"""``resume``: go on with a run that was cut off, stopped, or waits."""

from pydantic import Field

from ...recipes.errors import InputError
from ..runs.resuming import newest_open
from ..runs.resuming import resume as go_on
from .outcome import Outcome
from .running import Ended, ended
from .tool import Context, Effect, Model, Tool


class Resume(Model):
    """Which run."""

    run: str = Field(default="", max_length=64, description="The run's id; left out: the newest that is not finished.")
    from_here: bool = Field(
        default=False, description="Go on with what is there, though nobody knows what an attempt did."
    )


def resume(context: Context, wanted: Resume) -> Outcome:
    """Ask the server what became of the last attempt, then do the steps that are left; nothing is used twice."""
    with context.world() as world:
        run = wanted.run
        if not run:
            newest = newest_open(context.ledger, world.address, world.username)
            if newest is None:
                raise InputError("no run was interrupted", hint="`craft` begins one", code="no_run")
            run = newest.id
        catalog, from_here = context.catalog, wanted.from_here
        report = go_on(world, catalog, context.ledger, run, context.audience, context.terms, from_here=from_here)
        return ended(context, report)


RESUME = Tool(
    "resume",
    "Go on with an interrupted run. The server is asked first what became of the last attempt.",
    Resume,
    Ended,
    resume,
    Effect.CRAFTS,
    triggers=("continue", "again", "interrupted", "resume"),
)
