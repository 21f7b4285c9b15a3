"""What craftplan knows of one game version: items, tags and recipes, immutable, each with its hash."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from json import dumps
from types import MappingProxyType
from typing import TypeAlias

from .ids import ItemId, RecipeId, TagId
from .lazy import LazyMap


class Kind(StrEnum):
    """How a recipe is made. The values are the game's own words, without ``crafting_`` and ``minecraft:``."""

    SHAPED = "shaped"
    SHAPELESS = "shapeless"
    SMELTING = "smelting"
    BLASTING = "blasting"
    SMOKING = "smoking"
    CAMPFIRE_COOKING = "campfire_cooking"
    STONECUTTING = "stonecutting"
    SMITHING = "smithing"
    SMITHING_TRANSFORM = "smithing_transform"
    SMITHING_TRIM = "smithing_trim"
    TRANSMUTE = "transmute"
    DYE = "dye"
    IMBUE = "imbue"
    DECORATED_POT = "decorated_pot"
    BREWING = "brewing"


GRIDS = frozenset({Kind.SHAPED, Kind.IMBUE, Kind.DECORATED_POT})
"""Kinds whose cells have fixed places in a crafting grid."""
HEAPS = frozenset({Kind.SHAPELESS, Kind.TRANSMUTE, Kind.DYE})
"""Kinds that are made in a crafting grid, in any order."""


FirstCells: TypeAlias = Mapping[tuple[int, ItemId], Mapping[int, "Recipe"]]


@dataclass(frozen=True, slots=True)
class Item:
    """An item: how many share a slot, and what is left in the grid when one is used up (a bucket, a bottle)."""

    id: ItemId
    stack_size: int = 64
    remainder: ItemId | None = None


@dataclass(frozen=True, slots=True)
class Ingredient:
    """What one cell accepts: any one of ``members``; ``tag`` names the set, or is None for an item or inline list.

    ``components`` is what the stack must carry besides (canonical JSON, ``""``: nothing is asked); with ``strict`` it
    may carry nothing else. No item satisfies an ingredient without members.
    """

    tag: TagId | None
    members: tuple[ItemId, ...]
    components: str = ""
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Recipe:
    """One recipe.

    ``cells`` is what goes in: for ``shaped`` row by row, ``width`` to a row, None where a cell stays empty; for
    ``shapeless`` in any order; for the others in the order of their window's slots (smithing: template, base,
    addition; before 1.20: base, addition; transmute and dye: the item that is changed, what changes it; brewing:
    input, reagent). ``width`` and ``height`` are 0 unless the kind is one of ``GRIDS``. ``result`` is None for
    smithing_trim only. ``count`` is in items per craft, ``ticks`` the cooking time, ``components`` what the result
    carries besides its own (canonical JSON, ``""``: nothing).
    """

    id: RecipeId
    kind: Kind
    cells: tuple[Ingredient | None, ...]
    result: ItemId | None
    count: int = 1
    width: int = 0
    height: int = 0
    ticks: int = 0
    components: str = ""

    @property
    def ingredients(self) -> tuple[Ingredient, ...]:
        """The filled cells, in order; the same ingredient as often as it is needed."""
        return tuple(cell for cell in self.cells if cell is not None)

    @property
    def fits_inventory_grid(self) -> bool:
        """Whether the player's own 2×2 grid is large enough."""
        if self.kind in GRIDS:
            return self.width <= 2 and self.height <= 2  # noqa: PLR2004 - the grid is 2×2
        return self.kind in HEAPS and len(self.cells) <= 4  # noqa: PLR2004


@dataclass(frozen=True, slots=True)
class Special:
    """A recipe that is listed and never planned: the game computes it in code (repairing, …), or a mod does."""

    id: RecipeId
    type: str


