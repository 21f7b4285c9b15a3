"""The ways to say no before any search: nothing makes it, only the game's code does, or a part of it cannot exist."""

from ..recipes.catalog import Catalog, Ingredient
from ..recipes.ids import ItemId
from .goal import Goal
from .result import Answer, Missing, Plan
from .task import Task

_SPECIAL = {
    "minecraft:tipped_arrow": "tippedarrow",
    "minecraft:firework_rocket": "firework_rocket",
    "minecraft:firework_star": "firework_star",
    "minecraft:written_book": "bookcloning",
    "minecraft:filled_map": "mapcloning",
    "minecraft:suspicious_stew": "suspiciousstew",
    "minecraft:decorated_pot": "decorated_pot",
}


def no_way(task: Task) -> Plan | None:
    """Return the plan that says why some goal can never be made; None when all can."""
    closure, values = task.closure, task.closure.book.values
    catalog = closure.catalog
    for item in task.wanted:
        place = closure.index[item]
        if closure.book.makers[place] and values.possible[place]:
            continue
        if closure.book.makers[place]:
            return _plan(task, Answer.UNREACHABLE, _lacking(task, item))
        if item in catalog.producers and any(recipe.result == item for recipe in catalog.producers[item]):
            return _plan(task, Answer.UNREACHABLE)
        return _plan(task, Answer.SPECIAL if _is_special(catalog, item) else Answer.UNCRAFTABLE)
    return None


def given_up(task: Task, *, gather: bool, sure: bool) -> Plan:
    """Return the plan that says that none was found: within the budget, with what is at hand, or at all.

    What is only unpacked from what it makes itself (raw iron, from blocks of it) has to be found: it is ``missing``.
    Where the search had to leave something out and was not ``sure``, nobody knows.
    """
    if task.late or not sure:
        return _plan(task, Answer.UNKNOWN)
    if not gather:
        return _plan(task, Answer.MISSING)
    held = task.inventory
    missing = [Missing(item, held[item], held[item] + count) for item, count in task.wanted.items()]
    return _plan(task, Answer.UNREACHABLE, tuple(missing))


def _is_special(catalog: Catalog, item: ItemId) -> bool:
    word = _SPECIAL.get(item)
    return any(str(special.id) == str(item) or (word and word in special.type) for special in catalog.special)


def _lacking(task: Task, item: ItemId) -> tuple[Missing, ...]:
    """Return the ingredients that nothing satisfies, below the goal's first way."""
    closure, values = task.closure, task.closure.book.values
    way = closure.book.makers[closure.index[item]][0]
    lacking: dict[Ingredient, int] = {}
    deeper: list[ItemId] = []
    for cell in way.recipe.ingredients:
        if not cell.members:
            lacking[cell] = lacking.get(cell, 0) + 1
        elif not any(values.possible[closure.index[member]] for member in cell.members if member in closure.index):
            deeper.append(cell.members[0])
    named = tuple(Missing(ItemId(cell.tag or "nothing"), 0, count, cell.tag) for cell, count in lacking.items())
    return named or (_lacking(task, deeper[0]) if deeper and deeper[0] != item else ())


def _plan(task: Task, answer: Answer, missing: tuple[Missing, ...] = ()) -> Plan:
    catalog = task.closure.catalog
    goals = tuple(Goal(item, count) for item, count in task.wanted.items())
    return Plan(answer, catalog.minecraft, catalog.hash, goals, missing=missing, stations=task.reach)
