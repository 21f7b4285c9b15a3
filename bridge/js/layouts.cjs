'use strict'
// The slots of each kind of window, by the protocol's own numbers, and which window is of which kind.

const INVENTORY = 36

const range = (from, to) => Array.from({ length: to - from }, (_, n) => from + n)

/** A window of `cells` own slots with the inventory behind them: three main rows, then the hotbar. */
const over = (cells, own) => ({ makes: false, result: null, grid: [], ...own, store: range(cells, cells + INVENTORY), hotbar: range(cells + 27, cells + INVENTORY) })

/** An order fills `grid`; `result` is where things come out, and taking them there `makes` them or they lie there made. */
const LAYOUTS = {
  inventory: over(9, { makes: true, result: 0, grid: range(1, 5) }),
  crafting_table: over(10, { makes: true, result: 0, grid: range(1, 10) }),
  stonecutter: over(2, { makes: true, result: 1, grid: [0] }),
  smithing_table: over(4, { makes: true, result: 3, grid: [0, 1, 2] }),
  smithing_table_without_template: over(3, { makes: true, result: 2, grid: [0, 1] }),
  furnace: over(3, { result: 2, grid: [0, 1, 2] }),
  blast_furnace: over(3, { result: 2, grid: [0, 1, 2] }),
  smoker: over(3, { result: 2, grid: [0, 1, 2] })
}
const KINDS = {
  'minecraft:inventory': 'inventory',
  'minecraft:crafting': 'crafting_table',
  'minecraft:crafting_table': 'crafting_table',
  'minecraft:stonecutter': 'stonecutter',
  'minecraft:smithing': 'smithing_table',
  'minecraft:furnace': 'furnace',
  'minecraft:blast_furnace': 'blast_furnace',
  'minecraft:smoker': 'smoker'
}
/** Chests and barrels of any size keep things, and have neither grid nor result. */
const CHESTS = /^minecraft:(chest|container|shulker_box|generic_9x[1-6])$/
const SMITHING_WITHOUT_TEMPLATE = 3 + INVENTORY

/** The kind of a window by its type and how many slots the server filled, or null for one that hands cannot use. */
function kindOf (type, slots) {
  if (CHESTS.test(type)) return chest(slots - INVENTORY)
  if (type === 'minecraft:smithing' && slots === SMITHING_WITHOUT_TEMPLATE) return 'smithing_table_without_template'
  return KINDS[type] ?? null
}

function chest (cells) {
  const kind = `chest_${cells}`
  LAYOUTS[kind] ??= over(cells, { cells: range(0, cells) })
  return kind
}

module.exports = { LAYOUTS, INVENTORY, kindOf }
