"""Decide: a goal, a catalog and an inventory become a plan with slots, or the exact reason why not."""

from .goal import Experience, Goal, Inventory
from .planning import plan
from .result import Answer, Minimal, Missing, Plan, Station, Step
from .stations import HAND_KINDS, PLANNED_KINDS

__all__ = [
    "HAND_KINDS",
    "PLANNED_KINDS",
    "Answer",
    "Experience",
    "Goal",
    "Inventory",
    "Minimal",
    "Missing",
    "Plan",
    "Station",
    "Step",
    "plan",
]
