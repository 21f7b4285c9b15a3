"""Two catalogs side by side: what one has and the other has not, recipe by recipe, cell by cell."""

from dataclasses import dataclass
from typing import Any

from .catalog import Catalog, Ingredient, Recipe
from .ids import ItemId, RecipeId, TagId

Cell = frozenset[ItemId] | None


@dataclass(frozen=True, slots=True)
class Change:
    """One recipe that both have and that is not the same: the fields that differ, as (before, after)."""

    recipe: RecipeId
    fields: dict[str, tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class Difference:
    """What leads from one catalog to the other. Tags are compared as sets of members."""

    removed: tuple[RecipeId, ...]
    added: tuple[RecipeId, ...]
    changed: tuple[Change, ...]
    tags_removed: tuple[TagId, ...]
    tags_added: tuple[TagId, ...]
    tags_changed: dict[TagId, tuple[tuple[ItemId, ...], tuple[ItemId, ...]]]
    """Members that went, members that came."""

    def __bool__(self) -> bool:
        recipes = self.removed or self.added or self.changed
        return bool(recipes or self.tags_removed or self.tags_added or self.tags_changed)


@dataclass(frozen=True, slots=True)
class Fidelity:
    """How well a catalog agrees with a reference: numbers of recipes and of ingredient cells."""

    minecraft: str
    source: str
    recipes: int
    equal: int
    wrong: tuple[RecipeId, ...]
    missing: tuple[RecipeId, ...]
    extra: tuple[RecipeId, ...]
    cells: int
    cells_equal: int
    impossible: tuple[RecipeId, ...]
    """Recipes by which something would be planned that the reference does not allow."""

    @property
    def share(self) -> float:
        """The share of the reference's recipes that are equal, 0 to 1."""
        return self.equal / self.recipes if self.recipes else 1.0


def difference(before: Catalog, after: Catalog) -> Difference:
    """Return what changes from one catalog to another."""
    changed = [
        Change(name, fields)
        for name in before.recipes
        if name in after.recipes and (fields := _changed_fields(before.recipes[name], after.recipes[name]))
    ]
    tags = {
        tag: (
            tuple(member for member in before.tags[tag] if member not in after.tags[tag]),
            tuple(member for member in after.tags[tag] if member not in before.tags[tag]),
        )
        for tag in before.tags
        if tag in after.tags and set(before.tags[tag]) != set(after.tags[tag])
    }
    return Difference(
        removed=tuple(name for name in before.recipes if name not in after.recipes),
        added=tuple(name for name in after.recipes if name not in before.recipes),
        changed=tuple(changed),
        tags_removed=tuple(tag for tag in before.tags if tag not in after.tags),
        tags_added=tuple(tag for tag in after.tags if tag not in before.tags),
        tags_changed=tags,
    )


def fidelity(ours: Catalog, reference: Catalog) -> Fidelity:
    """Measure a catalog against a reference of the same version: by what goes in and what comes out.

    The names of tags and of recipes do not count, members do: a recipe is equal when each cell accepts the same items
    and the result, its count and the cooking time are the same.
    """
    pairs = [(ours.recipes.get(name), recipe) for name, recipe in reference.recipes.items()]
    wrong = [recipe.id for mine, recipe in pairs if mine is not None and _content(mine) != _content(recipe)]
    missing = [recipe.id for mine, recipe in pairs if mine is None]
    extra = [name for name in ours.recipes if name not in reference.recipes]
    cells = [
        (mine_cell, cell)
        for mine, recipe in pairs
        for mine_cell, cell in zip(_cells_like(mine, recipe), recipe.cells, strict=True)
    ]
    return Fidelity(
        minecraft=ours.minecraft,
        source=ours.source,
        recipes=len(pairs),
        equal=len(pairs) - len(wrong) - len(missing),
        wrong=tuple(wrong),
        missing=tuple(missing),
        extra=tuple(extra),
        cells=len(cells),
        cells_equal=sum(_members(mine) == _members(cell) for mine, cell in cells),
        impossible=tuple(name for name in (*wrong, *extra) if not _allowed(ours.recipes[name], reference)),
    )


def _cells_like(mine: Recipe | None, recipe: Recipe) -> tuple[Ingredient | None, ...]:
    if mine is not None and len(mine.cells) == len(recipe.cells):
        return mine.cells
    nothing = Ingredient(None, ())
    return (nothing,) * len(recipe.cells)


def _members(cell: Ingredient | None) -> Cell:
    return None if cell is None else frozenset(cell.members)


def _content(recipe: Recipe) -> tuple[Any, ...]:
    cells: Any = tuple(_members(cell) for cell in recipe.cells)
    if not recipe.width:
        cells = sorted(cells, key=lambda cell: sorted(cell or ()))
    return (recipe.kind, cells, recipe.result, recipe.count, recipe.width, recipe.height, recipe.ticks)


def _allowed(mine: Recipe, reference: Catalog) -> bool:
    """Whether some recipe of the reference makes at least as much of the same from everything that mine accepts."""
    if mine.result is None:
        return True
    return any(_covers(other, mine) for other in reference.producers.get(mine.result, ()))


def _covers(other: Recipe, mine: Recipe) -> bool:
    same = (other.kind, other.width, other.height, len(other.cells)) == (
        *(mine.kind, mine.width, mine.height),
        len(mine.cells),
    )
    return (
        same
        and other.count >= mine.count
        and all(
            (_members(mine_cell) or frozenset()) <= (_members(cell) or frozenset())
            for mine_cell, cell in zip(mine.cells, other.cells, strict=True)
        )
    )


def _changed_fields(before: Recipe, after: Recipe) -> dict[str, tuple[Any, Any]]:
    fields: dict[str, tuple[Any, Any]] = {}
    for field in ("kind", "result", "count", "width", "height", "ticks", "components"):
        old, new = getattr(before, field), getattr(after, field)
        if old != new:
            fields[field] = (old, new)
    if [_shown(cell) for cell in before.cells] != [_shown(cell) for cell in after.cells]:
        fields["cells"] = (before.cells, after.cells)
    return fields


def _shown(cell: Ingredient | None) -> Any:
    return None if cell is None else (cell.tag or cell.members, cell.components, cell.strict)
