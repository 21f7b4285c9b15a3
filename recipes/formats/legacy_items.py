"""1.12's items with variants, and the names that Forge gives vanilla items in the ore dictionary."""

from ..ids import ItemId, TagId

VARIANTS: dict[str, range] = {
    **dict.fromkeys(("wool", "carpet", "stained_glass", "stained_glass_pane", "stained_hardened_clay"), range(16)),
    **dict.fromkeys(("concrete", "concrete_powder", "bed", "banner", "dye"), range(16)),
    **dict.fromkeys(("planks", "sapling", "wooden_slab", "monster_egg", "double_plant", "skull"), range(6)),
    **dict.fromkeys(("log", "leaves", "stonebrick", "fish"), range(4)),
    **dict.fromkeys(("dirt", "sandstone", "red_sandstone", "quartz_block", "prismarine", "anvil"), range(3)),
    **dict.fromkeys(("log2", "leaves2", "sand", "sponge", "cobblestone_wall"), range(2)),
    **dict.fromkeys(("coal", "cooked_fish", "golden_apple"), range(2)),
    "stone": range(7),
    "stone_slab": range(8),
    "stone_slab2": range(1),
    "red_flower": range(9),
    "tallgrass": range(1, 3),
}

DYES = (
    *("Black", "Red", "Green", "Brown", "Blue", "Purple", "Cyan", "LightGray"),
    *("Gray", "Pink", "Lime", "Yellow", "LightBlue", "Magenta", "Orange", "White"),
)

ORES: dict[str, str] = {
    "logWood": "log@* log2@*",
    "plankWood": "planks@*",
    "slabWood": "wooden_slab@*",
    "stairWood": "oak_stairs spruce_stairs birch_stairs jungle_stairs acacia_stairs dark_oak_stairs",
    "fenceWood": "fence spruce_fence birch_fence jungle_fence dark_oak_fence acacia_fence",
    "stickWood": "stick",
    "treeSapling": "sapling@*",
    "treeLeaves": "leaves@* leaves2@*",
    "vine": "vine",
    "ingotIron": "iron_ingot",
    "ingotGold": "gold_ingot",
    "ingotBrick": "brick",
    "ingotBrickNether": "netherbrick",
    "nuggetGold": "gold_nugget",
    "nuggetIron": "iron_nugget",
    "gemDiamond": "diamond",
    "gemEmerald": "emerald",
    "gemQuartz": "quartz",
    "gemPrismarine": "prismarine_shard",
    "gemLapis": "dye@4",
    "dustPrismarine": "prismarine_crystals",
    "dustRedstone": "redstone",
    "dustGlowstone": "glowstone_dust",
    "blockGold": "gold_block",
    "blockIron": "iron_block",
    "blockLapis": "lapis_block",
    "blockDiamond": "diamond_block",
    "blockRedstone": "redstone_block",
    "blockEmerald": "emerald_block",
    "blockQuartz": "quartz_block@*",
    "blockCoal": "coal_block",
    "blockSlime": "slime",
    "blockGlass": "glass stained_glass@*",
    "blockGlassColorless": "glass",
    "paneGlass": "glass_pane stained_glass_pane@*",
    "paneGlassColorless": "glass_pane",
    "cropWheat": "wheat",
    "cropPotato": "potato",
    "cropCarrot": "carrot",
    "cropNetherWart": "nether_wart",
    "sugarcane": "reeds",
    "blockCactus": "cactus",
    "dye": "dye@*",
    "slimeball": "slime_ball",
    "enderpearl": "ender_pearl",
    "bone": "bone",
    "gunpowder": "gunpowder",
    "string": "string",
    "netherStar": "nether_star",
    "leather": "leather",
    "feather": "feather",
    "egg": "egg",
    "paper": "paper",
    "dirt": "dirt@*",
    "grass": "grass",
    "gravel": "gravel",
    "sand": "sand@*",
    "sandstone": "sandstone@* red_sandstone@*",
    "stone": "stone@0",
    "stoneGranite": "stone@1",
    "stoneDiorite": "stone@3",
    "stoneAndesite": "stone@5",
    "cobblestone": "cobblestone",
    "netherrack": "netherrack",
    "obsidian": "obsidian",
    "glowstone": "glowstone",
    "endstone": "end_stone",
    "torch": "torch",
    "workbench": "crafting_table",
    "chest": "chest ender_chest trapped_chest",
    "chestWood": "chest",
    "chestEnder": "ender_chest",
    "chestTrapped": "trapped_chest",
    **{f"dye{name}": f"dye@{number}" for number, name in enumerate(DYES)},
}


def variants(item: str) -> range | None:
    """Return the numbers of an item's variants, None for an item without."""
    return VARIANTS.get(item.removeprefix("minecraft:")) if item.startswith("minecraft:") else None


def ore_tags() -> dict[TagId, tuple[ItemId, ...]]:
    """Return vanilla's part of the ore dictionary as tags, ``#ore:plankWood``."""
    return {TagId(f"#ore:{name}"): tuple(_members(items)) for name, items in ORES.items()}


def _members(items: str) -> list[ItemId]:
    found = []
    for item in items.split():
        name, _, number = item.partition("@")
        numbers = VARIANTS[name] if number == "*" else [int(number)] if number else [None]
        found += [ItemId(f"minecraft:{name}" + ("" if one is None else f"@{one}")) for one in numbers]
    return found
