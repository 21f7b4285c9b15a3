"""From a solution to the plan that people see: steps, needs, missing, left over, kept."""

from collections import Counter
from collections.abc import Sequence

from ..recipes.catalog import Ingredient
from ..recipes.ids import ItemId
from .closure import Closure
from .goal import Goal
from .result import Answer, Minimal, Missing, Plan, Step
from .steps import steps_of
from .task import Solution, Task


def report(task: Task, solution: Solution) -> Plan:
    """Return the plan of a solution."""
    closure, catalog = task.closure, task.closure.catalog
    steps = steps_of(closure, solution.crafts)
    change, kept = _account(task, solution, steps)
    there = _there(task, solution)
    # What is used up after it was borrowed is not kept; what the plan itself makes and keeps is not left over.
    kept = {item: count for item, count in kept.items() if there[item] + change[item] >= count}
    made = {item: 0 if there[item] else count for item, count in kept.items()}
    left = {item: count - max(task.goals.get(item, 0), made.get(item, 0)) for item, count in change.items()}
    return Plan(
        answer=Answer.MISSING if solution.gathered else Answer.FEASIBLE,
        minecraft=catalog.minecraft,
        catalog=catalog.hash,
        goals=tuple(Goal(item, count) for item, count in task.wanted.items()),
        steps=steps,
        needs=_named(closure, {item: -count for item, count in change.items()}),
        missing=_missing(task, solution),
        left_over=_named(closure, left),
        kept=_named(closure, kept),
        reach=solution.reach,
        stations=task.reach,
        minimal=Minimal.PROVED if solution.proved else Minimal.BEST_KNOWN,
        gap=solution.gap,
    )


def _account(task: Task, solution: Solution, steps: Sequence[Step]) -> tuple[Counter[int], dict[int, int]]:
    """Return what the crafts do to each item's count, and what they only borrow."""
    closure = task.closure
    change: Counter[int] = Counter()
    kept: dict[int, int] = {}
    for craft in solution.crafts:
        way = craft.way
        change[way.result] += way.count * craft.times
        for item in craft.cells:
            change[item] -= craft.times
            remainder = closure.book.rest.get(item)
            if remainder is not None:
                change[remainder] += craft.times
                if remainder == item:
                    kept[item] = max(kept.get(item, 0), craft.cells.count(item))
        if way.stand >= 0:
            kept[way.stand] = 1
    for step in steps:
        if step.fuel is not None:
            fuel = closure.index[step.fuel.item]
            change[fuel] -= step.fuel.count
            if fuel in closure.book.rest:
                change[closure.book.rest[fuel]] += step.fuel.count
    return change, kept


def _there(task: Task, solution: Solution) -> Counter[int]:
    """Return what is there before the first step."""
    there = Counter(solution.gathered)
    index = task.closure.index
    there.update({index[item]: count for item, count in task.inventory.counts.items() if item in index})
    return there


def _named(closure: Closure, counts: dict[int, int]) -> tuple[tuple[ItemId, int], ...]:
    return tuple((closure.items[item], counts[item]) for item in sorted(counts) if counts[item] > 0)


def _missing(task: Task, solution: Solution) -> tuple[Missing, ...]:
    closure = task.closure
    uses: dict[int, dict[Ingredient, None]] = {item: {} for item in solution.gathered}
    for craft in solution.crafts:
        for cell, item in zip(craft.way.recipe.ingredients, craft.cells, strict=True):
            if item in uses:
                uses[item][cell] = None
        if craft.fuel in uses:
            uses[craft.fuel][Ingredient(None, (closure.items[craft.fuel],))] = None
    found = []
    for item, count in sorted(solution.gathered.items()):
        tags = [cell.tag if len(cell.members) > 1 else None for cell in uses[item]]
        have = task.start.get(item, 0)
        found.append(Missing(closure.items[item], have, have + count, tags[0] if len(tags) == 1 else None))
    return tuple(found)
