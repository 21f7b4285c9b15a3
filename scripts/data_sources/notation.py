"""A short notation for recipes, so that facts can be kept by hand.

::

    AAA/.B./.B. A=#planks B=stick > wooden_pickaxe        shaped; a dot is an empty cell
    + breeze_rod > wind_charge*4                          shapeless; `stick*2` twice, `coal|charcoal` one of these,
                                                          `#harnesses-black_harness` a tag's members but one
    stonecutting tuff > tuff_slab*2
    smelting #leaves > leaf_litter @200
    smithing template base addition > result
    trim template                                         of #trimmable_armor with #trim_materials
    transmute #bundles black_dye > black_bundle
    dye leather_boots #dyes > leather_boots
    imbue lingering_potion arrow > tipped_arrow*8
    pot #decorated_pot_ingredients > decorated_pot
"""

import re
from collections.abc import Mapping

from craftplan.recipes.catalog import Ingredient, Kind, Recipe
from craftplan.recipes.ids import ItemId, RecipeId, TagId, qualified

Tags = Mapping[TagId, tuple[ItemId, ...]]
KINDS = {
    "+": Kind.SHAPELESS,
    "smithing": Kind.SMITHING_TRANSFORM,
    "trim": Kind.SMITHING_TRIM,
    "pot": Kind.DECORATED_POT,
    **{
        kind.value: kind
        for kind in (Kind.STONECUTTING, Kind.SMELTING, Kind.BLASTING, Kind.TRANSMUTE, Kind.DYE, Kind.IMBUE)
    },
}


def read_notation(name: str, text: str, tags: Tags) -> Recipe:
    """Return the recipe that a line of notation says."""
    left, _, right = text.partition(" > ")
    right, _, ticks = right.partition(" @")
    result, _, count = right.strip().partition("*")
    first, *words = left.split()
    width = height = 0
    if first in KINDS:
        kind = KINDS[first]
        cells = _cells(kind, [cell for word in words for cell in _times(word, tags)], tags)
        width = height = 3 if kind in {Kind.IMBUE, Kind.DECORATED_POT} else 0
    else:
        kind, rows = Kind.SHAPED, first.split("/")
        key = dict(word.split("=", 1) for word in words)
        cells = tuple(None if sign == "." else _ingredient(key[sign], tags) for row in rows for sign in row)
        width, height = len(rows[0]), len(rows)
    return Recipe(
        RecipeId(qualified(name)),
        kind,
        cells,
        ItemId(qualified(result)) if result else None,
        count=int(count or 1),
        width=width,
        height=height,
        ticks=int(ticks or 0),
    )


def _cells(kind: Kind, cells: list[Ingredient], tags: Tags) -> tuple[Ingredient | None, ...]:
    if kind is Kind.SMITHING_TRIM:
        return (cells[0], _ingredient("#trimmable_armor", tags), _ingredient("#trim_materials", tags))
    if kind is Kind.IMBUE:
        return (*[cells[1]] * 4, cells[0], *[cells[1]] * 4)
    if kind is Kind.DECORATED_POT:
        return (None, cells[0], None, cells[0], None, cells[0], None, cells[0], None)
    return tuple(cells)


def _times(word: str, tags: Tags) -> list[Ingredient]:
    name, _, times = word.partition("*")
    return [_ingredient(name, tags)] * int(times or 1)


def _ingredient(written: str, tags: Tags) -> Ingredient:
    if "-" in written:
        tag_name, _, without = written.partition("-")
        members = tags[TagId(qualified(tag_name))]
        return Ingredient(None, tuple(member for member in members if member != qualified(without)))
    if written.startswith("#"):
        tag = TagId(qualified(written))
        return Ingredient(tag, tags[tag])
    return Ingredient(None, tuple(ItemId(qualified(item)) for item in written.split("|")))


def renamed(text: str, old: str, new: str) -> str:
    """Return a name with one word of it replaced: ``cherry_log`` → ``pale_oak_log``."""
    return re.sub(rf"(?<![a-z]){old}(?![a-z])", new, text)
