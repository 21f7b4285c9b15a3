"""Whether it all fits: how many inventory slots a plan fills at its fullest moment."""

from collections import Counter
from collections.abc import Mapping

from ..recipes.catalog import Catalog
from ..recipes.ids import ItemId
from .goal import Inventory
from .result import Plan

SLOTS = 36
"""A player's slots, hotbar included."""


def peak_slots(plan: Plan, catalog: Catalog, inventory: Inventory) -> int:
    """Return the most slots that are in use after any step, what is missing being there from the beginning.

    More than ``SLOTS`` cannot be carried: then the order has to be done in batches.
    """
    held: Counter[ItemId] = Counter(inventory.counts)
    held.update({lack.item: lack.count for lack in plan.missing})
    peak = _slots(held, catalog)
    for step in plan.steps:
        held[step.item] += step.count
        for bind in step.bind:
            held[bind.item] -= step.times
            remainder = catalog.items[bind.item].remainder
            if remainder is not None:
                held[remainder] += step.times
        if step.fuel is not None:
            held[step.fuel.item] -= step.fuel.count
        peak = max(peak, _slots(held, catalog))
    return peak


def _slots(held: Mapping[ItemId, int], catalog: Catalog) -> int:
    return sum(-(-count // catalog.items[item].stack_size) for item, count in held.items() if count > 0)
