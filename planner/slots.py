"""Which item goes into which slot of the step's window."""

from collections.abc import Sequence
from itertools import combinations

from ..recipes.catalog import GRIDS, HEAPS, Catalog, Ingredient, Recipe
from ..recipes.ids import ItemId, RecipeId
from .grid import Grid, candidates, matches
from .result import Bind, Station, StepIngredient
from .stations import columns


def places(recipe: Recipe, station: Station) -> tuple[int, ...]:
    """Return the window slot of each filled cell of the recipe, in the order of ``recipe.ingredients``."""
    if recipe.kind not in GRIDS and recipe.kind not in HEAPS:
        return tuple(range(len(recipe.cells)))
    wide = columns(station)
    if recipe.kind in HEAPS:
        return tuple(range(1, len(recipe.cells) + 1))
    filled = [divmod(place, recipe.width) for place, cell in enumerate(recipe.cells) if cell is not None]
    top, left = min(row for row, _ in filled), min(column for _, column in filled)
    return tuple(1 + (row - top) * wide + (column - left) for row, column in filled)


def lay_out(
    recipe: Recipe, station: Station, items: Sequence[ItemId], catalog: Catalog
) -> tuple[tuple[StepIngredient, ...], tuple[Bind, ...]]:
    """Return the slots that each ingredient fills, and the item in each slot.

    ``items`` are the bound members in the order of ``recipe.ingredients``. A shapeless recipe is laid out so that no
    other recipe of the catalog matches the full grid, wherever such a layout exists.
    """
    slots = places(recipe, station)
    if recipe.kind in HEAPS:
        slots = _unmistakable(columns(station), items, slots, catalog)
    parts: dict[Ingredient, list[int]] = {}
    for ingredient, slot in zip(recipe.ingredients, slots, strict=True):
        parts.setdefault(ingredient, []).append(slot)
    ingredients = tuple(
        StepIngredient(ingredient.tag, ingredient.members, tuple(sorted(filled)))
        for ingredient, filled in parts.items()
    )
    return ingredients, tuple(Bind(slot, item) for slot, item in sorted(zip(slots, items, strict=True)))


def rivals(recipe: Recipe, station: Station, bind: Sequence[Bind], catalog: Catalog) -> tuple[RecipeId, ...]:
    """Return the other recipes that the filled grid makes: mirror images, heaps of the same things."""
    if recipe.kind not in GRIDS and recipe.kind not in HEAPS:
        return ()
    grid = _grid(columns(station), [one.slot for one in bind], [one.item for one in bind])
    return tuple(found.id for found in matches(grid, catalog) if found.id != recipe.id)


def _unmistakable(wide: int, items: Sequence[ItemId], slots: tuple[int, ...], catalog: Catalog) -> tuple[int, ...]:
    """Return the first layout of a shapeless recipe that makes nothing else; the plain one where there is none."""
    if not any(rival.kind in GRIDS for rival in candidates(items, catalog)):
        return slots
    for chosen in combinations(range(1, wide * wide + 1), len(items)):
        if not any(found.kind in GRIDS for found in matches(_grid(wide, chosen, items), catalog)):
            return chosen
    return slots


def _grid(wide: int, slots: Sequence[int], items: Sequence[ItemId]) -> Grid:
    grid: list[ItemId | None] = [None] * (wide * wide)
    for slot, item in zip(slots, items, strict=True):
        grid[slot - 1] = item
    return grid
