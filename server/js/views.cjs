'use strict'
// How windows number their slots, and where a shift-click moves things: the game's own numbers and order.
//
// A view is {kind, cells, inputs, result, output, width, kept, main, hotbar, places}. `places` maps a window slot to
// [store, index], where the store `slots` is the player's own 46 and `cells` is the opened container's.
// `result` is a slot that only shows what the inputs would make; `output` is one that holds things but takes none.

const { range } = require('./stacks.cjs')

const ARMOUR = { 5: /_helmet$|_skull$|_head$|^carved_pumpkin$/, 6: /_chestplate$|^elytra$/, 7: /_leggings$/, 8: /_boots$/ }
const OFF_HAND = 45
const OWN_MAIN = range(9, 36)
const OWN_HOTBAR = range(36, 45)

const KINDS = {
  crafting: { cells: 10, inputs: range(1, 10), result: 0, width: 3 },
  furnace: { cells: 3, output: 2, kept: true },
  blast_furnace: { cells: 3, output: 2, kept: true },
  smoker: { cells: 3, output: 2, kept: true },
  stonecutter: { cells: 2, inputs: [0], result: 1 },
  smithing: { cells: 4, inputs: [0, 1, 2], result: 3 },
  smithing_without_template: { cells: 3, inputs: [0, 1], result: 2 },
  chest: { cells: 27, kept: true }
}
const FURNACES = ['furnace', 'blast_furnace', 'smoker']

const INVENTORY = {
  kind: 'inventory',
  cells: 0,
  inputs: range(1, 5),
  result: 0,
  output: null,
  width: 2,
  kept: false,
  main: OWN_MAIN,
  hotbar: OWN_HOTBAR,
  places: range(0, 46).map(slot => ['slots', slot])
}

const VIEWS = Object.fromEntries([['inventory', INVENTORY], ...Object.keys(KINDS).map(kind => [kind, containerView(kind)])])

function containerView (kind) {
  const { cells, inputs = [], result = null, output = null, width = 0, kept = false } = KINDS[kind]
  return {
    kind,
    cells,
    inputs,
    result,
    output,
    width,
    kept,
    main: range(cells, cells + 27),
    hotbar: range(cells + 27, cells + 36),
    places: [...range(0, cells).map(cell => ['cells', cell]), ...[...OWN_MAIN, ...OWN_HOTBAR].map(slot => ['slots', slot])]
  }
}

/** The lists of slots that a shift-click on `slot` tries, the first that takes anything wins. */
function quickTargets (view, slot, item, rules, get) {
  const { main, hotbar, inputs } = view
  const own = [...main, ...hotbar]
  const other = main.includes(slot) ? hotbar : main
  if (slot === view.result || slot === view.output) return [[...own].reverse()]
  if (view.kind === 'inventory') return inventoryTargets(slot, item, own, other, inputs, get)
  if (slot < view.cells) return [view.kind === 'chest' ? [...own].reverse() : own]
  if (view.kind === 'chest') return [range(0, view.cells)]
  if (FURNACES.includes(view.kind)) return [rules.cooks(view.kind, item) ? [0] : rules.burnTicks(item) > 0 ? [1] : other]
  if (view.kind === 'stonecutter') return [rules.cuts(item).length > 0 ? [0] : other]
  return [inputs, other]
}

function inventoryTargets (slot, item, own, other, inputs, get) {
  if (inputs.includes(slot) || slot in ARMOUR || slot === OFF_HAND) return [own]
  const armour = Object.keys(ARMOUR).map(Number).find(place => ARMOUR[place].test(item) && !get(place))
  if (armour !== undefined) return [[armour]]
  if (item === 'shield' && !get(OFF_HAND)) return [[OFF_HAND]]
  return [other]
}

/** Whether a window slot takes an item from a hand. */
function accepts (view, slot, item, rules) {
  if (slot === view.result || slot === view.output) return false
  if (view.kind === 'inventory' && slot in ARMOUR) return ARMOUR[slot].test(item)
  if (FURNACES.includes(view.kind) && slot === 1) return rules.burnTicks(item) > 0 || item === 'bucket'
  if (view.kind === 'smithing' && slot < 3) return rules.smiths(slot, item)
  return true
}

/** How many of an item a window slot holds at most. */
function limit (view, slot, item, rules) {
  const single = (view.kind === 'inventory' && slot in ARMOUR) || (FURNACES.includes(view.kind) && slot === 1 && item === 'bucket')
  return single ? 1 : rules.stackSize(item)
}

module.exports = { VIEWS, OFF_HAND, OWN_MAIN, OWN_HOTBAR, FURNACES, quickTargets, accepts, limit }
