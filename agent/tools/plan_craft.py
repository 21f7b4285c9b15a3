"""``plan_craft``: how to make things from what is at hand, with a schema of the choices that are left."""

from typing import Annotated, Any, Literal

from pydantic import Field

from ...planner.result import Station
from ..document import plan_document
from .choices import Choice, choices_schema, rebind
from .envelope import Ending, Status
from .outcome import Outcome
from .thrift import all_items
from .tool import Context, Held, Model, Tool, Wanted
from .wanting import goals_of, inventory_of, planner_of, standing

StationName = Literal[
    "crafting_table", "furnace", "blast_furnace", "smoker", "campfire", "stonecutter", "smithing_table"
]
assert {station for station in Station if station is not Station.INVENTORY} == set(StationName.__args__)  # type: ignore[attr-defined]
Goals = Annotated[list[Wanted], Field(min_length=1, max_length=20, description="What to make.")]
AtHand = Annotated[list[Held], Field(max_length=200, description="What is at hand: items and counts.")]
Stations = Annotated[list[StationName], Field(max_length=7, description="Stations in reach, besides those at hand.")]


Choices = Annotated[
    list[Choice],
    Field(max_length=200, description="Other members for cells of the plan; allowed are those of its choices_schema."),
]


class PlanCraft(Model):
    """What is wanted and what is at hand."""

    goals: Goals
    inventory: AtHand = Field(default=[])
    stations: Stations = Field(default=[])
    choices: Choices = Field(default=[])


class Planned(Model):
    """The plan as `craftplan/plan/1`, and what may be chosen in it."""

    ready: bool = Field(description="Whether everything it takes is at hand.")
    plan: dict[str, Any]
    choices_schema: dict[str, Any] = Field(
        description="Limits each cell that accepts a tag to the members of that tag which are at hand."
    )


def plan_craft(context: Context, wanted: PlanCraft) -> Outcome:
    """Plan, then put the chosen members into their cells; a choice that the schema does not allow is a SchemaError."""
    inventory = inventory_of(wanted.inventory)
    wishes = standing(context)
    planner = planner_of(context, inventory, tuple(wanted.stations), wishes)
    answer, refused = planner.plan(goals_of(wanted.goals)), planner.experience.avoid_members
    schema = choices_schema(plan_document(answer), inventory.counts, refused)
    if wanted.choices:
        answer = rebind(answer, context.catalog, inventory, wanted.choices, refused)
    planned = Planned(ready=answer.ready, plan=plan_document(answer), choices_schema=schema)
    return Outcome(Ending(Status.OK), planned, tuple(wish.id for wish in wishes))


PLAN_CRAFT = Tool(
    "plan_craft",
    "Plan how to craft items from what is at hand: the steps, which item goes into which slot, what is missing.",
    PlanCraft,
    Planned,
    plan_craft,
    triggers=("plan", "steps", "enough", "missing", "can"),
    version="2.1.0",
    avoided=all_items,
)
