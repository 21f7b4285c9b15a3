"""The choices a plan leaves: a schema that limits each cell to its tag's members at hand, and taking a choice."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from ...planner import Inventory, Plan
from ...planner.result import Bind, Step
from ...planner.simulate import simulate
from ...recipes.catalog import Catalog
from ...recipes.errors import SchemaError
from ...recipes.ids import ItemId, qualified
from ..schemas import check
from .tool import Model

MOST_MEMBERS = 64
"""Cells with more members at hand take any string; `rebind` checks it all the same, and the description says so."""


Amounts = tuple[tuple[ItemId, int], ...]


class Choice(Model):
    """Another item for one cell."""

    step: int = Field(ge=1, description="The step's number in the plan.")
    slot: int = Field(ge=0, description="The window's slot number.")
    item: str = Field(max_length=100, description="A member of the cell's tag that is at hand.")


def choices_schema(plan: Plan, inventory: Inventory) -> dict[str, Any]:
    """Return the JSON Schema of `{"step_1": {"slot_3": "minecraft:oak_planks"}}` for this plan.

    A cell may hold what the inventory has, what the plan itself makes, and what the plan put there.
    """
    made = {step.item for step in plan.steps}
    steps = {f"step_{step.number}": _step_schema(step, inventory, made) for step in plan.steps}
    return _closed({name: schema for name, schema in steps.items() if schema["properties"]}) | {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "craftplan/choices/1",
    }


def rebind(plan: Plan, catalog: Catalog, inventory: Inventory, choices: Sequence[Choice]) -> Plan:
    """Return the plan with the chosen items in their cells.

    Raises a SchemaError when a choice is none of its cell's members at hand, or when the plan no longer plays out.
    """
    document: dict[str, dict[str, str]] = {}
    for choice in choices:
        document.setdefault(f"step_{choice.step}", {})[f"slot_{choice.slot}"] = qualified(choice.item)
    check(document, _optional(choices_schema(plan, inventory)))
    chosen = {(choice.step, choice.slot): ItemId(qualified(choice.item)) for choice in choices}
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


def _step_schema(step: Step, inventory: Inventory, made: set[ItemId]) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    bound = {bind.slot: bind.item for bind in step.bind}
    for part in step.ingredients:
        if len(part.members) == 1:
            continue
        for slot in part.slots:
            at_hand = [item for item in part.members if inventory[item] > 0 or item in made or item == bound[slot]]
            cells[f"slot_{slot}"] = _cell_schema(part.tag, at_hand)
    return _closed(cells)


def _cell_schema(tag: str | None, at_hand: list[ItemId]) -> dict[str, Any]:
    name = tag or "one of several items"
    if len(at_hand) <= MOST_MEMBERS:
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
