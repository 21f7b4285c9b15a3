"""A catalog as one compact JSON document: the built-in catalogs and the cache. Nothing is built before it is asked for.

::

    {"format": 2, "minecraft": …, "source": …, "hash": …,
     "items": [names],  "stack_sizes": {"16": [item, …]},  "remainders": {name: name},
     "others": [names that are no known items],
     "tags": {name: [item, …]},
     "ingredients": ["#tag" | item | [item, …] | {"tag", "items", "components", "strict"}, …],
     "special": [[name, type], …],  "unsupported": [[name, type], …],
     "recipes": [[name, result or -1, kind, [ingredient or -1, …], count, width, height, ticks, components], …]}

Items are numbers: places in ``items``, then ``others``. The ends of a recipe's row are left out where they are
``1, 0, 0, 0, ""``. Names stand without ``minecraft:``. Each recipe has a line of its own, which is parsed when the
recipe is asked for: so ``recipes`` is the document's last field, and the lines look exactly as they are written here.
"""

from collections.abc import Iterable
from json import dumps
from typing import Any, TypeAlias

from .catalog import Catalog, Ingredient, Kind, Recipe
from .ids import short

FORMAT = 2
KINDS = tuple(Kind)
EMPTY = -1

Document: TypeAlias = dict[str, Any]
Row: TypeAlias = list[Any]

DEFAULTS: Row = [1, 0, 0, 0, ""]
"""How a recipe's row ends where it is not written."""


def compile_catalog(catalog: Catalog) -> str:
    """Return the catalog as compact JSON, one line a recipe; the same catalog gives the same text."""
    items = {item: place for place, item in enumerate(catalog.items)}
    ingredients: dict[Ingredient, int] = {}
    rows = [_recipe_row(recipe, items, ingredients) for recipe in catalog.recipes.values()]
    tags = {short(tag): _places(members, items) for tag, members in catalog.tags.items()}
    table = [_ingredient_row(ingredient, items, catalog) for ingredient in ingredients]
    names = [short(item) for item in items]
    stack_sizes: dict[int, list[int]] = {}
    for place, item in enumerate(catalog.items.values()):
        stack_sizes.setdefault(item.stack_size, []).append(place)
    stack_sizes.pop(64, None)
    return _lines(
        {
            "format": FORMAT,
            "minecraft": catalog.minecraft,
            "source": catalog.source,
            "hash": catalog.hash,
            "items": names[: len(catalog.items)],
            "stack_sizes": stack_sizes,
            "remainders": {short(i.id): short(i.remainder) for i in catalog.items.values() if i.remainder},
            "others": names[len(catalog.items) :],
            "tags": tags,
            "ingredients": table,
            "special": [[short(special.id), special.type] for special in catalog.special],
            "unsupported": [[short(special.id), special.type] for special in catalog.unsupported],
            "recipes": rows,
        }
    )


def _places(members: Iterable[str], items: dict[Any, int]) -> list[int]:
    return [items.setdefault(member, len(items)) for member in members]


def _recipe_row(recipe: Recipe, items: dict[Any, int], ingredients: dict[Ingredient, int]) -> Row:
    cells = [EMPTY if cell is None else ingredients.setdefault(cell, len(ingredients)) for cell in recipe.cells]
    result = EMPTY if recipe.result is None else _places([recipe.result], items)[0]
    end: Row = [recipe.count, recipe.width, recipe.height, recipe.ticks, recipe.components]
    while end and end[-1] == DEFAULTS[len(end) - 1]:
        end.pop()
    return [short(recipe.id), result, KINDS.index(recipe.kind), cells, *end]


def _ingredient_row(ingredient: Ingredient, items: dict[Any, int], catalog: Catalog) -> object:
    members = _places(ingredient.members, items)
    if ingredient.components or (ingredient.tag and catalog.tags.get(ingredient.tag) != ingredient.members):
        return {
            "tag": ingredient.tag,
            "items": members,
            "components": ingredient.components,
            "strict": ingredient.strict,
        }
    if ingredient.tag:
        return short(ingredient.tag)
    return members[0] if len(members) == 1 else members


def _lines(document: Document) -> str:
    """One line a field, and one a tag and a recipe, so that a change of the data can be read in a diff."""
    fields = []
    for name, value in document.items():
        if name == "recipes":
            text = "[\n" + ",\n".join(_compact(row) for row in value) + "\n]"
        elif name == "tags":
            text = "{\n" + ",\n".join(f"{_compact(tag)}:{_compact(members)}" for tag, members in value.items()) + "\n}"
        else:
            text = _compact(value)
        fields.append(f"{_compact(name)}:{text}")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _compact(value: object) -> str:
    return dumps(value, separators=(",", ":"), ensure_ascii=False)
