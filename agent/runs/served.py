"""What the world's server told of its tags and recipes, laid over the catalog: a run plans with the server's."""

from dataclasses import dataclass
from hashlib import sha256

from ...bridge.bot import Bot
from ...bridge.messages import ServerRecipe
from ...recipes import served
from ...recipes.catalog import GRIDS, Catalog, Ingredient, Kind, Recipe
from ...recipes.compare import difference
from ...recipes.ids import RecipeId, TagId, short
from .. import places

MOST_NAMED = 5
_MOST_LAID = 8


@dataclass(frozen=True, slots=True)
class Served:
    """The catalog that a run plans with, the hash of what the server told, and what it changed."""

    catalog: Catalog
    told: str
    recipes: tuple[RecipeId, ...] = ()
    tags: tuple[TagId, ...] = ()

    def lines(self) -> list[str]:
        """Say what differs, a line for tags and one for recipes."""
        said = []
        if self.tags:
            said.append(
                f"the server's {_named(self.tags)} hold{'s' * (len(self.tags) == 1)} other items than the catalog's"
            )
        if self.recipes:
            said.append(
                f"the server's recipes differ from the catalog's in {len(self.recipes)}: {_named(self.recipes)}"
            )
        return said


def served_by(bot: Bot, catalog: Catalog) -> Served:
    """Return the catalog with what the server told; only a hash is asked for where that was compared before."""
    told = bot.told()
    key = catalog.hash, told
    same = places.cache() / "told" / sha256(" ".join(key).encode()).hexdigest()
    if same.exists():
        return Served(catalog, told)
    if key not in _LAID:
        now = served.served(catalog, told_by(bot))
        if bot.told() != told:
            return served_by(bot, catalog)
        if now is catalog:
            same.parent.mkdir(exist_ok=True)
            same.touch()
            return Served(catalog, told)
        if len(_LAID) >= _MOST_LAID:
            _LAID.clear()
        _LAID[key] = _changed(catalog, now, told)
    return _LAID[key]


_LAID: dict[tuple[str, str], Served] = {}
"""What differs from a catalog, by its hash and by that of what a server told."""


def _changed(catalog: Catalog, now: Catalog, told: str) -> Served:
    found = difference(catalog, now)
    recipes = (*found.removed, *found.added, *(change.recipe for change in found.changed))
    return Served(now, told, recipes, (*found.tags_removed, *found.tags_added, *found.tags_changed))


def told_by(bot: Bot) -> served.Told:
    """Return what the server told, as recipes without tags' names; kinds that craftplan cannot make are left out."""
    tags, told = bot.item_tags(), bot.server_recipes()
    if told is None:
        return served.Told(tags)
    read = (_recipe(recipe) for recipe in told.recipes)
    return served.Told(tags, tuple(recipe for recipe in read if recipe), told.complete)


def _recipe(told: ServerRecipe) -> Recipe | None:
    if told.result is None or told.kind not in _KINDS:
        return None
    kind = Kind(told.kind)
    if kind not in GRIDS and not all(told.cells):
        return None
    return Recipe(
        id=RecipeId(told.id or ""),
        kind=kind,
        cells=tuple(Ingredient(None, cell) if cell else None for cell in told.cells),
        result=told.result.item,
        count=told.result.count,
        width=told.width,
        height=told.height,
        ticks=told.ticks,
    )


_KINDS = frozenset(map(str, Kind))


def _named(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(map(short, names[:MOST_NAMED])) + more
