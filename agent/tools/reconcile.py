"""``reconcile``: the ledger's account of the bot's inventory, against the server's."""

from ...recipes.errors import InputError
from ..runs.holdings import drift, record_drift
from .tool import Context, Effect, Model, Tool


class Reconcile(Model):
    """Nothing has to be said."""


class Drifted(Model):
    """By how many items the server's inventory differs from the ledger's account."""

    drift: bool
    surplus: dict[str, int]
    deficit: dict[str, int]
    unknown_effect: list[str]
    certain: bool


def reconcile(context: Context, _: Reconcile) -> Drifted:
    """Compare, and record what was found; on the server nothing is changed."""
    with context.world() as world:
        counts = world.bot.snapshot().counts
        found = drift(context.ledger, world.address, world.username, counts)
        if found is None:
            raise InputError(
                f"the ledger knows nothing of {world.username} on {world.address}",
                hint="it learns what a bot holds when the bot first crafts there",
                code="no_account",
            )
        record_drift(context.ledger, world.address, world.username, counts, found)
    return Drifted(
        drift=found.found,
        surplus={str(item): count for item, count in found.surplus.items()},
        deficit={str(item): count for item, count in found.deficit.items()},
        unknown_effect=list(found.open),
        certain=found.certain,
    )


RECONCILE = Tool(
    "reconcile",
    "Compare what the bot should hold by the ledger with what the server shows. Changes nothing on the server.",
    Reconcile,
    Drifted,
    reconcile,
    Effect.RECORDS,
    triggers=("drift", "lost", "compare", "account"),
)
