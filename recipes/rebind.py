"""Recipes under other tags: a pack that widens a tag, or a live server that says what its tags hold."""

from collections.abc import Mapping
from dataclasses import replace

from .catalog import Ingredient, Recipe
from .ids import ItemId, TagId

Tags = Mapping[TagId, tuple[ItemId, ...]]


def rebound(recipe: Recipe, before: Tags, now: Tags) -> Recipe:
    """Return the recipe with the members that its tags have now; a tag that is gone has none."""
    changed = {cell.tag for cell in recipe.ingredients if cell.tag and now.get(cell.tag) != before.get(cell.tag)}
    if not changed:
        return recipe

    def cell_now(cell: Ingredient | None) -> Ingredient | None:
        return replace(cell, members=now.get(cell.tag, ())) if cell and cell.tag in changed and cell.tag else cell

    return replace(recipe, cells=tuple(cell_now(cell) for cell in recipe.cells))
