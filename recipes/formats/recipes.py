"""Reads one recipe: a table of types, each with its reader and the format it came with."""

from collections.abc import Callable
from typing import Any

from ..catalog import Ingredient, Kind, Recipe
from ..ids import RecipeId, qualified
from ..rejected import Rejected
from .generations import NEWER, Format, Ingredients
from .ingredients import read_ingredient
from .lookup import Lookup
from .results import read_count, read_result, read_simple_result, read_string_result
from .shapes import read_shape

Document = dict[str, Any]
Reader = Callable[[Lookup, RecipeId, Document], Recipe]

LARGEST_GRID = 9
BREWING_TICKS = 400
COOKING_TICKS = {Kind.SMELTING: 200, Kind.BLASTING: 100, Kind.SMOKING: 100, Kind.CAMPFIRE_COOKING: 100}


def read_recipe(lookup: Lookup, name: RecipeId, document: Document) -> Recipe | str:
    """Return the recipe, or its type when the game computes it in code or a mod does. Raises Rejected."""
    kind = document.get("type")
    if not isinstance(kind, str):
        raise Rejected("no_type", "a recipe has a type", pointer="/type")
    kind = qualified(kind)
    reader = TYPES.get(kind)
    if reader is None:
        if kind.startswith("minecraft:") and not is_computed(kind):
            raise Rejected("unknown_type", f"the game has no recipe type {kind[:100]}", pointer="/type")
        return kind
    since, before, read = reader
    if not since <= lookup.format < before:
        if is_computed(kind):
            return kind
        versions = f"pack formats {since} and newer" if lookup.format < since else f"pack formats before {before}"
        raise Rejected("type_of_other_version", f"{kind} is of {versions}, this is {lookup.format}", pointer="/type")
    return read(lookup, name, document)


def is_computed(kind: str) -> bool:
    """Whether a type is one of those that the game computes in code."""
    return kind.startswith("minecraft:crafting_special_") or kind == "minecraft:crafting_decorated_pot"


def _field(lookup: Lookup, document: Document, field: str) -> Ingredient:
    if field not in document:
        raise Rejected("missing_field", f"the field {field!r} is missing")
    return read_ingredient(lookup, document[field], f"/{field}")


