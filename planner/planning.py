"""The planner's front door: a goal, a catalog and an inventory become a plan, or the exact reason why not."""

from collections.abc import Iterable, Mapping, Sequence
from logging import getLogger
from time import perf_counter

from ..recipes.catalog import Catalog, Kind
from ..recipes.errors import InputError
from ..recipes.ids import ItemId
from ..recipes.names import resolve_item
from .answers import given_up, no_way
from .closure import closure_of
from .crafts import Bound
from .goal import Experience, Goal, Inventory
from .report import report
from .result import Minimal, Plan, Station
from .simulate import simulate
from .solve import Solver
from .stations import PLANNED_KINDS
from .task import Solution, Task

_LOG = getLogger(__name__)
_MOST_KEPT = 256
"""How many answers are kept for each goal."""


def plan(
    catalog: Catalog,
    goals: Goal | Iterable[Goal],
    inventory: Inventory = Inventory(),  # noqa: B008 - frozen
    *,
    experience: Experience = Experience(),  # noqa: B008 - frozen
    stations: Iterable[str] = (),
    kinds: frozenset[Kind] = PLANNED_KINDS,
    budget: float = 1.0,
    gather: bool = True,
    keep: Mapping[ItemId, int] | None = None,
) -> Plan:
    """Return the best plan that makes the goals anew, on top of what the inventory holds.

    Best is: the cheapest missing materials, then the fewest crafts and smelts. ``stations`` are those in reach
    (``"crafting_table"``, …); one in the inventory is borrowed (``kept``), any other that is needed is made first.
    ``kinds`` are the recipe kinds that may be used; ``budget`` is in seconds: when it is spent, the plan is the best
    known one. Without ``gather`` a goal out of reach is answered with MISSING alone: no steps, no list. Every plan has
    been played by the simulator. ``keep`` is how many of an item stay as they are. No recipe is used only for the
    container that it gives back. Raises UnknownItemError for an item that the catalog does not know, InputError for a
    count below one.
    """
    wanted = _merged(catalog, goals)
    reach = frozenset(str(station) for station in stations)
    reach |= {item.removeprefix("minecraft:") for item in keep or () if inventory[item] and _is_station(item)}
    closure = closure_of(catalog, tuple(wanted), kinds, reach, experience)
    task = Task(closure, wanted, inventory, reach, experience, budget, keep or {})
    key = (tuple(wanted.items()), frozenset(task.start.items()), tuple(task.wishes), gather)
    known = closure.plans.get(key)
    if known is not None:
        return known
    answer = no_way(task) or _played(task, gather=gather)
    if answer.minimal is Minimal.PROVED:
        if len(closure.plans) >= _MOST_KEPT:
            closure.plans.clear()
        closure.plans[key] = answer
    return answer


def _played(task: Task, *, gather: bool) -> Plan:
    """Return the best plan that the simulator accepts.

    Solver and simulator share nothing. Where they differ one of them is wrong: what was found is cut off, and every
    solution is played before it counts, for as long again as the budget.
    """
    found = _found(task, Solver(task), gather=gather)
    problem = _problem(task, found)
    if problem is None:
        return found
    _LOG.warning("a plan for %s was cut off, for the simulator refuses it: %s", ", ".join(task.wanted), problem)

    def refused(crafts: Sequence[Bound], gathered: Mapping[int, int]) -> bool:
        return _problem(task, report(task, Solution(tuple(crafts), gathered, 0, proved=False, gap=0))) is not None

    task.deadline = perf_counter() + task.budget
    return _found(task, Solver(task, refused), gather=gather)


def _found(task: Task, solver: Solver, *, gather: bool) -> Plan:
    solution = solver.solve(gather=gather)
    return given_up(task, gather=gather, sure=solver.sure) if solution is None else report(task, solution)


def _problem(task: Task, found: Plan) -> str | None:
    return simulate(found, task.closure.catalog, task.inventory, claims=True)


def _is_station(item: ItemId) -> bool:
    return item.removeprefix("minecraft:") in set(Station)


def _merged(catalog: Catalog, goals: Goal | Iterable[Goal]) -> dict[ItemId, int]:
    """Return how many of each item are wanted, in the order of the goals."""
    wanted: dict[ItemId, int] = {}
    for goal in (goals,) if isinstance(goals, Goal) else goals:
        if goal.count < 1:
            raise InputError(f"{goal.count} {goal.item} cannot be made", hint="a count is 1 or more")
        item = goal.item if goal.item in catalog.items else resolve_item(catalog, goal.item)
        wanted[item] = wanted.get(item, 0) + goal.count
    return wanted
