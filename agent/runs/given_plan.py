"""A plan that the caller brings, as the document `craftplan plan --json` writes: done as it stands, or refused."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...planner import Answer, Experience, Goal, Inventory, Plan
from ...planner.simulate import simulate
from ...recipes.catalog import Catalog
from ...recipes.errors import InputError
from ...recipes.ids import ItemId, short
from ..document import plan_document
from .kept_plan import steps_of
from .pipeline import Chosen

ANEW = "`craftplan plan ITEM --json --out FILE` makes one from what there is now"


def given(document: Mapping[str, Any]) -> Chosen:
    """Return the choice of this very ``craftplan/plan/1``, which keeps to its schema.

    It raises an InputError: ``plan_stale`` where the server's recipes or tags are not the plan's, or what the bot has
    does not do; ``plan_refused`` where a lesson or a wish forbids what the plan uses.
    """

    def chosen(answer: Plan, catalog: Catalog, inventory: Inventory, heeded: Experience) -> Plan:
        plan = replace(plan_of(document, catalog), stations=answer.stations)
        for step in plan.steps:
            members = [bind.item for bind in step.bind if (step.recipe.id, bind.item) in heeded.avoid_members]
            if members or step.recipe.id in heeded.avoid:
                named = f"{short(members[0])} in {short(step.recipe.id)}" if members else short(step.recipe.id)
                hint = "`craftplan lessons` says which lesson or wish it is"
                raise InputError(f"the plan uses {named}, which is not to be used", hint=hint, code="plan_refused")
        problem = simulate(plan, catalog, inventory)
        if problem:
            raise InputError(f"the plan cannot be done with what the bot has: {problem}", hint=ANEW, code="plan_stale")
        return plan

    return chosen


def plan_of(document: Mapping[str, Any], catalog: Catalog) -> Plan:
    """Return the plan of a ``craftplan/plan/1``. Raises an InputError where its recipes are not the catalog's.

    A plan that lacks something is none to be done (``plan_short``).
    """
    if document["answer"] != Answer.FEASIBLE:
        lacks = ", ".join(f"{lack['count']} {short(lack['item'])}" for lack in document["missing"])
        message = f"the plan is none to be done: {document['answer']}{f', it lacks {lacks}' if lacks else ''}"
        raise InputError(message, hint=ANEW, code="plan_short")
    stale = {step["recipe"] for step in document["steps"] if not _laid_out(step, catalog)}
    if not stale:
        kept = [{**step, "bind": _bind(step), "fuel": step.get("fuel")} for step in document["steps"]]
        goals = tuple(Goal(ItemId(goal["item"]), goal["count"]) for goal in document["goals"])
        plan = replace(
            Plan(Answer.FEASIBLE, catalog.minecraft, catalog.hash, goals, steps_of(kept, catalog)),
            needs=_amounts(document["needs"]),
            left_over=_amounts(document["left_over"]),
            kept=_amounts(document["kept"]),
        )
        stale = {
            step["recipe"]
            for step, own in zip(document["steps"], plan_document(plan)["steps"], strict=True)
            if any(step.get(name) != value for name, value in own.items())
        }
    if stale:
        message = f"not as in the plan in Minecraft {catalog.minecraft}: {', '.join(sorted(map(short, stale)))}"
        raise InputError(message, hint=ANEW, code="plan_stale")
    return plan


def _laid_out(step: Mapping[str, Any], catalog: Catalog) -> bool:
    """Whether the recipe is there, and the step fills as many cells as it has."""
    recipe = catalog.recipes.get(step["recipe"])
    return recipe is not None and len(_bind(step)) == len(recipe.ingredients)


def _bind(step: Mapping[str, Any]) -> dict[str, str]:
    return {str(bind["slot"]): bind["item"] for bind in step["bind"]}


def _amounts(document: Mapping[str, int]) -> tuple[tuple[ItemId, int], ...]:
    return tuple((ItemId(item), count) for item, count in document.items())
