"""A catalog under a live server's own word: its tags hold what the server sent, its recipes are those that it told."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from .catalog import GRIDS, HEAPS, Catalog, Ingredient, Item, Kind, Recipe
from .ids import ItemId, RecipeId, TagId
from .rebind import Tags, rebound

COMPUTED = frozenset({Kind.TRANSMUTE, Kind.DYE, Kind.IMBUE, Kind.DECORATED_POT})
"""Kinds that the game computes in code, and that a server tells, if at all, as if they were of another kind."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a server told. Recipes carry members only, no tags' names; ``id`` is ``""`` where servers keep it back.

    ``complete`` says that it has no other recipes: up to 1.21.1. Later ones tell what a stonecutter cuts, and of the
    rest what the player has unlocked.
    """

    tags: Tags
    recipes: tuple[Recipe, ...] = ()
    complete: bool = False


def served(catalog: Catalog, told: Told) -> Catalog:
    """Return the catalog as the server has it; the same one where nothing differs.

    Tags are compared as sets; one that the server did not send stays as it is, and one that no recipe names is passed
    by. Items that only the server knows are taken over. Where recipes have no id, one that is the only one of its kind
    for its result stands in the place of the catalog's only one; any other that the catalog does not have is added as
    ``server:…``.
    """
    both = [(tag, members, told.tags[tag]) for tag, members in catalog.tags.items() if tag in told.tags]
    tags = {**catalog.tags, **{tag: now for tag, members, now in both if set(now) != set(members)}}
    before = {name: rebound(recipe, catalog.tags, tags) for name, recipe in catalog.recipes.items()}
    named = _Named(told.tags)
    complete = told.complete and told.recipes  # a proxy between versions may have none to tell
    after = _complete(before, told.recipes, named) if complete else _shown(before, told.recipes, named)
    if tags == dict(catalog.tags) and after == dict(catalog.recipes):
        return catalog
    cells = [cell for recipe in after.values() for cell in recipe.ingredients]
    tags |= {cell.tag: told.tags[cell.tag] for cell in cells if cell.tag and cell.tag not in tags}
    mentioned = {member for members in tags.values() for member in members}
    mentioned |= {member for cell in cells for member in cell.members}
    mentioned |= {recipe.result for recipe in after.values() if recipe.result}
    return Catalog(
        minecraft=catalog.minecraft,
        source=f"{catalog.source}; what the server told",
        items=[*catalog.items.values(), *(Item(item) for item in sorted(mentioned) if item not in catalog.items)],
        tags=tags,
        recipes=after.values(),
        special=catalog.special,
        unsupported=catalog.unsupported,
    )


class _Named:
    """Finds the tag again whose members a told cell lists."""

    def __init__(self, tags: Tags) -> None:
        self.tags: dict[frozenset[ItemId], TagId] = {}
        for tag in sorted(tags, reverse=True):
            self.tags[frozenset(tags[tag])] = tag

    def recipe(self, told: Recipe, known: Recipe | None) -> Recipe:
        """Return the told recipe with its tags' names, and what the known one carries that no packet tells."""
        cells = tuple(cell and self._cell(cell) for cell in told.cells)
        return replace(told, cells=cells, components=known.components if known else "")

    def _cell(self, cell: Ingredient) -> Ingredient:
        tag = self.tags.get(frozenset(cell.members)) if len(cell.members) > 1 else None
        return replace(cell, tag=tag)


def _complete(before: Mapping[RecipeId, Recipe], told: Iterable[Recipe], named: _Named) -> dict[RecipeId, Recipe]:
    """Every recipe is told with its id: what is not told is gone, but for those without a result of their own."""
    ids = {recipe.id: recipe for recipe in told}
    after = {}
    for name, recipe in before.items():
        if recipe.result is None or recipe.kind in COMPUTED:
            after[name] = recipe
        elif name in ids:
            same = _content(ids[name]) == _content(recipe)
            after[name] = recipe if same else named.recipe(ids[name], recipe)
    return after | {name: named.recipe(recipe, None) for name, recipe in ids.items() if name not in before}


def _shown(before: Mapping[RecipeId, Recipe], told: Iterable[Recipe], named: _Named) -> dict[RecipeId, Recipe]:
    """Recipes are told without ids, and but for the stonecutter's only some of them."""
    after, ours, theirs = dict(before), _grouped(before.values()), _grouped(told)
    cuts = {group for group in ours if group[0] == Kind.STONECUTTING}
    told_cuts = any(kind == Kind.STONECUTTING for kind, _ in theirs)
    for group in sorted({*theirs, *(cuts if told_cuts else ())}):
        known, shown = ours.get(group, {}), theirs.get(group, {})
        if any(recipe.kind in COMPUTED for recipe in known.values()):
            continue
        new = [recipe for content, recipe in shown.items() if content not in known]
        if group in cuts:
            for content, recipe in known.items():
                if content not in shown:
                    del after[recipe.id]
        elif new and len(known) == len(shown) == 1:
            (only,) = known.values()
            after[only.id] = replace(named.recipe(new[0], only), id=only.id)
            continue
        after |= _numbered([named.recipe(recipe, None) for recipe in new])
    return after


def _grouped(recipes: Iterable[Recipe]) -> dict[tuple[str, str], dict[tuple[object, ...], Recipe]]:
    groups: dict[tuple[str, str], dict[tuple[object, ...], Recipe]] = {}
    for recipe in recipes:
        groups.setdefault(_group(recipe), {}).setdefault(_content(recipe), recipe)
    return groups


def _numbered(recipes: Sequence[Recipe]) -> dict[RecipeId, Recipe]:
    found = {}
    for number, recipe in enumerate(recipes, 1):
        path = (recipe.result or "").rpartition(":")[2]
        name = RecipeId(f"server:{path}_from_{recipe.kind}_{number}")
        found[name] = replace(recipe, id=name)
    return found


def _group(recipe: Recipe) -> tuple[str, str]:
    """Return what a recipe makes, and where: as far as what is shown of one tells its kind."""
    kind = "grid" if recipe.kind in GRIDS else "heap" if recipe.kind in HEAPS else str(recipe.kind)
    return kind, recipe.result or ""


def _content(recipe: Recipe) -> tuple[object, ...]:
    """Return what a server tells of a recipe: members only, a heap's cells in any order."""
    cells = [tuple(sorted(set(cell.members))) if cell else () for cell in recipe.cells]
    if recipe.kind not in GRIDS:
        cells = sorted(cells) if recipe.kind in HEAPS else cells
    return (*_group(recipe), recipe.count, recipe.width, recipe.height, recipe.ticks, tuple(cells))
