"""Ids of items, tags and recipes, and how people write them."""

from typing import NewType

ItemId = NewType("ItemId", str)
"""A namespaced item, ``minecraft:oak_planks``."""
TagId = NewType("TagId", str)
"""A namespaced tag with its hash sign, ``#minecraft:planks``."""
RecipeId = NewType("RecipeId", str)
"""A namespaced recipe, ``minecraft:wooden_pickaxe``."""


def qualified(name: str) -> str:
    """Return the id with its namespace; the game's own may be left out.

    >>> qualified("oak_planks"), qualified("#planks"), qualified("demo:gear")
    ('minecraft:oak_planks', '#minecraft:planks', 'demo:gear')
    """
    sign, bare = ("#", name[1:]) if name.startswith("#") else ("", name)
    return name if ":" in bare else f"{sign}minecraft:{bare}"


def short(name: str) -> str:
    """Return the id as people see it: without ``minecraft:``.

    >>> short("minecraft:oak_planks"), short("#minecraft:planks"), short("demo:gear")
    ('oak_planks', '#planks', 'demo:gear')
    """
    return name.replace("minecraft:", "", 1) if name.startswith(("minecraft:", "#minecraft:")) else name


def title(name: str) -> str:
    """Return the id as a heading.

    >>> title("minecraft:wooden_pickaxe")
    'Wooden Pickaxe'
    """
    return name.rpartition(":")[2].replace("_", " ").title()
