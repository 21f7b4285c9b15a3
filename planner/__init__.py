"""Decide: a goal, a catalog and an inventory become a plan with slots, or the exact reason why not.

Best is, in this order: the cheapest missing materials (``costs.py``), the fewest crafts and smelts, few different
bindings, wishes and plentiful members, the catalog's order. The same input gives the same plan, byte for byte.

>>> from craftplan.planner import Goal, Inventory, plan
>>> from craftplan.recipes.builtin import builtin
>>> found = plan(builtin("1.20.4"), Goal("minecraft:stick", 4), Inventory({"minecraft:oak_log": 1}))
>>> [(step.item, step.count, [bind.slot for bind in step.bind]) for step in found.steps]
[('minecraft:oak_planks', 4, [1]), ('minecraft:stick', 4, [1, 3])]
>>> found.ready, str(found.minimal), found.left_over
(True, 'proved', (('minecraft:oak_planks', 2),))

How: the goal's *closure* in integers (``book``, ``closure``) → what this inventory can reach, detours left out
(``scope``, ``detours``) → put in order (``field``) → what every plan does (``floor``) → where that left no choice it is
the plan (``plain``) → else a person's plan (``smith``), certain where it costs no more than the floor (``worth``,
``outset``) → else what lies between (``narrow``): the balance program (``program``) by branch and bound over the dual
simplex (``branch``, ``simplex``), each solution put in order (``order``, ``free_order``) or refused with a condition
that every plan keeps (``first_times``) → HiGHS where that came to no end (``highs``) → slots (``slots``) → the
simulator. ``solve`` ties them; ``docs/planning.md`` says why.
"""

from .goal import Experience, Goal, Inventory
from .planning import plan
from .result import Answer, Minimal, Missing, Plan, Station, Step
from .stations import HAND_KINDS, PLANNED_KINDS, kinds_at

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
    "kinds_at",
    "plan",
]
