"""Small catalogs as text: ``2 plank = log`` heaps, ``gear @ iron iron / stick -`` places, ``ingot ~ ore`` smelts."""

from collections.abc import Iterable, Mapping

from craftplan.recipes.catalog import Catalog, Ingredient, Item, Kind, Recipe
from craftplan.recipes.ids import ItemId, RecipeId, TagId, qualified

_SIGNS = {"=": Kind.SHAPELESS, "@": Kind.SHAPED, "~": Kind.SMELTING, "|": Kind.STONECUTTING}


def catalog_of(
    *recipes: str,
    tags: Mapping[str, str] | None = None,
    remainders: Mapping[str, str] | None = None,
    stack_sizes: Mapping[str, int] | None = None,
    more: Iterable[str] = (),
) -> Catalog:
    """Return the catalog of these recipes. A cell is an item, ``#tag``, ``one|other`` or ``-`` for an empty one."""
    members = {TagId(qualified(f"#{tag}")): tuple(map(_item, text.split())) for tag, text in (tags or {}).items()}
    read = [_recipe(text, number, members) for number, text in enumerate(recipes)]
    names: dict[ItemId, None] = dict.fromkeys(member for found in members.values() for member in found)
    for recipe in read:
        assert recipe.result is not None
        names.update(dict.fromkeys((recipe.result, *(m for cell in recipe.ingredients for m in cell.members))))
    back = {_item(item): _item(rest) for item, rest in (remainders or {}).items()}
    names.update(dict.fromkeys((*back, *back.values(), *map(_item, more))))
    sizes = {_item(item): size for item, size in (stack_sizes or {}).items()}
    return Catalog(
        minecraft="1.20.4",
        source="tests",
        items=[Item(item, sizes.get(item, 64), back.get(item)) for item in names],
        tags=members,
        recipes=read,
    )


def _item(name: str) -> ItemId:
    return ItemId(qualified(name))


def _recipe(text: str, number: int, tags: Mapping[TagId, tuple[ItemId, ...]]) -> Recipe:
    left, sign, right = text.split(maxsplit=1)[0], "", text
    sign = next(sign for sign in _SIGNS if f" {sign} " in text)
    left, right = text.split(f" {sign} ")
    count, _, name = left.rpartition(" ")
    rows = [row.split() for row in right.split("/")]
    cells = tuple(None if cell == "-" else _cell(cell, tags) for row in rows for cell in row)
    kind = _SIGNS[sign]
    return Recipe(
        id=RecipeId(f"test:{number}_{name.replace(':', '_')}"),
        kind=kind,
        cells=cells,
        result=_item(name),
        count=int(count or 1),
        width=len(rows[0]) if kind is Kind.SHAPED else 0,
        height=len(rows) if kind is Kind.SHAPED else 0,
        ticks=200 if kind is Kind.SMELTING else 0,
    )


def _cell(text: str, tags: Mapping[TagId, tuple[ItemId, ...]]) -> Ingredient:
    if text.startswith("#"):
        return Ingredient(TagId(qualified(text)), tags[TagId(qualified(text))])
    return Ingredient(None, tuple(map(_item, text.split("|"))))
