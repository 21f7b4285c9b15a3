"""Plays a plan's steps on an inventory. It shares no code with the solver, so that it can contradict it.

What is checked: every slot holds what its cell accepts, the filled grid makes the step's recipe and no other, the
station is there and is not used up by the step itself, what goes in is at hand at that moment, fuel burns long enough,
and in the end there is as much of everything as the plan claims.
"""

from collections import Counter
from weakref import WeakKeyDictionary

from ..recipes.catalog import GRIDS, HEAPS, Catalog
from ..recipes.ids import ItemId, RecipeId
from .fuel import burn_times, cooking_ticks
from .goal import Inventory
from .grid import matches
from .result import Plan, Station, Step

_GRID_SIZES = {Station.INVENTORY: 4, Station.CRAFTING_TABLE: 9}
_FUELLED = frozenset({Station.FURNACE, Station.BLAST_FURNACE, Station.SMOKER})


def simulate(plan: Plan, catalog: Catalog, inventory: Inventory, *, claims: bool = False) -> str | None:
    """Return what is wrong with the plan, or None: then its steps can be played, and end with the goals.

    What the plan calls missing is put into the inventory first. With ``claims`` the end also has to be what the plan
    says of ``needs``, ``left_over`` and ``kept``.
    """
    reach = plan.stations
    start = Counter({item: count for item, count in inventory.counts.items() if count})
    start.update({lack.item: lack.count for lack in plan.missing})
    held = start.copy()
    heat = 0
    for place, step in enumerate(plan.steps, 1):
        # A fire goes out between two recipes, but not between two batches of one.
        heat = _heat(step, plan.steps[place - 2] if place > 1 else None, heat, catalog)
        problem = _wrong(step, place, catalog) or _short(step, held, catalog, reach)
        problem = problem or (f"burns {-heat} ticks too few" if heat < 0 else None)
        if problem:
            return f"step {step.number} ({step.recipe.id}): {problem}"
        _play(step, held, catalog)
    if not plan.steps:
        return None
    return _misses(plan, start, held) or (_claims(plan, start, held) if claims else None)


def _wrong(step: Step, place: int, catalog: Catalog) -> str | None:
    """Return what is wrong with the step whatever is at hand."""
    recipe = step.recipe
    if catalog.recipes.get(recipe.id) != recipe:
        return "is no recipe of the catalog"
    if (step.number, step.item, step.count) != (place, recipe.result, recipe.count * step.times):
        return "its number, item or count is not the recipe's"
    if step.times < 1 or len(step.bind) != len(recipe.ingredients):
        return "fills another number of cells than the recipe has"
    if recipe.kind in GRIDS or recipe.kind in HEAPS:
        return _wrong_grid(step, catalog)
    cells = zip(step.bind, recipe.ingredients, strict=True)
    if any(bind.slot != slot or bind.item not in cell.members for slot, (bind, cell) in enumerate(cells)):
        return "a slot holds what its cell does not accept"
    return None


def _wrong_grid(step: Step, catalog: Catalog) -> str | None:
    size = _GRID_SIZES.get(step.station)
    if size is None:
        return f"cannot be made at a {step.station}"
    grid: list[ItemId | None] = [None] * size
    for bind in step.bind:
        if not 1 <= bind.slot <= size or grid[bind.slot - 1] is not None:
            return f"slot {bind.slot} is outside of the grid or filled twice"
        grid[bind.slot - 1] = bind.item
    made = _made(tuple(grid), catalog)
    if step.recipe.id not in made:
        return f"its grid makes {made[0] if made else 'nothing'}"
    return None


_MADE: WeakKeyDictionary[Catalog, dict[tuple[ItemId | None, ...], list[RecipeId]]] = WeakKeyDictionary()
_MOST_KEPT = 20_000


def _made(grid: tuple[ItemId | None, ...], catalog: Catalog) -> list[RecipeId]:
    """Return what a grid makes; each grid is matched once."""
    known = _MADE.setdefault(catalog, {})
    if grid not in known:
        if len(known) >= _MOST_KEPT:
            known.clear()
        known[grid] = [recipe.id for recipe in matches(grid, catalog)]
    return known[grid]


