"""``remember``: a wish that every plan and run heeds from now on."""

from pydantic import Field

from ..memory.memory import Memory
from .tool import Context, Effect, Model, Tool


class Remember(Model):
    """The wish, or the one that is to hold no longer."""

    wish: str = Field(
        min_length=3,
        max_length=200,
        description='One of: "never use cherry_planks", "keep 8 oak_log", "prefer spruce".',
    )
    forget: bool = Field(default=False, description="Let that wish, or the lesson of that id, hold no longer.")


class Remembered(Model):
    """What holds now, or holds no longer."""

    id: str
    says: str
    holds: bool


def remember(context: Context, wanted: Remember) -> Remembered:
    """Keep a wish, or let one go. Raises an InputError with the forms for words that are no wish."""
    memory = Memory(context.ledger)
    if wanted.forget:
        gone = memory.forget(wanted.wish, context.catalog)
        return Remembered(id=gone.id, says=wanted.wish, holds=False)
    kept = memory.remember(wanted.wish, context.catalog)
    return Remembered(id=kept.id, says=str(kept), holds=True)


REMEMBER = Tool(
    "remember",
    "Keep a person's wish, or forget it: what never to use, what to keep, what to prefer.",
    Remember,
    Remembered,
    remember,
    Effect.RECORDS,
    triggers=("wish", "never", "keep", "prefer", "forget"),
)
