'use strict'
// How long fuels burn, in ticks of 50 ms (minecraft.wiki, "Smelting"). A furnace smelts an item in 200.

const ITEMS = {
  lava_bucket: 20000,
  coal_block: 16000,
  dried_kelp_block: 4001,
  blaze_rod: 2400,
  coal: 1600,
  charcoal: 1600,
  bow: 300,
  crossbow: 300,
  fishing_rod: 300,
  ladder: 300,
  crafting_table: 300,
  cartography_table: 300,
  fletching_table: 300,
  smithing_table: 300,
  loom: 300,
  bookshelf: 300,
  chiseled_bookshelf: 300,
  lectern: 300,
  composter: 300,
  chest: 300,
  trapped_chest: 300,
  barrel: 300,
  daylight_detector: 300,
  jukebox: 300,
  note_block: 300,
  mangrove_roots: 300,
  bamboo_mosaic: 300,
  bamboo_mosaic_stairs: 300,
  bamboo_mosaic_slab: 150,
  wooden_pickaxe: 200,
  wooden_axe: 200,
  wooden_shovel: 200,
  wooden_hoe: 200,
  wooden_sword: 200,
  stick: 100,
  bowl: 100,
  dead_bush: 100,
  azalea: 100,
  flowering_azalea: 100,
  bamboo: 50,
  scaffolding: 50
}
const TAGS = {
  hanging_signs: 800,
  boats: 1200,
  logs: 300,
  bamboo_blocks: 300,
  planks: 300,
  wooden_stairs: 300,
  wooden_trapdoors: 300,
  wooden_pressure_plates: 300,
  wooden_fences: 300,
  fence_gates: 300,
  banners: 300,
  signs: 200,
  wooden_doors: 200,
  wooden_slabs: 150,
  wooden_buttons: 100,
  saplings: 100,
  wool: 100,
  carpets: 67,
  wool_carpets: 67
}

/** Ticks that one item burns, 0 for what is no fuel. Nether wood does not burn. */
function burnTicks (item, tags) {
  if (item === undefined || item === null || (tags.non_flammable_wood ?? []).includes(item)) return 0
  if (ITEMS[item]) return ITEMS[item]
  const tag = Object.keys(TAGS).find(tag => tags[tag]?.includes(item))
  return tag ? TAGS[tag] : 0
}

module.exports = { burnTicks }
