"""``remember``: wishes that every plan and run heeds from now on."""

from typing import Annotated

from pydantic import Field

from ...recipes.catalog import Catalog
from ..memory.memory import Memory
from ..memory.wishes import read_wish
from .plain import REST
from .tool import Context, Effect, Model, Tool

LONGEST, MOST = 200, 20
OneWish = Annotated[str, Field(min_length=3, max_length=LONGEST)]


class Remember(Model):
    """The wishes, or those that are to hold no longer."""

    wish: OneWish = Field(
        description='One of: "never use cherry_planks", "keep 8 oak_log", "prefer spruce".',
        json_schema_extra={REST: "more"},
    )
    more: list[OneWish] = Field(default=[], max_length=MOST, description="Further wishes, one each.")
    forget: bool = Field(default=False, description="Let these wishes, or the lessons of these ids, hold no longer.")


class Kept(Model):
    """What holds now, or holds no longer."""

    id: str
    says: str
    holds: bool


class Remembered(Kept):
    """The first, and the others in their order."""

    more: list[Kept]


def remember(context: Context, wanted: Remember) -> Remembered:
    """Keep wishes, or let them go. Raises an InputError with the forms for words that are no wish, and keeps none."""
    memory, texts = Memory(context.ledger), (wanted.wish, *wanted.more)
    for text in () if wanted.forget else texts:
        read_wish(text, context.catalog)
    first, *others = [_kept(memory, text, context.catalog, forget=wanted.forget) for text in texts]
    return Remembered(**first.model_dump(), more=others)


def _kept(memory: Memory, text: str, catalog: Catalog, *, forget: bool) -> Kept:
    if forget:
        return Kept(id=memory.forget(text, catalog).id, says=text, holds=False)
    wish = memory.remember(text, catalog)
    return Kept(id=wish.id, says=str(wish), holds=True)


REMEMBER = Tool(
    "remember",
    "Keep a person's wishes, or forget them: what never to use, what to keep, what to prefer.",
    Remember,
    Remembered,
    remember,
    Effect.RECORDS,
    triggers=("wish", "never", "keep", "prefer", "forget"),
    version="1.1.0",
)