def _short(step: Step, held: Counter[ItemId], catalog: Catalog, reach: frozenset[str]) -> str | None:
    """Return what the step needs and is not there."""
    wanted: Counter[ItemId] = Counter()
    for bind in step.bind:
        comes_back = catalog.items[bind.item].remainder == bind.item
        wanted[bind.item] += 1 if comes_back else step.times
    if step.fuel is not None:
        wanted[step.fuel.item] += step.fuel.count
    if step.station is not Station.INVENTORY and step.station not in reach:
        wanted[ItemId(f"minecraft:{step.station}")] += 1
    lacking = [f"{count - held[item]} {item}" for item, count in sorted(wanted.items()) if held[item] < count]
    # One craft that returns its own ingredient can go on for ever with it: played one by one below.
    if lacking and not _one_by_one(step, held.copy(), catalog, reach):
        return f"lacks {', '.join(lacking)}"
    return None


def _heat(step: Step, before: Step | None, heat: int, catalog: Catalog) -> int:
    """Return the ticks of burning that are left after the step; below zero when there were too few."""
    if step.station not in _FUELLED:
        return 0
    if before is None or before.recipe != step.recipe:
        heat = 0
    if step.fuel is not None:
        heat += burn_times(catalog)[step.fuel.item] * step.fuel.count
    return heat - cooking_ticks(step.recipe) * (1 if step.station is Station.FURNACE else 2) * step.times


def _one_by_one(step: Step, held: Counter[ItemId], catalog: Catalog, reach: frozenset[str]) -> bool:
    """Whether the step can be done craft by craft, each using what the one before gave."""
    gives = {step.recipe.result} | {catalog.items[bind.item].remainder for bind in step.bind}
    if step.fuel is not None or not gives & {bind.item for bind in step.bind}:
        return False
    wanted = Counter(bind.item for bind in step.bind)
    if step.station is not Station.INVENTORY and step.station not in reach:
        wanted[ItemId(f"minecraft:{step.station}")] += 1
    change = _change(step, catalog)
    # Every craft changes the counts by the same amount: the first and the last are the tightest.
    return all(
        held[item] >= count and held[item] + change[item] * (step.times - 1) >= count for item, count in wanted.items()
    )


def _change(step: Step, catalog: Catalog) -> Counter[ItemId]:
    """Return what one craft does to the counts."""
    change: Counter[ItemId] = Counter({step.item: step.recipe.count})
    for bind in step.bind:
        change[bind.item] -= 1
        remainder = catalog.items[bind.item].remainder
        if remainder is not None:
            change[remainder] += 1
    return change


def _play(step: Step, held: Counter[ItemId], catalog: Catalog) -> None:
    for item, count in _change(step, catalog).items():
        held[item] += count * step.times
    if step.fuel is not None:
        held[step.fuel.item] -= step.fuel.count
        remainder = catalog.items[step.fuel.item].remainder
        if remainder is not None:
            held[remainder] += step.fuel.count


def _misses(plan: Plan, start: Counter[ItemId], held: Counter[ItemId]) -> str | None:
    for item, count in _wanted(plan).items():
        if held[item] - start[item] < count:
            return f"makes {held[item] - start[item]} {item}, not {count}"
    return None


def _wanted(plan: Plan) -> Counter[ItemId]:
    goals: Counter[ItemId] = Counter()
    for goal in plan.goals:
        goals[goal.item] += goal.count
    return goals


def _claims(plan: Plan, start: Counter[ItemId], held: Counter[ItemId]) -> str | None:
    """Return which claim about the end is wrong: needs, left over, kept."""
    goals, kept = _wanted(plan), dict(plan.kept)
    change = {item: held[item] - start[item] for item in {*held, *start}}
    # A station that the plan makes is kept, not left over.
    made = {item: 0 if start[item] else kept.get(item, 0) for item in change}
    left = {item: count - max(goals[item], made[item]) for item, count in change.items()}
    left = {item: count for item, count in left.items() if count > 0}
    if left != dict(plan.left_over):
        return f"leaves over {left}, not {dict(plan.left_over)}"
    used = {item: -count for item, count in change.items() if count < 0}
    if used != dict(plan.needs):
        return f"uses up {used}, not {dict(plan.needs)}"
    if any(held[item] < count for item, count in kept.items()):
        return f"does not keep {kept}"
    return None
