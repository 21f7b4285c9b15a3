"""What it costs to gather a thing, where nothing at hand makes it: the table behind "missing".

Units are tenths of a common block. An item is gathered when no recipe makes it out of other things (``COMMON``
unless the table says more), and when people gather it although a recipe exists (coal is mined, not smelted).
Where items only make each other (nugget, ingot, block), all of them can be gathered, at prices such that ingots are
asked for: a nugget costs a third of an ingot, a block a little more than its nine.
"""

from ..recipes.ids import ItemId

COMMON = 10
_GATHERED = {
    "coal": 8,
    "bamboo": 10,
    "raw_iron": 10,
    "raw_copper": 10,
    "raw_gold": 20,
    "redstone": 10,
    "lapis_lazuli": 10,
    "quartz": 10,
    "diamond": 40,
    "emerald": 40,
    "leather": 10,
    "white_wool": 12,
    "clay_ball": 6,
    "snowball": 4,
    "string": 10,
    "egg": 10,
    "honeycomb": 12,
    "honey_bottle": 40,
    "cobblestone": 10,
    "cobbled_deepslate": 12,
    "blackstone": 12,
    "stripped_bamboo_block": 90,
    "lava_bucket": 150,
    "water_bucket": 130,
    "milk_bucket": 135,
    "melon_slice": 8,
    "wheat": 9,
    "amethyst_shard": 12,
    "prismarine_shard": 15,
    "resin_clump": 12,
    "ink_sac": 12,
    "nether_star": 5000,
    "dragon_egg": 9000,
    "dragon_breath": 300,
    "ancient_debris": 200,
    "heart_of_the_sea": 500,
    "echo_shard": 200,
    "totem_of_undying": 500,
    "elytra": 1000,
    "heavy_core": 1000,
    "breeze_rod": 50,
    "shulker_shell": 100,
    "blaze_rod": 30,
    "ghast_tear": 50,
    "ender_pearl": 30,
    "wither_skeleton_skull": 500,
    "netherite_upgrade_smithing_template": 500,
}
"""Prices of what is gathered although something makes it, or is dearer or cheaper than a common block."""
_PREFIXES = (("stripped_", 12), ("infested_", 200))
_SUFFIXES = (
    ("_ore", 60),
    ("_armor_trim_smithing_template", 400),
    ("_smithing_template", 500),
    ("_skull", 500),
    ("_head", 500),
    ("_banner_pattern", 200),
    ("_horse_armor", 100),
    ("_spawn_egg", 10000),
)
_NEVER = frozenset({"barrier", "bedrock", "command_block", "structure_block", "light", "debug_stick"})
INGOT = 12
NUGGET = 4
AVOIDED = 1000
"""The price of what could be made, if its recipes were not avoided."""
NOWHERE = 100_000
"""The price of what survival players never get."""


def gathered(item: ItemId) -> int | None:
    """Return the price of an item that people gather although recipes make it; None for the others."""
    return _GATHERED.get(item.removeprefix("minecraft:"))


def price(item: ItemId) -> int:
    """Return the price of an item that no recipe makes out of other things."""
    name = item.removeprefix("minecraft:")
    if name in _GATHERED:
        return _GATHERED[name]
    if name in _NEVER:
        return NOWHERE
    if name in {"iron_ore", "gold_ore"}:
        return 25
    for prefix, dear in _PREFIXES:
        if name.startswith(prefix):
            return dear
    return next((dear for suffix, dear in _SUFFIXES if name.endswith(suffix)), COMMON)


def cycle_price(item: ItemId, packed: int) -> int:
    """Return the price of an item that only makes, and is only made of, its own kind.

    ``packed`` is how many units of the smallest non-nugget form it holds: 1 for an ingot, 9 for its block.
    """
    name = item.removeprefix("minecraft:")
    base = gathered(item)
    if name.endswith("_nugget"):
        return NUGGET
    if base is not None:
        return base
    return INGOT * packed + (1 if packed > 1 else 0)
