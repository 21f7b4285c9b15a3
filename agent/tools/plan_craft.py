"""``plan_craft``: how to make things from what is at hand, with a schema of the choices that are left."""

from typing import Any

from pydantic import Field

from ...planner import Goal, Inventory
from ...planner import plan as make_plan
from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId
from ...recipes.names import resolve_item
from ..document import plan_document
from .choices import Choice, choices_schema, rebind
from .tool import Context, Model, Tool, Wanted


class PlanCraft(Model):
    """What is wanted and what is at hand."""

    goals: list[Wanted] = Field(min_length=1, max_length=20)
    inventory: dict[str, int] = Field(default_factory=dict, description="What is at hand: item ids and counts.")
    choices: list[Choice] = Field(
        default_factory=list,
        max_length=500,
        description="Other members for single cells of the plan; allowed are those of the plan's choices_schema.",
    )


class Planned(Model):
    """The plan as `craftplan/plan/1`, and what may be chosen in it."""

    ready: bool = Field(description="Whether everything it takes is at hand.")
    plan: dict[str, Any]
    choices_schema: dict[str, Any] = Field(
        description="Limits each cell that accepts a tag to the members of that tag which are at hand."
    )


def plan_craft(context: Context, wanted: PlanCraft) -> Planned:
    """Plan, then put the chosen members into their cells; a choice that the schema does not allow is a SchemaError."""
    catalog = context.catalog
    inventory = Inventory(counts_of(catalog, wanted.inventory))
    answer = make_plan(catalog, goals_of(catalog, wanted.goals), inventory)
    schema = choices_schema(answer, inventory)
    if wanted.choices:
        answer = rebind(answer, catalog, inventory, wanted.choices)
    return Planned(ready=answer.ready, plan=plan_document(answer), choices_schema=schema)


def goals_of(catalog: Catalog, wanted: list[Wanted]) -> tuple[Goal, ...]:
    """Return the goals, their names resolved."""
    return tuple(Goal(resolve_item(catalog, one.item), one.count) for one in wanted)


def counts_of(catalog: Catalog, named: dict[str, int]) -> dict[ItemId, int]:
    """Return an inventory's counts, its names resolved."""
    counts: dict[ItemId, int] = {}
    for name, count in named.items():
        item = resolve_item(catalog, name)
        counts[item] = counts.get(item, 0) + count
    return counts


PLAN_CRAFT = Tool(
    "plan_craft",
    "Plan how to craft items from what is at hand: the steps, which item goes into which slot, what is missing.",
    PlanCraft,
    Planned,
    plan_craft,
)