class Catalog:
    """Items, tags and recipes of one game version and its packs. Immutable; equal content has an equal ``hash``."""

    def __init__(
        self,
        *,
        minecraft: str,
        source: str,
        items: Iterable[Item] | LazyMap[ItemId, Item],
        tags: Mapping[TagId, tuple[ItemId, ...]],
        recipes: Iterable[Recipe] | LazyMap[RecipeId, Recipe],
        special: Iterable[Special] = (),
        unsupported: Iterable[Special] = (),
        producers: Callable[[], LazyMap[ItemId, tuple[Recipe, ...]]] | None = None,
        first_cells: Callable[[], FirstCells] | None = None,
        content_hash: str | None = None,
    ) -> None:
        """Build a catalog.

        ``special`` are the game's own computed recipes, ``unsupported`` those of types that craftplan cannot read.
        Lazy maps are taken as they are; ``producers``, ``first_cells`` and ``content_hash`` are given by loaders that
        know them, else they are computed when asked for.
        """
        self.minecraft = minecraft
        self.source = source
        self.items: Mapping[ItemId, Item] = (
            items if isinstance(items, LazyMap) else MappingProxyType({item.id: item for item in items})
        )
        self.tags: Mapping[TagId, tuple[ItemId, ...]] = (
            tags if isinstance(tags, LazyMap) else MappingProxyType(dict(tags))
        )
        self.recipes: Mapping[RecipeId, Recipe] = (
            recipes if isinstance(recipes, LazyMap) else MappingProxyType({recipe.id: recipe for recipe in recipes})
        )
        self.special: tuple[Special, ...] = tuple(special)
        self.unsupported: tuple[Special, ...] = tuple(unsupported)
        self._producers = producers
        self._first_cells = first_cells
        self._content_hash = content_hash

    def __repr__(self) -> str:
        return (
            f"<Catalog {self.minecraft}: {len(self.recipes)} recipes, {len(self.tags)} tags, {len(self.items)} items>"
        )

    @cached_property
    def producers(self) -> Mapping[ItemId, tuple[Recipe, ...]]:
        """The recipes that make each item, in the catalog's order."""
        if self._producers is not None:
            return self._producers()
        made: dict[ItemId, list[Recipe]] = {}
        for recipe in self.recipes.values():
            if recipe.result is not None:
                made.setdefault(recipe.result, []).append(recipe)
        return MappingProxyType({item: tuple(recipes) for item, recipes in made.items()})

    @cached_property
    def first_cells(self) -> FirstCells:
        """The crafting recipes with so many filled cells whose first one accepts an item, by place in the catalog."""
        if self._first_cells is not None:
            return self._first_cells()
        found: dict[tuple[int, ItemId], dict[int, Recipe]] = {}
        for place, recipe in enumerate(self.recipes.values()):
            ingredients = recipe.ingredients if recipe.kind in GRIDS or recipe.kind in HEAPS else ()
            for member in ingredients[0].members if ingredients else ():
                found.setdefault((len(ingredients), member), {})[place] = recipe
        return MappingProxyType(found)

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of everything in it, as ``sha256:…``."""
        if self._content_hash is not None:
            return self._content_hash
        return _hash(
            [
                self.minecraft,
                [[item.id, item.stack_size, item.remainder] for item in self.items.values()],
                sorted((tag, list(members)) for tag, members in self.tags.items()),
                [_recipe_content(recipe) for recipe in self.recipes.values()],
                [[special.id, special.type] for special in self.special],
                [[special.id, special.type] for special in self.unsupported],
            ]
        )

    def recipe_hash(self, recipe: RecipeId) -> str:
        """The SHA-256 of one recipe with the members of its tags and their remainders."""
        content = self.recipes[recipe]
        members = {member for cell in content.ingredients for member in cell.members}
        remainders = sorted((member, self.items[member].remainder or "") for member in members if member in self.items)
        return _hash([_recipe_content(content), remainders])

    def tag_hash(self, tag: TagId) -> str:
        """The SHA-256 of one tag's members in their order."""
        return _hash([tag, list(self.tags[tag])])


def _recipe_content(recipe: Recipe) -> list[object]:
    cells = [cell and [cell.tag, list(cell.members), cell.components, cell.strict] for cell in recipe.cells]
    return [
        *(recipe.id, recipe.kind, cells, recipe.result, recipe.count),
        *(recipe.width, recipe.height, recipe.ticks, recipe.components),
    ]


def _hash(content: object) -> str:
    text = dumps(content, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{sha256(text.encode()).hexdigest()}"
