"""The wishes that stand, for the doors that plan without a run."""

from dataclasses import replace

from ...planner.explain import Explainer
from ...planner.result import Plan
from ...recipes.ids import ItemId
from .. import places
from ..ledger.ledger import Ledger
from ..memory.memory import Memory
from ..memory.wishes import Wish, heeded, in_the_way, joined
from .wished import ever_wished


def open_memory() -> Memory:
    """Return the memory of this user's ledger."""
    return Memory(Ledger(places.state() / "ledger"))


def standing_wishes() -> tuple[Wish, ...]:
    """Return the wishes that stand; where nothing was ever wished, nothing is opened."""
    return open_memory().wishes() if ever_wished() else ()


def heeding(planner: Explainer) -> Explainer:
    """Return the planner with the standing wishes heeded too; those of this question alone come first."""
    standing = heeded(standing_wishes(), planner.catalog, planner.catalog.recipes, planner.inventory.counts)
    experience = joined(planner.experience, standing.experience)
    return replace(planner, experience=experience, keep={**standing.keep, **planner.keep})


def standing_in_the_way(planner: Explainer, answer: Plan) -> tuple[Wish, ...]:
    """Return the standing wishes without which there would be a better answer."""
    wishes = () if answer.ready else standing_wishes()
    catalog, counts = planner.catalog, planner.inventory.counts
    pairs = heeded(wishes, catalog, catalog.recipes, counts).experience.avoid_members
    asked = replace(planner.experience, avoid_members=planner.experience.avoid_members - pairs)

    def planned(some: tuple[Wish, ...]) -> Plan:
        wished = heeded(some, catalog, catalog.recipes, counts)
        others = {item: count for item, count in planner.keep.items() if item not in _kept(wishes, planner)}
        again = replace(planner, experience=joined(asked, wished.experience), keep={**others, **wished.keep})
        return again.plan(answer.goals)

    return in_the_way(wishes, planned)


def _kept(wishes: tuple[Wish, ...], planner: Explainer) -> frozenset[ItemId]:
    return frozenset(heeded(wishes, planner.catalog, (), planner.inventory.counts).keep)
