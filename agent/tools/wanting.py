"""What is wanted and what is at hand, as the planner takes it: with the wishes that stand."""

from collections.abc import Iterable

from ...planner import Goal, Inventory
from ...planner.explain import Explainer
from ...recipes.ids import ItemId
from ..ledger.segments import segments
from ..memory.memory import Memory
from ..memory.wishes import Wish, heeded
from .tool import Context, Held, Wanted


def goals_of(wanted: Iterable[Wanted]) -> tuple[Goal, ...]:
    """Return the goals; their names are resolved already."""
    return tuple(Goal(ItemId(one.item), one.count) for one in wanted)


def inventory_of(held: Iterable[Held]) -> Inventory:
    """Return what is at hand; an item that is named twice counts twice."""
    counts: dict[ItemId, int] = {}
    for one in held:
        counts[ItemId(one.item)] = counts.get(ItemId(one.item), 0) + one.count
    return Inventory(counts)


def standing(context: Context) -> tuple[Wish, ...]:
    """Return the wishes that stand; where nothing was ever recorded, nothing is opened."""
    return Memory(context.ledger).wishes() if segments(context.ledger.folder) else ()


def planner_of(
    context: Context, inventory: Inventory, stations: tuple[str, ...], wishes: tuple[Wish, ...]
) -> Explainer:
    """Return the planner with everything that it has to heed."""
    catalog = context.catalog
    wished = heeded(wishes, catalog, catalog.recipes, inventory.counts)
    return Explainer(catalog, inventory, wished.experience, stations, keep=wished.keep)
