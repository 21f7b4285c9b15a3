"""How long each item burns in a furnace (minecraft.wiki, "Smelting", section Fuel; ticks, 1.13 to 26.2).

Blast furnaces and smokers burn twice as fast and cook twice as fast, so one piece cooks as many items there.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from weakref import WeakKeyDictionary

from ..recipes.catalog import Catalog, Kind, Recipe
from ..recipes.ids import ItemId, RecipeId, TagId
from .stations import COOKING

_ITEMS = {
    "lava_bucket": 20000,
    "coal_block": 16000,
    "dried_kelp_block": 4001,
    "blaze_rod": 2400,
    "coal": 1600,
    "charcoal": 1600,
    "bow": 300,
    "fishing_rod": 300,
    "ladder": 300,
    "crafting_table": 300,
    "cartography_table": 300,
    "fletching_table": 300,
    "smithing_table": 300,
    "loom": 300,
    "bookshelf": 300,
    "lectern": 300,
    "chest": 300,
    "trapped_chest": 300,
    "barrel": 300,
    "composter": 300,
    "jukebox": 300,
    "note_block": 300,
    "daylight_detector": 300,
    "crossbow": 300,
    "wooden_pickaxe": 200,
    "wooden_axe": 200,
    "wooden_shovel": 200,
    "wooden_sword": 200,
    "wooden_hoe": 200,
    "stick": 100,
    "bowl": 100,
    "dead_bush": 100,
    "bamboo": 50,
    "scaffolding": 50,
}
_TAGS = {
    "logs_that_burn": 300,
    "planks": 300,
    "wooden_stairs": 300,
    "wooden_trapdoors": 300,
    "wooden_pressure_plates": 300,
    "wooden_fences": 300,
    "fence_gates": 300,
    "boats": 1200,
    "wooden_doors": 200,
    "signs": 200,
    "wooden_slabs": 150,
    "wool": 100,
    "saplings": 100,
    "wooden_buttons": 100,
    "wool_carpets": 67,
}
MADE_AS_FUEL = ("coal", "coal_block", "charcoal", "stick", "blaze_rod", "lava_bucket", "dried_kelp_block")
"""What is worth making to burn it, besides planks; anything else burns only where it is at hand."""


def burn_times(catalog: Catalog) -> Mapping[ItemId, int]:
    """Return the burning time in ticks of every fuel of the catalog. Crimson and warped wood do not burn."""
    found = _KNOWN.get(catalog)
    if found is None:
        found = _KNOWN[catalog] = _burn_times(catalog)
    return found


_KNOWN: WeakKeyDictionary[Catalog, Mapping[ItemId, int]] = WeakKeyDictionary()


def _burn_times(catalog: Catalog) -> Mapping[ItemId, int]:
    times: dict[ItemId, int] = {}
    for name, ticks in _TAGS.items():
        for member in catalog.tags.get(TagId(f"#minecraft:{name}"), ()):
            if not any(word in member for word in ("crimson", "warped")):
                times[member] = ticks
    for name, ticks in _ITEMS.items():
        item = ItemId(f"minecraft:{name}")
        if item in catalog.items:
            times[item] = ticks
    return times


def uses_of(
    items: Collection[ItemId], recipes: Iterable[Recipe], catalog: Catalog
) -> Iterator[tuple[RecipeId, ItemId]]:
    """Yield each recipe with each of the items that may go into one of its cells, or burn under it."""
    burning = [item for item in items if item in burn_times(catalog)]
    for recipe in recipes if items else ():
        members = {member for cell in recipe.ingredients for member in cell.members}
        yield from ((recipe.id, item) for item in items if item in members)
        if recipe.kind in COOKING:
            yield from ((recipe.id, item) for item in burning if item not in members)


def burns_only(item: ItemId, recipe: Recipe) -> bool:
    """Whether an item is of use to a recipe as fuel alone."""
    return recipe.kind in COOKING and all(item not in cell.members for cell in recipe.ingredients)


def cooking_ticks(recipe: Recipe) -> int:
    """Return the ticks that one item takes; the game's own default where the recipe names none."""
    return recipe.ticks or (200 if recipe.kind is Kind.SMELTING else 100)
