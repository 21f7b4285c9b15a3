"""How a run ended."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ...planner.result import Plan
from ...recipes.ids import ItemId
from ..document import lesson_document, plan_document
from ..memory.lessons import Lesson
from ..memory.wishes import Wish
from .execution import Attempted
from .failures import Stop
from .gates import Opened


class Result(StrEnum):
    """How a run ended."""

    CONFIRMED = "confirmed"
    PLANNED = "planned"
    MISSING = "missing"
    IMPOSSIBLE = "impossible"
    STOPPED = "stopped"
    NEEDS_APPROVAL = "needs_approval"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Report:
    """What a run did: its first plan, what it confirmed, and what stopped it, if something did."""

    run: str
    result: Result
    plan: Plan
    made: tuple[tuple[ItemId, int], ...] = ()
    stop: Stop | None = None
    lessons: tuple[Lesson, ...] = ()
    applied: tuple[Lesson, ...] = ()
    attempts: tuple[Attempted, ...] = ()
    gate: Opened | None = None
    in_the_way: tuple[Wish, ...] = ()


def run_document(report: Report) -> dict[str, Any]:
    """Return the run as ``craftplan/run/1``."""
    stop = report.stop
    return {
        "schema": "craftplan/run/1",
        "run": report.run,
        "result": report.result,
        "made": dict(report.made),
        "plan": plan_document(report.plan),
        "stop": stop and {"class": stop.failure, "code": stop.code, "message": stop.message, "attempt": stop.attempt},
        "gate": report.gate and gate_document(report.gate),
        "lessons": {
            "learnt": [lesson_document(lesson) for lesson in report.lessons],
            "applied": [lesson.id for lesson in report.applied],
        },
        "in_the_way": [{"id": wish.id, "wish": str(wish)} for wish in report.in_the_way],
        "attempts": [
            {"attempt": done.id, "step": done.step.number, "item": done.step.item, "outcome": done.verdict.outcome}
            for done in report.attempts
        ],
    }


def gate_document(opened: Opened) -> dict[str, Any]:
    """Return what has to be approved, and what approves it: the id for people, the token for programs."""
    gate = opened.gate
    return {
        "id": gate.id,
        "kind": gate.kind,
        "preview": gate.preview.model_dump(mode="json"),
        "policy": gate.policy,
        "initiated_by": gate.initiated_by,
        "required_approver": gate.required_approver,
        "expires_at": gate.expires_at,
        "resume_token": opened.token,
    }
