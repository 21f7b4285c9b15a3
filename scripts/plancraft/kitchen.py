"""Plancraft's own recipes as a catalog, and its inventories: what the adapter plans with.

Smelting there is instant, needs no fuel and no furnace; nothing comes back from the grid; no table is needed. So its
smelting recipes become one-cell recipes of a station in reach, and items have no remainders.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from craftplan.recipes.catalog import Catalog, Ingredient, Item, Kind, Recipe
from craftplan.recipes.ids import ItemId, RecipeId, TagId, qualified

REACH = ("crafting_table", "stonecutter")
KINDS = frozenset({Kind.SHAPED, Kind.SHAPELESS, Kind.STONECUTTING})


def plancraft_catalog(environment: Path) -> Catalog:
    """Return the catalog of Plancraft's ``environment`` folder."""
    written = {
        f"#minecraft:{path.stem}": json.loads(path.read_text())["values"] for path in environment.glob("tags/*.json")
    }

    def members(tag: str) -> Iterator[ItemId]:
        for value in written[tag]:
            if value.startswith("#"):
                yield from members(value)
            else:
                yield ItemId(value)

    tags = {TagId(tag): tuple(dict.fromkeys(members(tag))) for tag in sorted(written)}
    recipes = [found for path in sorted(environment.glob("recipes/*.json")) if (found := _recipe(path, tags))]
    used = {member for recipe in recipes for cell in recipe.ingredients for member in cell.members}
    items = used | {recipe.result for recipe in recipes if recipe.result}
    return Catalog(minecraft="1.16.5", source="plancraft", items=map(Item, sorted(items)), tags=tags, recipes=recipes)


def _recipe(path: Path, tags: dict[TagId, tuple[ItemId, ...]]) -> Recipe | None:
    document = json.loads(path.read_text())
    kind = document["type"].removeprefix("minecraft:").removeprefix("crafting_")
    name = RecipeId(f"minecraft:{path.stem}")
    if kind == "smelting":
        cell = _cell(document["ingredient"], tags)
        return Recipe(name, Kind.STONECUTTING, (cell,), ItemId(qualified(document["result"])))
    if kind not in {"shaped", "shapeless"}:
        return None
    result = document["result"]
    made, count = ItemId(qualified(result["item"])), result.get("count", 1)
    if kind == "shapeless":
        cells = tuple(_cell(ingredient, tags) for ingredient in document["ingredients"])
        return Recipe(name, Kind.SHAPELESS, cells, made, count)
    rows = document["pattern"]
    placed = tuple(None if key == " " else _cell(document["key"][key], tags) for row in rows for key in row)
    return Recipe(name, Kind.SHAPED, placed, made, count, width=len(rows[0]), height=len(rows))


def _cell(written: Any, tags: dict[TagId, tuple[ItemId, ...]]) -> Ingredient:
    if isinstance(written, list):
        parts = [_cell(part, tags) for part in written]
        return Ingredient(None, tuple(dict.fromkeys(member for part in parts for member in part.members)))
    if "tag" in written:
        tag = TagId(qualified(f"#{written['tag']}"))
        return Ingredient(tag, tags[tag])
    return Ingredient(None, (ItemId(qualified(written["item"])),))
