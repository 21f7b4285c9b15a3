"""The closure of a goal, in integers: every item and every way of making one that can matter, and nothing else.

Items are numbered in the catalog's order. A *way* is a recipe with equal ingredients gathered up; what it needs is a
tuple of ``(members, how many)``. The closure depends on the goal, not on what is at hand, and is kept for next time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from ..recipes.catalog import Catalog, Ingredient, Kind, Recipe
from ..recipes.ids import ItemId, RecipeId
from .fuel import MADE_AS_FUEL, burn_times, cooking_ticks
from .goal import Experience
from .result import Bind, Plan, Station, StepIngredient
from .stations import COOKING, station_item, station_of

Layout = tuple[tuple[StepIngredient, ...], tuple[Bind, ...], tuple[RecipeId, ...]]
Need = tuple[tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class Way:
    """One recipe: ``needs`` per craft, ``count`` items of ``result``; ``cells`` names the need of each filled cell."""

    recipe: Recipe
    station: Station
    result: int
    count: int
    needs: tuple[Need, ...]
    cells: tuple[int, ...]
    ticks: int
    """Ticks of burning that one craft takes, 0 where nothing burns; counted as in a furnace."""


class Closure:
    """Items, ways, and where items come from. Immutable."""

    def __init__(self, catalog: Catalog, items: Sequence[ItemId], ways: Sequence[Way], burn: Mapping[int, int]) -> None:
        self.catalog = catalog
        self.items = items
        self.ways = ways
        self.burn = burn
        """The burning time of each fuel, in ticks."""
        self.layouts: dict[tuple[int, tuple[ItemId, ...]], Layout] = {}
        """Layouts that were found already."""
        self.plans: dict[object, Plan] = {}
        """Answers that were proved, by what is wanted and at hand."""
        self.fields: dict[object, object] = {}
        """What the solver found out for inventories that hold the same items."""
        self.index = {item: place for place, item in enumerate(items)}
        self.remainders = {
            place: self.index[remainder]
            for place, item in enumerate(items)
            if (found := catalog.items.get(item)) and (remainder := found.remainder) in self.index
        }
        self.makers: list[list[int]] = [[] for _ in items]
        for place, way in enumerate(ways):
            self.makers[way.result].append(place)
        self.users: list[list[int]] = [[] for _ in items]
        for place, way in enumerate(ways):
            for member in {member for members, _ in way.needs for member in members}:
                self.users[member].append(place)

    @cached_property
    def stations(self) -> Mapping[Station, int]:
        """The item of each station that some way is done at; stations that no item becomes are left out."""
        used = {way.station for way in self.ways} - {Station.INVENTORY}
        return {station: self.index[station_item(station)] for station in sorted(used)}


_CLOSURES: WeakKeyDictionary[Catalog, dict[object, Closure]] = WeakKeyDictionary()
_MOST_KEPT = 4096


def closure_of(
    catalog: Catalog, goals: tuple[ItemId, ...], kinds: frozenset[Kind], reach: frozenset[str], experience: Experience
) -> Closure:
    """Return the closure of the goals; the same object when it is asked for again."""
    kept = _CLOSURES.setdefault(catalog, {})
    key = (goals, kinds, reach, experience.avoid, experience.avoid_members)
    found = kept.get(key)
    if found is None:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        found = kept[key] = _Compiler(catalog, kinds, reach, experience).closure(goals)
    return found


class _Compiler:
    def __init__(self, catalog: Catalog, kinds: frozenset[Kind], reach: frozenset[str], experience: Experience) -> None:
        self.catalog = catalog
        self.kinds = kinds
        self.reach = reach
        self.experience = experience
        self.seen: dict[ItemId, None] = {}
        self.used: dict[str, tuple[Recipe, tuple[Ingredient, ...]]] = {}

    def closure(self, goals: tuple[ItemId, ...]) -> Closure:
        self._reach(goals, goals)
        burn: Mapping[ItemId, int] = {}
        if any(recipe.kind in COOKING for recipe, _ in self.used.values()):
            burn = burn_times(self.catalog)
            made = [ItemId(f"minecraft:{name}") for name in MADE_AS_FUEL]
            made += [item for item in burn if item.endswith("_planks")]
            self._reach([item for item in made if item in burn], goals)
            for item in burn:
                self.seen.setdefault(item)
        for item in list(self.seen):
            found = self.catalog.items.get(item)
            if found and found.remainder:
                self.seen.setdefault(found.remainder)
        rank = ranks(self.catalog)
        items = sorted(self.seen, key=lambda item: (rank.get(item, len(rank)), item))
        index = {item: place for place, item in enumerate(items)}
        known: dict[int, tuple[int, ...]] = {}
        ways = [_way(recipe, cells, index, known) for recipe, cells in self.used.values()]
        ways.sort(key=lambda way: (way.result, _ORDER[way.recipe.kind], way.recipe.id))
        return Closure(self.catalog, items, ways, {index[item]: ticks for item, ticks in burn.items()})

    def _reach(self, items: Iterable[ItemId], goals: tuple[ItemId, ...]) -> None:
        queue = [item for item in items if item not in self.seen]
        self.seen.update(dict.fromkeys(queue))
        for item in queue:
            for recipe in self.catalog.producers.get(item, ()):
                cells = self._usable(recipe, goals)
                if cells is None or recipe.id in self.used:
                    continue
                self.used[recipe.id] = recipe, cells
                wanted = [member for cell in dict.fromkeys(cells) for member in cell.members]
                station = station_of(recipe)
                if station is not Station.INVENTORY:
                    wanted.append(station_item(station))
                for member in wanted:
                    if member not in self.seen:
                        self.seen[member] = None
                        queue.append(member)

    def _usable(self, recipe: Recipe, goals: tuple[ItemId, ...]) -> tuple[Ingredient, ...] | None:
        """Return the recipe's cells without refused members; None when it may not or cannot be used."""
        if recipe.kind not in self.kinds or recipe.id in self.experience.avoid or recipe.result is None:
            return None
        if recipe.components and recipe.result not in goals:
            return None
        cells = recipe.ingredients
        if not cells or any(cell.components for cell in cells):
            return None
        refused = {item for known, item in self.experience.avoid_members if known == recipe.id}
        if not refused:
            return cells
        left = tuple(_without(cell, refused) for cell in cells)
        return left if all(cell.members for cell in left) else None


