"""What a plan leaves open where several members would do as well: put as a flat question, one answer an ingredient."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from ...planner.result import Plan, Step, StepIngredient
from ...recipes.ids import ItemId, short
from .choices import MOST_MEMBERS, Refused
from .envelope import Question


def question_of(plan: Plan, at_hand: Mapping[ItemId, int], refused: Refused, wanted: BaseModel) -> Question | None:
    """Return which member each ingredient shall take, where several could fill all its cells; None elsewhere.

    The defaults are what the plan takes. The answers belong into ``choices`` of the same call, with ``ask`` left out.
    """
    properties: dict[str, Any] = {}
    fields: dict[str, str] = {}
    choices: list[dict[str, Any]] = []
    for step, part, members in _open(plan, at_hand, refused):
        name = f"step_{step.number}_slot_{part.slots[0]}"
        text = f"{part.tag or 'an ingredient'} of {short(step.item)}: {len(part.slots) * step.times} of one of them"
        properties[name] = {"type": "string", "enum": [short(member) for member in members], "description": text}
        fields[name] = f"/choices/{len(choices)}/item"
        choices.append({"step": step.number, "item": _usual(step, part)})
    if not properties:
        return None
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    defaults = {name: short(choice["item"]) for name, choice in zip(properties, choices, strict=True)}
    arguments = {**wanted.model_dump(mode="json", exclude_defaults=True, exclude={"ask"}), "choices": choices}
    return Question("several members would do as well: which?", schema, defaults, fields, {}, arguments)


def _open(
    plan: Plan, at_hand: Mapping[ItemId, int], refused: Refused
) -> Iterator[tuple[Step, StepIngredient, list[ItemId]]]:
    for step in plan.steps if plan.ready else ():
        for part in step.ingredients:
            needed = len(part.slots) * step.times
            allowed = [member for member in part.members if (step.recipe.id, member) not in refused]
            members = [member for member in allowed if at_hand.get(member, 0) >= needed]
            if 1 < len(members) <= MOST_MEMBERS and _usual(step, part) in members:
                yield step, part, members


def _usual(step: Step, part: StepIngredient) -> ItemId:
    return next(bind.item for bind in step.bind if bind.slot == part.slots[0])
