"""Where each kind of recipe is made, and the window slots it uses there."""

from collections.abc import Iterable
from types import MappingProxyType

from ..recipes.catalog import GRIDS, HEAPS, Kind, Recipe
from ..recipes.ids import ItemId
from .result import Station

HAND_KINDS = frozenset({Kind.SHAPED, Kind.SHAPELESS})
"""What is made in the player's own grid and at a crafting table."""
PLANNED_KINDS = frozenset(set(Kind) - {Kind.SMITHING_TRIM, Kind.BREWING, Kind.IMBUE})
"""What can be planned: a trim and an imbued arrow are no other item, and a brew is told by its components."""
MADE_BY_BOTS = HAND_KINDS | {
    Kind.SMELTING,
    Kind.BLASTING,
    Kind.SMOKING,
    Kind.STONECUTTING,
    Kind.SMITHING,
    Kind.SMITHING_TRANSFORM,
}
"""What a bot can make; the rest gives an item that is told by more than its kind."""
COOKING = MappingProxyType(
    {
        Kind.SMELTING: Station.FURNACE,
        Kind.BLASTING: Station.BLAST_FURNACE,
        Kind.SMOKING: Station.SMOKER,
        Kind.CAMPFIRE_COOKING: Station.CAMPFIRE,
    }
)
FUELLED = frozenset({Station.FURNACE, Station.BLAST_FURNACE, Station.SMOKER})
FUEL_SLOT = 1
_OTHERS = MappingProxyType(
    {
        Kind.STONECUTTING: Station.STONECUTTER,
        Kind.SMITHING: Station.SMITHING_TABLE,
        Kind.SMITHING_TRANSFORM: Station.SMITHING_TABLE,
    }
)
_RESULT_SLOTS = MappingProxyType({Kind.STONECUTTING: 1, Kind.SMITHING: 2, Kind.SMITHING_TRANSFORM: 3})


def kinds_at(stations: Iterable[str]) -> frozenset[Kind]:
    """Return what a bot can make with these stations in reach; it puts any down but a campfire, which breaks when dug.

    >>> [str(kind) for kind in kinds_at(["campfire"]) - kinds_at([])]
    ['campfire_cooking']
    """
    return MADE_BY_BOTS | ({Kind.CAMPFIRE_COOKING} if Station.CAMPFIRE in stations else frozenset())


def station_of(recipe: Recipe) -> Station:
    """Return where the recipe is made: the player's own grid wherever it is large enough."""
    if recipe.kind in GRIDS or recipe.kind in HEAPS:
        small = recipe.fits_inventory_grid or (recipe.kind in GRIDS and _fits_without_edges(recipe))
        return Station.INVENTORY if small else Station.CRAFTING_TABLE
    return COOKING.get(recipe.kind) or _OTHERS[recipe.kind]


def result_slot(recipe: Recipe) -> int:
    """Return the window slot in which the result appears (a campfire has no window: 0, as if it had)."""
    return 2 if recipe.kind in COOKING else _RESULT_SLOTS.get(recipe.kind, 0)


def station_item(station: Station) -> ItemId:
    """Return the item that becomes the station where it is placed."""
    return ItemId(f"minecraft:{station}")


def columns(station: Station) -> int:
    """Return how wide the station's crafting grid is."""
    return 2 if station is Station.INVENTORY else 3


def _fits_without_edges(recipe: Recipe) -> bool:
    """Whether the player's grid is large enough once blank edge rows and columns are cut off."""
    filled = [divmod(place, recipe.width) for place, cell in enumerate(recipe.cells) if cell is not None]
    return all(max(side) - min(side) < columns(Station.INVENTORY) for side in zip(*filled, strict=True))
