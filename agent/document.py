"""Plans, runs and errors as JSON documents: stable, versioned, with sorted keys."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..planner.clicks import Click
from ..planner.explain import Alternative, Reason, WhyNot
from ..planner.result import Missing, Plan, Step
from ..planner.window import StepClicks
from ..recipes.catalog import Recipe
from ..recipes.errors import CraftplanError

if TYPE_CHECKING:
    from .ledger.record import Record
    from .memory.lessons import Lesson
    from .memory.wishes import Wish


def render(document: Mapping[str, Any]) -> str:
    """Return the document as one line of JSON with sorted keys."""
    return json.dumps(document, sort_keys=True, ensure_ascii=False, allow_nan=False)


def plan_document(
    plan: Plan,
    reasons: Sequence[Reason] | None = None,
    clicks: Sequence[StepClicks | None] | None = None,
    peak: int | None = None,
) -> dict[str, Any]:
    """Return the plan as ``craftplan/plan/1``.

    With ``why``, each step's ``clicks`` and ``peak_slots`` where reasons, clicks and the peak are given.
    """
    why: dict[str, Any] = {} if reasons is None else {"why": [_reason(reason) for reason in reasons]}
    if peak is not None:
        why["peak_slots"] = peak
    steps = [_step(step) for step in plan.steps]
    for step, one in zip(steps, clicks or (), strict=clicks is not None):
        step["clicks"] = one and _clicks(one)
    return {
        **why,
        "schema": "craftplan/plan/1",
        "answer": plan.answer,
        "minecraft": plan.minecraft,
        "catalog": plan.catalog,
        "goals": [{"item": goal.item, "count": goal.count} for goal in plan.goals],
        "minimal": plan.minimal,
        "gap": plan.gap,
        "crafts": plan.crafts,
        "reach": plan.reach,
        "steps": steps,
        "needs": dict(plan.needs),
        "missing": [_missing(lack) for lack in plan.missing],
        "left_over": dict(plan.left_over),
        "kept": dict(plan.kept),
    }


def why_not_document(found: WhyNot) -> dict[str, Any]:
    """Return what keeps a goal from being made as ``craftplan/why-not/1``: each recipe's own shortage, and the plan."""
    return {
        "schema": "craftplan/why-not/1",
        "answer": found.plan.answer,
        "recipes": [_alternative(other) for other in found.alternatives],
        "one_short": list(found.one_short),
        "avoided": list(found.avoided),
        "plan": plan_document(found.plan),
    }


def recipe_document(recipe: Recipe) -> dict[str, Any]:
    """Return a recipe with what each cell accepts; cells that stay empty are null."""
    return {
        "recipe": recipe.id,
        "kind": recipe.kind,
        "cells": [cell and {"tag": cell.tag, "members": list(cell.members)} for cell in recipe.cells],
        "width": recipe.width,
        "height": recipe.height,
        "result": recipe.result,
        "count": recipe.count,
        "ticks": recipe.ticks,
    }


def lesson_document(lesson: "Lesson") -> dict[str, Any]:
    """Return a lesson: error, root cause, resolution, component, scope and evidence."""
    return lesson.model_dump(mode="json")


def wish_document(wish: "Wish") -> dict[str, Any]:
    """Return a wish with the words that say it."""
    return {**wish.model_dump(mode="json"), "wish": str(wish)}


def record_document(record: "Record") -> dict[str, Any]:
    """Return a ledger record with its own names."""
    return {
        "seq": record.seq,
        "ts": record.time,
        "run": record.run,
        "kind": record.event,
        "node": record.node,
        "body": dict(record.body),
        "hash": record.hash,
    }


def error_document(error: CraftplanError) -> dict[str, Any]:
    """Return the error as ``craftplan/error/1``: which rule, what was seen, what to do."""
    return {
        "schema": "craftplan/error/1",
        "error": {"code": error.code, "message": error.message, "hint": error.hint, "evidence": dict(error.evidence)},
        "exit": error.exit_code,
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "step": step.number,
        "recipe": step.recipe.id,
        "kind": step.recipe.kind,
        "item": step.item,
        "count": step.count,
        "times": step.times,
        "station": step.station,
        "result_slot": step.result_slot,
        "ingredients": [
            {"tag": part.tag, "members": list(part.members), "slots": list(part.slots)} for part in step.ingredients
        ],
        "bind": [{"slot": bind.slot, "item": bind.item} for bind in step.bind],
        **({"fuel": {"slot": step.fuel.slot, "item": step.fuel.item, "count": step.fuel.count}} if step.fuel else {}),
    }


def _clicks(one: StepClicks) -> dict[str, Any]:
    return {
        "window": [{"slot": slot, "item": item, "count": count} for slot, (item, count) in sorted(one.window.items())],
        "fill": [_click(click) for click in one.clicks.fill],
        "take": [_click(click) for click in one.clicks.take],
    }


def _click(click: Click) -> dict[str, int]:
    return {"slot": click.slot, "button": click.button, "mode": click.mode}


def _reason(reason: Reason) -> dict[str, Any]:
    return {
        "step": reason.step,
        "recipe": reason.recipe,
        "after": list(reason.after),
        "recipes": [_alternative(other) for other in reason.recipes],
        "members": [_alternative(other) for other in reason.members],
    }


def _alternative(other: Alternative) -> dict[str, Any]:
    return {
        "recipe": other.recipe,
        **({"member": other.member, "instead": other.instead} if other.member else {}),
        "answer": other.answer,
        "crafts_more": other.crafts,
        "missing": [_missing(lack) for lack in other.missing],
    }


def _missing(lack: Missing) -> dict[str, Any]:
    return {"item": lack.item, "count": lack.count, "have": lack.have, "need": lack.need, "tag": lack.tag}


def published_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema that craftplan ships for one of its documents: ``plan``, ``why-not``, ``graph``."""
    schema: dict[str, Any] = json.loads((Path(__file__).parent / "published" / f"{name}.json").read_bytes())
    return schema
