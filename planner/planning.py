"""The planner's front door: a goal, a catalog and an inventory become a plan, or the exact reason why not."""

from collections.abc import Iterable, Mapping

from ..recipes.catalog import Catalog, Kind
from ..recipes.errors import InputError
from ..recipes.ids import ItemId
from ..recipes.names import resolve_item
from .answers import given_up, no_way
from .closure import closure_of
from .goal import Experience, Goal, Inventory
from .report import report
from .result import Minimal, Plan, Station
from .simulate import simulate
from .solve import solve
from .stations import PLANNED_KINDS
from .task import Task

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
    answer = no_way(task)
    if answer is None:
        solution = solve(task, gather=gather)
        answer = report(task, solution) if solution is not None else given_up(task, gather=gather)
    problem = simulate(answer, catalog, inventory, claims=True)
    if problem:
        raise AssertionError(f"the planner contradicts the simulator: {problem}")
    if answer.minimal is Minimal.PROVED:
        if len(closure.plans) >= _MOST_KEPT:
            closure.plans.clear()
        closure.plans[key] = answer
    return answer


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
