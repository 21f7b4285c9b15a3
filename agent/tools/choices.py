"""The choices a plan leaves: a schema that limits each cell to its tag's members at hand, and taking a choice."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from ...planner import Inventory, Plan
from ...planner.result import Bind, Step
from ...planner.simulate import simulate
from ...recipes.catalog import Catalog
from ...recipes.errors import SchemaError
from ...recipes.ids import ItemId, RecipeId
from ..document import plan_document
from ..schemas import check
from .tool import Item, Model

MOST_MEMBERS = 64
"""Cells with more members at hand take any string; `rebind` checks it all the same, and the description says so."""
MOST_VALUES = 900
"""How many enum values one plan's schema holds: providers take 1,000 in all. Further cells take any string."""
MOST_SLOT = 46
Refused = frozenset[tuple[RecipeId, ItemId]]
"""Members that are not to be chosen in a recipe: a server refused them there, or somebody wished so."""

Amounts = tuple[tuple[ItemId, int], ...]


class Choice(Model):
    """Another item for a step's cells."""

    step: int = Field(ge=1, le=10_000, description="The step's number in the plan.")
    slot: Annotated[int, Field(ge=0, le=MOST_SLOT)] | SkipJsonSchema[None] = Field(
        default=None, description="The window's slot number; left out: all that accept the item."
    )
    item: Item = Field(description="A member of the cell's tag that is at hand.")


def choices_schema(
    plan: Mapping[str, Any], at_hand: Mapping[ItemId, int], refused: Refused = frozenset()
) -> dict[str, Any]:
    """Return the JSON Schema of `{"step_1": {"slot_3": "minecraft:oak_planks"}}` for this `craftplan/plan/1`.

    A cell may hold what the inventory has, what the plan itself makes, and what the plan put there.
    """
    there = {item for item, count in at_hand.items() if count > 0} | {step["item"] for step in plan["steps"]}
    room = [MOST_VALUES]
    steps = {f"step_{step['step']}": _step_schema(step, there, refused, room) for step in plan["steps"]}
    return _closed({name: schema for name, schema in steps.items() if schema["properties"]}) | {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "craftplan/choices/1",
    }


def rebind(
    plan: Plan, catalog: Catalog, inventory: Inventory, choices: Sequence[Choice], refused: Refused = frozenset()
) -> Plan:
    """Return the plan with the chosen items in their cells.

    Raises a SchemaError when a choice is none of its cell's members at hand, or when the plan no longer plays out.
    """
    document: dict[str, dict[str, str]] = {}
    chosen = {(choice.step, slot): ItemId(choice.item) for choice in choices for slot in _slots(plan, choice)}
    for (number, slot), item in chosen.items():
        document.setdefault(f"step_{number}", {})[f"slot_{slot}"] = item
    check(document, _optional(choices_schema(plan_document(plan), inventory.counts, refused)))
    steps = tuple(
        replace(
            step, bind=tuple(Bind(bind.slot, chosen.get((step.number, bind.slot), bind.item)) for bind in step.bind)
        )
        for step in plan.steps
    )
    needs, left_over = _balance(plan, steps)
    rebound = replace(plan, steps=steps, needs=needs, left_over=left_over)
    problem = simulate(rebound, catalog, inventory, claims=True)
    if problem:
        raise SchemaError(f"with these choices the plan does not play out: {problem}", hint="choose fewer of that item")
    return rebound


def _slots(plan: Plan, choice: Choice) -> tuple[int, ...]:
    """Return the slots that a choice is for; where no cell accepts the item, those that could hold another one."""
    if choice.slot is not None:
        return (choice.slot,)
    parts = [part for step in plan.steps if step.number == choice.step for part in step.ingredients]
    open_parts = [part for part in parts if len(part.members) > 1]
    fitting = [part for part in open_parts if choice.item in part.members]
    return tuple(slot for part in fitting or open_parts for slot in part.slots) or (0,)


def _balance(plan: Plan, steps: tuple[Step, ...]) -> tuple[Amounts, Amounts]:
    """Return what the plan needs and leaves over when its cells hold other items."""
    net = Counter(dict(plan.left_over))
    net.subtract(dict(plan.needs))
    for before, after in zip(plan.steps, steps, strict=True):
        net.update({bind.item: 0 for bind in after.bind})
        for old, new in zip(before.bind, after.bind, strict=True):
            net[old.item] += before.times
            net[new.item] -= before.times
    needs = tuple((item, -count) for item, count in sorted(net.items()) if count < 0)
    return needs, tuple((item, count) for item, count in sorted(net.items()) if count > 0)


def _step_schema(step: Mapping[str, Any], there: set[Any], refused: Refused, room: list[int]) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    bound = {bind["slot"]: bind["item"] for bind in step["bind"]}
    for part in step["ingredients"]:
        for slot in part["slots"] if len(part["members"]) > 1 else ():
            allowed = [item for item in part["members"] if (step["recipe"], item) not in refused]
            at_hand = [item for item in allowed if item in there or item == bound[slot]]
            cells[f"slot_{slot}"] = _cell_schema(part["tag"], at_hand, room)
    return _closed(cells)


def _cell_schema(tag: str | None, at_hand: list[str], room: list[int]) -> dict[str, Any]:
    name = tag or "one of several items"
    if len(at_hand) <= min(MOST_MEMBERS, room[0]):
        room[0] -= len(at_hand)
        return {"type": "string", "enum": at_hand, "description": f"{name}: its members at hand"}
    return {"type": "string", "maxLength": 100, "description": f"{name}: any member at hand; checked when you choose"}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _optional(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with every cell optional: who chooses one cell leaves the others as they are."""
    steps = {name: {**step, "required": []} for name, step in schema["properties"].items()}
    return {**schema, "properties": steps, "required": []}
