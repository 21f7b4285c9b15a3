"""One catalog in integers: the ways of making each item, and what each item is worth, found out when first asked for.

Items are numbered in the catalog's order. A *way* is a recipe with equal ingredients gathered up; what it needs is a
tuple of ``(members, how many)``. A book belongs to a catalog, the kinds that may be used, the stations in reach and
what is to be avoided; goals and inventories only read it. What it says of an item never depends on what was asked
before: items that lead to one another are learned together, after all that they are made of.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from weakref import WeakKeyDictionary

from ..recipes.catalog import Catalog, Ingredient, Kind, Recipe
from ..recipes.ids import ItemId, RecipeId
from .fuel import MADE_AS_FUEL, burn_times, burns_only, cooking_ticks
from .goal import Experience
from .groups import groups
from .result import Bind, Station, StepIngredient
from .stations import COOKING, station_item, station_of

Need = tuple[tuple[int, ...], int]
Layout = tuple[tuple[StepIngredient, ...], tuple[Bind, ...], tuple[RecipeId, ...]]


@dataclass(slots=True, eq=False)
class Way:
    """One recipe: ``needs`` per craft, ``count`` items of ``result``; ``cells`` names the need of each filled cell.

    ``stand`` is the item of the station that has to be had, -1 where it is in reach or none is needed; ``ticks`` of
    burning are what one craft takes, 0 where nothing burns, counted as in a furnace. Ways are sorted by ``order``.
    ``usable`` ones need nothing that can never be had; ``least`` and ``most`` are what one craft costs from nothing.
    """

    recipe: Recipe
    order: tuple[int, int]
    station: Station
    stand: int
    result: int
    count: int
    needs: tuple[Need, ...]
    cells: tuple[int, ...]
    ticks: int
    usable: bool = True
    least: float = 0.0
    most: float = inf

    def __repr__(self) -> str:
        return f"<{self.recipe.id}>"


class Names:
    """The items of a catalog by number, and back. What no catalog lists is numbered behind all others."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.names = list(catalog.items)
        self.index = {name: number for number, name in enumerate(self.names)}

    def number(self, name: ItemId) -> int:
        """Return the item's number."""
        found = self.index.get(name)
        if found is None:
            found = self.index[name] = len(self.names)
            self.names.append(name)
        return found


