"""Plans as the ledger keeps them: whole, so that a run that was cut off goes on with the very same steps."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from json import dumps
from typing import Any

from ...planner.result import Fuel, Plan, Station, Step
from ...planner.slots import lay_out, rivals
from ...planner.stations import FUEL_SLOT, result_slot
from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId, RecipeId

PART = 50
"""How many steps one record holds; a longer plan takes several."""


def plan_hash(plan: Plan, catalog: Catalog) -> str:
    """Return 16 hex digits that name the plan's steps: recipes with their hashes, bindings and counts."""
    steps = [keep(step, catalog) for step in plan.steps]
    return sha256(dumps(steps, sort_keys=True).encode()).hexdigest()[:16]


def kept(plan: Plan, catalog: Catalog, at_hand: Mapping[ItemId, int]) -> Iterator[dict[str, Any]]:
    """Yield the bodies of the records that hold the plan; the first one also says what it was made for and from."""
    steps = [keep(step, catalog) for step in plan.steps]
    name = plan_hash(plan, catalog)
    parts = [steps[start : start + PART] for start in range(0, len(steps), PART)] or [[]]
    for number, part in enumerate(parts, 1):
        body: dict[str, Any] = {"plan": name, "part": number, "parts": len(parts), "of": len(steps), "steps": part}
        if number == 1:
            body |= {
                "goals": {goal.item: goal.count for goal in plan.goals},
                "at_hand": {item: count for item, count in at_hand.items() if count},
                "missing": {lack.item: lack.count for lack in plan.missing},
            }
        yield body


def keep(step: Step, catalog: Catalog) -> dict[str, Any]:
    """Return the step as it stands in the ledger, with the hash of its recipe and its tags."""
    return {
        "step": step.number,
        "recipe": step.recipe.id,
        "hash": recipe_hash(step.recipe.id, catalog),
        "item": step.item,
        "times": step.times,
        "station": step.station,
        "bind": {str(bind.slot): bind.item for bind in step.bind},
        "fuel": step.fuel and {"item": step.fuel.item, "count": step.fuel.count},
    }


def recipe_hash(recipe: RecipeId, catalog: Catalog) -> str:
    """Return the hash of a recipe with its tags' members, as short as it is kept; nothing for one that is gone."""
    return catalog.recipe_hash(recipe).removeprefix("sha256:")[:16] if recipe in catalog.recipes else ""


def stale(steps: Sequence[Mapping[str, Any]], catalog: Catalog) -> tuple[str, ...]:
    """Return the recipes of kept steps that are not what they were: recipe or members of its tags have changed."""
    return tuple(step["recipe"] for step in steps if recipe_hash(step["recipe"], catalog) != step["hash"])


def steps_of(kept_steps: Sequence[Mapping[str, Any]], catalog: Catalog) -> tuple[Step, ...]:
    """Return kept steps as steps again, numbered anew from 1. Their recipes have to be the catalog's (``stale``)."""
    return tuple(_step(number, step, catalog) for number, step in enumerate(kept_steps, 1))


def _step(number: int, step: Mapping[str, Any], catalog: Catalog) -> Step:
    recipe, station, times = catalog.recipes[step["recipe"]], Station(step["station"]), step["times"]
    items = [ItemId(item) for _, item in sorted(step["bind"].items(), key=lambda bind: int(bind[0]))]
    ingredients, bind = lay_out(recipe, station, items, catalog)
    return Step(
        number=number,
        recipe=recipe,
        item=ItemId(step["item"]),
        count=recipe.count * times,
        times=times,
        station=station,
        result_slot=result_slot(recipe),
        ingredients=ingredients,
        bind=bind,
        fuel=Fuel(FUEL_SLOT, ItemId(step["fuel"]["item"]), step["fuel"]["count"]) if step["fuel"] else None,
        rivals=rivals(recipe, station, bind, catalog),
    )