_ORDER = {kind: place for place, kind in enumerate(Kind)}
_RANKS: WeakKeyDictionary[Catalog, Mapping[ItemId, int]] = WeakKeyDictionary()


def ranks(catalog: Catalog) -> Mapping[ItemId, int]:
    """Return each item's place in the catalog."""
    found = _RANKS.get(catalog)
    if found is None:
        found = _RANKS[catalog] = {item: place for place, item in enumerate(catalog.items)}
    return found


def _without(cell: Ingredient, refused: set[ItemId]) -> Ingredient:
    return Ingredient(cell.tag, tuple(member for member in cell.members if member not in refused))


def _way(
    recipe: Recipe, cells: tuple[Ingredient, ...], index: Mapping[ItemId, int], known: dict[int, tuple[int, ...]]
) -> Way:
    assert recipe.result is not None
    members = []
    for cell in cells:
        # Cells of one tag are one object: its members are numbered once.
        found = known.get(id(cell.members))
        if found is None:
            found = known[id(cell.members)] = tuple(sorted({index[member] for member in cell.members}))
        members.append(found)
    needs = Counter(members)
    order = {need: place for place, need in enumerate(needs)}
    station = station_of(recipe)
    ticks = 0
    if recipe.kind in COOKING and station is not Station.CAMPFIRE:
        # Faster furnaces burn their fuel faster too: one piece cooks as many items.
        ticks = cooking_ticks(recipe) * (1 if station is Station.FURNACE else 2)
    return Way(
        recipe=recipe,
        station=station,
        result=index[recipe.result],
        count=recipe.count,
        needs=tuple(needs.items()),
        cells=tuple(order[need] for need in members),
        ticks=ticks,
    )
