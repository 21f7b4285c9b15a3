"""Recipes under other tags: a pack that widens a tag, or a live server that says what its tags hold."""

from collections.abc import Mapping
from dataclasses import replace

from .catalog import Catalog, Ingredient, Item, Recipe
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


def with_server_tags(catalog: Catalog, tags: Tags) -> Catalog:
    """Return the catalog as a live server has it: its tags hold what the server sent, recipes follow.

    Tags that the server did not send are gone, and nothing satisfies an ingredient by them. Items that only the server
    knows are taken over. The same catalog comes back when nothing differs.
    """
    if dict(catalog.tags) == dict(tags):
        return catalog
    named = sorted({member for members in tags.values() for member in members if member not in catalog.items})
    return Catalog(
        minecraft=catalog.minecraft,
        source=f"{catalog.source}; tags from the server",
        items=[*catalog.items.values(), *(Item(member) for member in named)],
        tags=tags,
        recipes=[rebound(recipe, catalog.tags, tags) for recipe in catalog.recipes.values()],
        special=catalog.special,
        unsupported=catalog.unsupported,
    )
