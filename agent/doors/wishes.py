"""What people wish of one plan alone: members to use first, things to leave alone, counts to keep."""

from collections.abc import Iterable, Iterator, Sequence

from ...planner.fuel import uses_of
from ...planner.goal import Experience
from ...planner.result import Station
from ...recipes.catalog import Catalog
from ...recipes.errors import InputError, UnknownItemError
from ...recipes.ids import ItemId, RecipeId, qualified, short
from ...recipes.names import resolve_item, resolve_tag
from ..heeded import Heeded
from .words import LARGEST, read_counts

RECIPE = "recipe:"
"""What stands before a recipe's name that is an item's name too."""


def read_wishes(
    catalog: Catalog, *, prefer: Sequence[str] = (), avoid: Sequence[str] = (), keep: Sequence[str] = ()
) -> Heeded:
    """Return the wishes of ``--prefer``, ``--avoid`` and ``--keep``; each may hold several names, with commas.

    An avoided item (or any member of an avoided ``#tag``) goes into no cell and no fire, and is not used up; an avoided
    recipe is not used: ``recipe:stick`` where an item has that name too. Something kept without a count is kept whole.
    Raises an InputError for a name that nothing has.
    """
    refused_recipes: set[RecipeId] = set()
    refused_items: dict[ItemId, None] = {}
    for name in _names(avoid):
        items, recipe = _avoided(catalog, name)
        refused_items |= dict.fromkeys(items)
        refused_recipes |= {recipe} if recipe else set()
    kept = {item: LARGEST if count is None else count for item, count in read_counts(",".join(keep), catalog)}
    return Heeded(
        Experience(
            avoid=frozenset(refused_recipes),
            avoid_members=frozenset(uses_of(refused_items, catalog.recipes.values(), catalog)),
            prefer=tuple(dict.fromkeys(item for name in _names(prefer) for item in _preferred(catalog, name))),
        ),
        {**kept, **dict.fromkeys(refused_items, LARGEST)},
    )


def read_stations(names: Iterable[str]) -> tuple[str, ...]:
    """Return the stations in reach; raises an InputError for what is none."""
    known = [str(station) for station in Station if station is not Station.INVENTORY]
    found = tuple(name.lower().removeprefix("minecraft:").replace(" ", "_") for name in _names(names))
    for name in found:
        if name not in known:
            raise InputError(f"{name!r} is no station", hint=f"stations are {', '.join(known)}", code="station")
    return found


def _names(options: Iterable[str]) -> Iterator[str]:
    return (name.strip() for option in options for name in option.split(",") if name.strip())


def _items(catalog: Catalog, name: str) -> tuple[ItemId, ...]:
    return catalog.tags[resolve_tag(catalog, name)] if name.startswith("#") else (resolve_item(catalog, name),)


def _avoided(catalog: Catalog, name: str) -> tuple[tuple[ItemId, ...], RecipeId | None]:
    """Return the items that a name means, or the recipe."""
    if not name.startswith(RECIPE):
        try:
            return _items(catalog, name), None
        except UnknownItemError as unknown:
            if RecipeId(qualified(name)) not in catalog.recipes:
                raise _unknown(catalog, name, unknown.near) from None
    recipe = RecipeId(qualified(name.removeprefix(RECIPE).strip()))
    if recipe not in catalog.recipes:
        raise _unknown(catalog, name.removeprefix(RECIPE), ())
    return (), recipe


def _preferred(catalog: Catalog, name: str) -> tuple[ItemId, ...]:
    try:
        return _items(catalog, name)
    except UnknownItemError:
        recipe = catalog.recipes.get(RecipeId(qualified(name)))
        if recipe is None or recipe.result is None:
            raise
        others = [short(other.id) for other in catalog.producers[recipe.result] if other.id != recipe.id]
        named = ",".join(f"{RECIPE}{other}" if ItemId(qualified(other)) in catalog.items else other for other in others)
        raise InputError(
            f"{name} is a recipe, and --prefer takes items",
            hint=f"to get {short(recipe.id)} leave out the others: --avoid {named}"
            if others
            else f"nothing else makes {short(recipe.result)}",
        ) from None


def _unknown(catalog: Catalog, name: str, near: Sequence[str]) -> InputError:
    word = name.strip().removeprefix("minecraft:")
    recipes = sorted(short(recipe) for recipe in catalog.recipes if word and word in recipe)
    offered = list(dict.fromkeys((*recipes[:3], *near)))[:5]
    return InputError(
        f"no item, tag or recipe called {name.strip()!r} in Minecraft {catalog.minecraft}",
        hint=f"did you mean {', '.join(offered)}?" if offered else "`craftplan items` lists every item",
        code="unknown_item",
        name=name.strip(),
        near=tuple(offered),
    )
