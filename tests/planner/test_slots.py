"""Where things go: no full grid makes anything else, and a half-filled one seldom shows anything."""

from collections.abc import Iterator
from random import Random

import pytest
from craftplan.planner.clicks import clicks, first_slot
from craftplan.planner.grid import matches
from craftplan.planner.result import Step
from craftplan.planner.slots import lay_out, places, rivals
from craftplan.planner.stations import columns, result_slot, station_of
from craftplan.planner.window import Window
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import GRIDS, HEAPS, Catalog, Recipe
from craftplan.recipes.ids import ItemId
from small_catalogs import catalog_of

CATALOG = builtin("26.1")


def crafting(catalog: Catalog) -> Iterator[Recipe]:
    for recipe in catalog.recipes.values():
        in_a_grid = recipe.kind in GRIDS or recipe.kind in HEAPS
        if in_a_grid and recipe.result and recipe.ingredients and all(cell.members for cell in recipe.ingredients):
            yield recipe


def step_of(recipe: Recipe, items: list[ItemId]) -> Step:
    station = station_of(recipe)
    ingredients, bind = lay_out(recipe, station, items, CATALOG)
    assert recipe.result is not None
    return Step(1, recipe, recipe.result, recipe.count, 1, station, result_slot(recipe), ingredients, bind)


def grids(step: Step) -> Iterator[tuple[ItemId | None, ...]]:
    """The grid after each click that changes it, while the step's slots are filled from full stacks."""
    stacks = [(bind.item, CATALOG.items[bind.item].stack_size) for bind in step.bind]
    lying = stacks if any(size == 1 for _, size in stacks) else list(dict.fromkeys(stacks))
    window = Window(step, dict(enumerate(lying)), CATALOG)
    found = clicks(step, window.slots)
    assert found is not None
    first = first_slot(step)
    assert first is not None
    size = columns(step.station) ** 2
    before: tuple[ItemId | None, ...] = (None,) * size
    for click in found.fill:
        window.click(click)
        grid = tuple(window.slots[slot][0] if slot in window.slots else None for slot in range(1, size + 1))
        if grid != before:
            yield grid
        before = grid


@pytest.mark.promise("plan.slots")
def test_no_full_grid_of_the_game_makes_anything_else() -> None:
    random = Random(26)
    wrong = []
    for recipe in crafting(CATALOG):
        for items in (
            [cell.members[0] for cell in recipe.ingredients],
            [random.choice(cell.members) for cell in recipe.ingredients],
        ):
            step = step_of(recipe, items)
            other = set(rivals(recipe, step.station, step.bind, CATALOG))
            if {CATALOG.recipes[one].result for one in other} - {recipe.result}:
                wrong.append((recipe.id, other))
    assert wrong == []


@pytest.mark.promise("plan.slots")
def test_a_half_filled_grid_seldom_shows_anything() -> None:
    """Whatever shows then is never taken: ``take`` comes after all of ``fill``, and after a look at the result."""
    moments = shown = 0
    for recipe in crafting(CATALOG):
        *half, full = grids(step_of(recipe, [cell.members[0] for cell in recipe.ingredients]))
        assert {one.result for one in matches(full, CATALOG)} == {recipe.result}
        moments += len(half) + 1
        shown += sum(any(one.result != recipe.result for one in matches(grid, CATALOG)) for grid in half)
    assert (moments, shown <= 271) == (4774, True), shown


def test_a_heap_is_laid_out_where_no_pattern_matches() -> None:
    catalog = catalog_of("dye = red blue", "flag @ red blue")
    heap, flag = catalog.recipes.values()
    items = [ItemId("minecraft:red"), ItemId("minecraft:blue")]
    _, bind = lay_out(heap, station_of(heap), items, catalog)
    assert rivals(heap, station_of(heap), bind, catalog) == ()
    assert {one.slot for one in bind} != set(places(flag, station_of(flag)))


def test_where_no_layout_is_safe_the_rival_is_named() -> None:
    catalog = catalog_of("dye = red blue", "other = blue red")
    heap, other = catalog.recipes.values()
    items = [ItemId("minecraft:red"), ItemId("minecraft:blue")]
    _, bind = lay_out(heap, station_of(heap), items, catalog)
    assert rivals(heap, station_of(heap), bind, catalog) == (other.id,)
