"""Small packs for tests, and a plain test of whether a recipe can be made of what is at hand."""

import json
from collections.abc import Mapping
from typing import Any

from craftplan.recipes.catalog import Catalog, Ingredient
from craftplan.recipes.ids import ItemId, qualified
from craftplan.recipes.load import Loaded, Options, load_packs
from craftplan.recipes.packs.files import Memory
from craftplan.recipes.packs.pack import Pack, open_pack

Stack = tuple[str, str]
"""An item and the components it carries (canonical JSON)."""


def pack(files: Mapping[str, Any], *, name: str = "demo", meta: Any = None, mods: tuple[str, ...] = ()) -> Pack:
    """A pack of these files; bytes are taken as they are, everything else is written as JSON."""
    content = {path: data if isinstance(data, bytes) else json.dumps(data).encode() for path, data in files.items()}
    if meta is not None:
        content["pack.mcmeta"] = json.dumps(meta).encode()
    return open_pack(Memory(name, content), frozenset(mods))


def load(minecraft: str, *packs: Pack, **options: Any) -> Loaded:
    """Load packs, given from the lowest to the topmost."""
    return load_packs(packs, Options(minecraft, **options))


def shapeless(*ingredients: Any, result: Any) -> dict[str, Any]:
    """A shapeless recipe's document."""
    return {"type": "minecraft:crafting_shapeless", "ingredients": list(ingredients), "result": result}


def rules(loaded: Loaded) -> list[str]:
    """The rules of all diagnostics, in order."""
    return [diagnostic.rule for diagnostic in loaded.diagnostics]


def can_make(catalog: Catalog, item: str, have: Mapping[str | Stack, int]) -> bool:
    """Whether one craft of any recipe for the item can be filled from the stacks at hand, by trying all of them."""
    stacks = {_stack(name): count for name, count in have.items()}
    recipes = catalog.producers.get(ItemId(qualified(item)), ())
    return any(_filled(list(recipe.ingredients), dict(stacks)) for recipe in recipes)


def _stack(name: str | Stack) -> Stack:
    return (qualified(name), "") if isinstance(name, str) else (qualified(name[0]), name[1])


def _filled(cells: list[Ingredient], stacks: dict[Stack, int]) -> bool:
    if not cells:
        return True
    for stack, count in stacks.items():
        if count and _accepts(cells[0], stack) and _filled(cells[1:], stacks | {stack: count - 1}):
            return True
    return False


def _accepts(cell: Ingredient, stack: Stack) -> bool:
    item, components = stack
    if item not in cell.members or not cell.components:
        return item in cell.members
    carried = json.loads(components) if components else {}
    return all(carried.get(name) == value for name, value in json.loads(cell.components).items())