def _shaped(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    width, height, cells = read_shape(lookup, document)
    item, count, components = read_result(lookup, document)
    return Recipe(name, Kind.SHAPED, cells, item, count, width, height, 0, components)


def _shapeless(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    written = document.get("ingredients")
    if not isinstance(written, list) or not 1 <= len(written) <= LARGEST_GRID:
        raise Rejected(
            "bad_ingredients", f"a shapeless recipe lists 1 to {LARGEST_GRID} ingredients", pointer="/ingredients"
        )
    cells = tuple(read_ingredient(lookup, part, f"/ingredients/{place}") for place, part in enumerate(written))
    item, count, components = read_result(lookup, document)
    return Recipe(name, Kind.SHAPELESS, cells, item, count, 0, 0, 0, components)


def _cooking(kind: Kind) -> Reader:
    def read(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
        cell = _field(lookup, document, "ingredient")
        item, count, components = read_simple_result(lookup, document)
        ticks = read_count(document.get("cookingtime", COOKING_TICKS[kind]), "/cookingtime")
        return Recipe(name, kind, (cell,), item, count, 0, 0, ticks, components)

    return read


def _stonecutting(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    cell = _field(lookup, document, "ingredient")
    item, count, components = read_simple_result(lookup, document)
    return Recipe(name, Kind.STONECUTTING, (cell,), item, count, 0, 0, 0, components)


def _smithing(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    cells = (_field(lookup, document, "base"), _field(lookup, document, "addition"))
    item, count, components = read_result(lookup, document)
    return Recipe(name, Kind.SMITHING, cells, item, count, 0, 0, 0, components)


def _smithing_slots(lookup: Lookup, document: Document) -> tuple[Ingredient | None, ...]:
    """Template, base, addition; the first and last may be left open."""
    open_allowed = lookup.generation.ingredients is Ingredients.STRINGS
    cells: list[Ingredient | None] = []
    for slot in ("template", "base", "addition"):
        is_open = document.get(slot, None if open_allowed else slot) in (None, [])
        cells.append(None if is_open and slot != "base" else _field(lookup, document, slot))
    return tuple(cells)


def _smithing_transform(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    item, count, components = read_result(lookup, document)
    return Recipe(name, Kind.SMITHING_TRANSFORM, _smithing_slots(lookup, document), item, count, 0, 0, 0, components)


def _smithing_trim(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    return Recipe(name, Kind.SMITHING_TRIM, _smithing_slots(lookup, document), None)


def _transmute(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    cells = (_field(lookup, document, "input"), _field(lookup, document, "material"))
    if lookup.format < OBJECT_TRANSMUTE and isinstance(document.get("result"), str):
        item, count, components = read_string_result(lookup, document)
    else:
        item, count, components = read_result(lookup, _with_input_as_result(lookup, document, cells[0]))
    least = 1
    amount = document.get("material_count")
    if isinstance(amount, dict):
        least = read_count(amount.get("min", 1), "/material_count/min", LARGEST_GRID - 1)
    elif amount is not None:
        least = read_count(amount, "/material_count", LARGEST_GRID - 1)
    if document.get("add_material_count_to_result") is True:
        count += least
    return Recipe(name, Kind.TRANSMUTE, (cells[0], *[cells[1]] * least), item, count, 0, 0, 0, components)


def _with_input_as_result(lookup: Lookup, document: Document, changed: Ingredient) -> Document:
    """From 26.3 a result without an id is the item that was put in: known where only one fits."""
    result = document.get("result")
    if lookup.format < NEWER or not isinstance(result, dict) or "id" in result:
        return document
    if len(changed.members) != 1:
        raise Rejected("computed_result", "the result is whichever item was put in", pointer="/result")
    return document | {"result": result | {"id": changed.members[0]}}


def _dye(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    cells = (_field(lookup, document, "target"), _field(lookup, document, "dye"))
    item, count, components = read_result(lookup, document)
    return Recipe(name, Kind.DYE, cells, item, count, 0, 0, 0, components)


def _imbue(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    source, material = _field(lookup, document, "source"), _field(lookup, document, "material")
    item, count, components = read_result(lookup, document)
    cells = (*[material] * 4, source, *[material] * 4)
    return Recipe(name, Kind.IMBUE, cells, item, count, 3, 3, 0, components)


def _decorated_pot(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    back, left, right, front = (_field(lookup, document, side) for side in ("back", "left", "right", "front"))
    item, count, components = read_result(lookup, document)
    cells = (None, back, None, left, None, right, None, front, None)
    return Recipe(name, Kind.DECORATED_POT, cells, item, count, 3, 3, 0, components)


def _brewing(lookup: Lookup, name: RecipeId, document: Document) -> Recipe:
    from .brewing import read_brewing_ingredient

    cells = tuple(read_brewing_ingredient(lookup, document, field) for field in ("input", "reagent"))
    item, count, components = read_result(lookup, document, "output")
    return Recipe(name, Kind.BREWING, cells, item, count, 0, 0, BREWING_TICKS, components)


OBJECT_TRANSMUTE = Format(71)
ALWAYS = Format(4)
NEVER = Format(1_000_000)

TYPES: dict[str, tuple[Format, Format, Reader]] = {
    "minecraft:crafting_shaped": (Format(1), NEVER, _shaped),
    "minecraft:crafting_shapeless": (Format(1), NEVER, _shapeless),
    "forge:ore_shaped": (Format(1), ALWAYS, _shaped),
    "forge:ore_shapeless": (Format(1), ALWAYS, _shapeless),
    "minecraft:smelting": (ALWAYS, NEVER, _cooking(Kind.SMELTING)),
    "minecraft:blasting": (ALWAYS, NEVER, _cooking(Kind.BLASTING)),
    "minecraft:smoking": (ALWAYS, NEVER, _cooking(Kind.SMOKING)),
    "minecraft:campfire_cooking": (ALWAYS, NEVER, _cooking(Kind.CAMPFIRE_COOKING)),
    "minecraft:stonecutting": (ALWAYS, NEVER, _stonecutting),
    "minecraft:smithing": (Format(5), Format(15), _smithing),
    "minecraft:smithing_transform": (Format(12), NEVER, _smithing_transform),
    "minecraft:smithing_trim": (Format(12), NEVER, _smithing_trim),
    "minecraft:crafting_transmute": (Format(57), NEVER, _transmute),
    "minecraft:crafting_decorated_pot": (Format(101), NEVER, _decorated_pot),
    "minecraft:crafting_dye": (Format(101), NEVER, _dye),
    "minecraft:crafting_imbue": (Format(101), NEVER, _imbue),
    "minecraft:brewing": (NEWER, NEVER, _brewing),
}