class Book:
    """Ways and facts by item number: ``makers`` of every learned item, ``rest`` what is left of a used one."""

    def __init__(
        self,
        names: Names,
        kinds: frozenset[Kind],
        reach: frozenset[str],
        experience: Experience,
        dressed: frozenset[ItemId],
    ) -> None:
        from .values import Values

        self.catalog = names.catalog
        self.names = names
        self.kinds = kinds
        self.reach = reach
        self.experience = experience
        self.dressed = dressed
        self.makers: dict[int, tuple[Way, ...]] = {}
        self.below: dict[int, tuple[int, ...]] = {}
        """What each item's ways use, their stations included."""
        self.cooked: set[int] = set()
        """What fuel is burnt for, in some way."""
        self.rest: dict[int, int] = {}
        self.burn: dict[int, int] = {}
        """The burning time of each fuel in ticks, once anything burns."""
        self.made_fuels: tuple[int, ...] = ()
        """The fuels that are worth making."""
        self.layouts: dict[tuple[Way, tuple[ItemId, ...]], Layout] = {}
        """Layouts that were found already."""
        self.few: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
        """The members worth looking at where nothing at hand leads to any, by the stations that are there."""
        self.values = Values(self)
        self._numbered: dict[int, tuple[tuple[ItemId, ...], tuple[int, ...]]] = {}

    def learn(self, items: Iterable[int]) -> None:
        """Find out everything about some items, and all that they can be made of."""
        makers = self.makers
        queue = [item for item in dict.fromkeys(items) if item not in makers]
        seen = set(queue)
        edges: dict[int, list[int]] = {}
        for item in queue:
            makers[item] = ways = self._ways(item)
            below = dict.fromkeys(member for way in ways for members, _ in way.needs for member in members)
            edges[item] = list(below)
            below.update((way.stand, None) for way in ways if way.stand >= 0)
            self.below[item] = tuple(below)
            if any(way.ticks for way in ways):
                if not self.burn:
                    self._light()
                self.cooked.add(item)
                below.update(dict.fromkeys(self.made_fuels))
            for member in below:
                if member not in seen and member not in makers:
                    seen.add(member)
                    queue.append(member)
        for item in queue:
            self._remember(item)
        for group in groups(queue, {item: [to for to in edges[item] if to in edges] for item in queue}):
            self.values.settle(group)

    def _remember(self, item: int) -> None:
        found = self.catalog.items.get(self.names.names[item])
        if found and found.remainder:
            self.rest[item] = self.names.number(found.remainder)

    def _light(self) -> None:
        """Learn what burns."""
        recipes = self.catalog.recipes
        refused = {
            item
            for recipe, item in self.experience.avoid_members
            if recipe in recipes and burns_only(item, recipes[recipe])
        }
        times = {item: ticks for item, ticks in burn_times(self.catalog).items() if item not in refused}
        self.burn = {self.names.number(item): ticks for item, ticks in times.items()}
        for item in self.burn:
            self._remember(item)
        made = [ItemId(f"minecraft:{name}") for name in MADE_AS_FUEL]
        made += [item for item in times if item.endswith("_planks")]
        self.made_fuels = tuple(self.names.number(item) for item in made if item in times)

    def _ways(self, item: int) -> tuple[Way, ...]:
        name = self.names.names[item]
        found = []
        for recipe in self.catalog.producers.get(name, ()):
            cells = self._usable(recipe)
            if cells:
                found.append((_ORDER[recipe.kind], recipe.id, recipe, cells))
        found.sort(key=lambda one: one[:2])
        return tuple(self._way(item, place, recipe, cells) for place, (_, _, recipe, cells) in enumerate(found))

    def _usable(self, recipe: Recipe) -> tuple[Ingredient, ...] | None:
        """Return the recipe's cells without refused members; None when it may not or cannot be used."""
        if recipe.kind not in self.kinds or recipe.id in self.experience.avoid or recipe.result is None:
            return None
        if recipe.components and recipe.result not in self.dressed:
            return None
        cells = recipe.ingredients
        if any(cell.components for cell in cells):
            return None
        refused = {item for known, item in self.experience.avoid_members if known == recipe.id}
        if not refused:
            return cells
        left = tuple(
            Ingredient(cell.tag, tuple(member for member in cell.members if member not in refused)) for cell in cells
        )
        return left if all(cell.members for cell in left) else None

    def _way(self, item: int, place: int, recipe: Recipe, cells: Sequence[Ingredient]) -> Way:
        members = [self._members(cell.members) for cell in cells]
        needs = Counter(members)
        order = {need: number for number, need in enumerate(needs)}
        station = station_of(recipe)
        ticks = 0
        if recipe.kind in COOKING and station is not Station.CAMPFIRE:
            # Faster furnaces burn their fuel faster too: one piece cooks as many items.
            ticks = cooking_ticks(recipe) * (1 if station is Station.FURNACE else 2)
        near = station is Station.INVENTORY or station in self.reach
        return Way(
            recipe=recipe,
            order=(item, place),
            station=station,
            stand=-1 if near else self.names.number(station_item(station)),
            result=item,
            count=recipe.count,
            needs=tuple(needs.items()),
            cells=tuple(order[need] for need in members),
            ticks=ticks,
        )

    def _members(self, members: tuple[ItemId, ...]) -> tuple[int, ...]:
        # Cells of one tag share one tuple: its members are numbered once.
        known = self._numbered.get(id(members))
        if known is None or known[0] is not members:
            known = members, tuple(sorted({self.names.number(member) for member in members}))
            self._numbered[id(members)] = known
        return known[1]


_ORDER = {kind: place for place, kind in enumerate(Kind)}
_NAMES: WeakKeyDictionary[Catalog, Names] = WeakKeyDictionary()


def names_of(catalog: Catalog) -> Names:
    """Return the catalog's items by number; the same object when it is asked for again."""
    found = _NAMES.get(catalog)
    if found is None:
        found = _NAMES[catalog] = Names(catalog)
    return found
