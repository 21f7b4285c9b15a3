"""Reading a grid: which recipe the game would show for these items in these cells.

Rules (vanilla): a shaped pattern may sit at any offset and may be mirrored left to right; blank edge rows and columns
of the grid do not matter; every other cell has to be right, empty ones too. A shapeless recipe needs as many items as
ingredients, and some assignment of items to ingredients. This module shares no code with the solver.
"""

from collections.abc import Iterator, Sequence

from ..recipes.catalog import GRIDS, HEAPS, Catalog, Ingredient, Recipe
from ..recipes.ids import ItemId

Grid = Sequence[ItemId | None]
"""Cells row by row: 4 of them (2 wide) or 9 (3 wide)."""


def match(grid: Grid, catalog: Catalog) -> Recipe | None:
    """Return the recipe that the grid makes; where several match, the first in the catalog's order."""
    return next(iter(matches(grid, catalog)), None)


def matches(grid: Grid, catalog: Catalog) -> Iterator[Recipe]:
    """Yield every recipe that the grid makes, in the catalog's order."""
    width, height, cells = trimmed(grid)
    filled = [cell for cell in cells if cell is not None]
    for recipe in candidates(filled, catalog):
        if fits(recipe, width, height, cells, filled):
            yield recipe


def candidates(filled: Sequence[ItemId], catalog: Catalog) -> Sequence[Recipe]:
    """Return the crafting recipes with as many cells whose first one accepts one of the items, in catalog order."""
    found: dict[int, Recipe] = {}
    for item in set(filled):
        found |= catalog.first_cells.get((len(filled), item), {})
    return [found[place] for place in sorted(found)]


def trimmed(grid: Grid) -> tuple[int, int, tuple[ItemId | None, ...]]:
    """Return width, height and cells of the grid without its blank edge rows and columns."""
    side = round(len(grid) ** 0.5)
    places = [divmod(place, side) for place, item in enumerate(grid) if item is not None]
    if not places:
        return 0, 0, ()
    top, bottom = min(row for row, _ in places), max(row for row, _ in places)
    left, right = min(column for _, column in places), max(column for _, column in places)
    cells = [grid[row * side + column] for row in range(top, bottom + 1) for column in range(left, right + 1)]
    return right - left + 1, bottom - top + 1, tuple(cells)


def fits(recipe: Recipe, width: int, height: int, cells: Sequence[ItemId | None], filled: Sequence[ItemId]) -> bool:
    """Whether the trimmed cells (``filled``: those that are not empty) make the recipe."""
    if recipe.kind in HEAPS:
        return len(filled) == len(recipe.cells) and _assignable(filled, recipe.ingredients)
    if recipe.kind not in GRIDS:
        return False
    wide, tall, pattern = _pattern(recipe)
    if (wide, tall) != (width, height):
        return False
    mirrored = [pattern[row * wide + wide - 1 - column] for row in range(tall) for column in range(wide)]
    return _same(cells, pattern) or _same(cells, mirrored)


def _pattern(recipe: Recipe) -> tuple[int, int, Sequence[Ingredient | None]]:
    """Return the recipe's pattern without blank edges."""
    wide = recipe.width
    places = [divmod(place, wide) for place, cell in enumerate(recipe.cells) if cell is not None]
    top, bottom = min(row for row, _ in places), max(row for row, _ in places)
    left, right = min(column for _, column in places), max(column for _, column in places)
    rows, columns = range(top, bottom + 1), range(left, right + 1)
    return len(columns), len(rows), [recipe.cells[row * wide + column] for row in rows for column in columns]


def _same(cells: Sequence[ItemId | None], pattern: Sequence[Ingredient | None]) -> bool:
    return all(
        item is None if cell is None else item is not None and _accepts(cell, item)
        for item, cell in zip(cells, pattern, strict=True)
    )


def _accepts(cell: Ingredient, item: ItemId) -> bool:
    return not cell.components and item in cell.members


def _assignable(items: Sequence[ItemId], ingredients: Sequence[Ingredient]) -> bool:
    """Whether the items can be dealt to the ingredients, one each (augmenting paths)."""
    holder: dict[int, int] = {}

    def place(item: int, tried: set[int]) -> bool:
        for cell, ingredient in enumerate(ingredients):
            if cell not in tried and _accepts(ingredient, items[item]):
                tried.add(cell)
                if cell not in holder or place(holder[cell], tried):
                    holder[cell] = item
                    return True
        return False

    return all(place(item, set()) for item in range(len(items)))
