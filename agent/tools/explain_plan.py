"""``explain_plan``: why this plan and no other, or why not at all."""

from typing import Any

from pydantic import Field

from ..document import plan_document, why_not_document
from .plan_craft import AtHand, Goals, Stations
from .tool import Context, Model, Tool
from .wanting import goals_of, inventory_of, planner_of, standing


class ExplainPlan(Model):
    """The same that the plan was asked for with."""

    goals: Goals
    inventory: AtHand = Field(default=[])
    stations: Stations = Field(default=[])


class Explained(Model):
    """The plan, with the reason of each step; for a goal out of reach what each of its recipes lacks."""

    ready: bool
    plan: dict[str, Any] = Field(description="The plan as `craftplan/plan/1`; `why` says what each alternative costs.")
    why_not: list[dict[str, Any]] = Field(description="For each goal out of reach: its recipes and what they lack.")


def explain(context: Context, wanted: ExplainPlan) -> Explained:
    """Plan, and plan again without each thing that was chosen."""
    planner = planner_of(context, inventory_of(wanted.inventory), tuple(wanted.stations), standing(context))
    goals = goals_of(wanted.goals)
    answer = planner.plan(goals)
    out_of_reach = () if answer.ready else (goal for goal in goals if not planner.plan((goal,)).ready)
    why_not = [why_not_document(planner.why_not(goal)) for goal in out_of_reach]
    return Explained(ready=answer.ready, plan=plan_document(answer, planner.explain(answer)), why_not=why_not)


EXPLAIN_PLAN = Tool(
    "explain_plan",
    "Explain a plan: what every alternative recipe or member would cost, or what keeps a goal out of reach.",
    ExplainPlan,
    Explained,
    explain,
    triggers=("why", "reason", "alternative", "instead"),
)
