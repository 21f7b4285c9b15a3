'use strict'
// Which clicks do a step: which stacks are taken from, how they are spread over the grid, how results are taken. Pure.
//
// An order is {cells: [{slot, item}], times, result, remainders, button}, result and remainders are stacks; only a
// stonecutter has a button.

const { LAYOUTS } = require('./layouts.cjs')
const { left, right, press, drag } = require('./clicks.cjs')
const { Sheet } = require('./sheet.cjs')
const { counts } = require('./stacks.cjs')
const { Trouble } = require('./trouble.cjs')

/** How a strategy clicks: `drag` and `quick` save clicks, `together` sends all clicks of a phase before it looks. */
const STYLES = {
  burst: { drag: true, quick: true, together: true },
  careful: { drag: false, quick: false, together: false },
  slow: { drag: false, quick: false, together: false }
}

const FULL = 64
const ROUND_TRIP = 12
/** What another filling of the grid is worth, in clicks: it costs two looks at the server. */

/** Plans the whole order from here; throws the Trouble that would come: `missing_items` or `inventory_full`. */
function foresee (model, order, style) {
  lookFor(model, needed(order))
  const batches = []
  for (let rest = order.times, here = model; rest > 0;) {
    const next = batch(here, order, rest, style)
    batches.push(next)
    rest -= next.crafts
    here = next.after
  }
  return batches
}

/** Plans one filling of the grid: steps that place, steps that take, the model after each. */
function batch (model, order, rest, style) {
  const { crafts, sheet } = filling(model, order, rest, style)
  const taken = taking(sheet.model, order, crafts, style)
  return { crafts, place: sheet.steps, placed: sheet.model, take: taken.steps, after: taken.model }
}

/** As many crafts as fit; where stacks can be spread evenly, a number that divides well if it saves clicks in all. */
function filling (model, order, rest, style) {
  const most = Math.min(rest, ...order.cells.map(cell => limit(model, order, cell.item)))
  const even = style.drag ? order.cells.map((_, n) => Math.floor(FULL / (n + 1))) : []
  const sizes = [...new Set([most, ...even])].filter(size => size > 0 && size <= most)
  const ways = sizes.map(crafts => ({ crafts, sheet: filled(model, order, crafts, style) }))
  const price = ({ crafts, sheet }) => (sheet.steps.flatMap(step => step.clicks).length + ROUND_TRIP) / crafts
  return ways.reduce((best, way) => price(way) < price(best) ? way : best)
}

function filled (model, order, crafts, style) {
  const sheet = new Sheet(model)
  for (const item of new Set(order.cells.map(cell => cell.item))) {
    fill(sheet, item, order.cells.filter(cell => cell.item === item).map(cell => cell.slot), crafts, style)
  }
  if (order.button !== undefined) sheet.click(press(order.button))
  return sheet
}

/** Plans taking every result of a filled grid and putting away what remains in it. */
function taking (model, { cells, result, remainders }, crafts, style) {
  const sheet = new Sheet(model)
  const leaves = cells.some(cell => remainders[cell.item])
  if (style.quick && !leaves && sheet.room(result) >= crafts * result.count) {
    sheet.takeAll(result, crafts)
    return sheet
  }
  for (let n = 0; n < crafts; n++) {
    const { cursor } = sheet.model
    if (cursor && cursor.count + result.count > result.max) sheet.deposit()
    sheet.take(result, remainders)
  }
  sheet.putBack()
  return sheet
}

/** How many of an item one cell takes in a batch. What leaves a remainder goes one at a time, so that it stays in its cell. */
function limit (model, order, item) {
  if (order.remainders[item]) return 1
  return sources(model, item)[0]?.held.max ?? 1
}

function needed ({ cells, times }) {
  const need = {}
  for (const { item } of cells) need[item] = (need[item] ?? 0) + times
  return need
}

/** Throws `missing_items` unless the inventory or other slots hold so many plain ones of each item. */
function lookFor (model, need, among = LAYOUTS[model.kind].store) {
  const have = counts(among.map(slot => model.slots[slot]))
  const missing = Object.keys(need).filter(item => need[item] > (have[item] ?? 0)).sort()
  if (missing.length === 0) return
  const said = missing.map(item => `${have[item] ?? 0} of ${need[item]} ${item}`).join(', ')
  throw new Trouble('missing_items', `${among === LAYOUTS[model.kind].store ? 'the inventory' : 'the chest'} holds ${said}`)
}

function sources (model, item, among = LAYOUTS[model.kind].store) {
  const found = among.map(slot => ({ slot, held: model.slots[slot] }))
  return found.filter(({ held }) => held?.plain && held.item === item)
}

/** The smallest stack that suffices, else the largest; among equals the first slot. */
function source (model, item, needed, among) {
  const found = sources(model, item, among)
  const enough = found.filter(({ held }) => held.count >= needed)
  const best = enough.length > 0
    ? enough.reduce((best, next) => next.held.count < best.held.count ? next : best)
    : found.reduce((best, next) => next.held.count > best.held.count ? next : best, found[0])
  if (!best) throw new Trouble('missing_items', `no more ${item} in the inventory`)
  return best.slot
}

/** Plans putting `each` of an item into every cell. */
function fill (sheet, item, cells, each, style) {
  const lacking = new Map(cells.map(slot => [slot, each]))
  while (lacking.size > 0) {
    const needed = [...lacking.values()].reduce((sum, count) => sum + count, 0)
    const from = source(sheet.model, item, needed)
    const ways = [left(from), right(from)].map(pick => pour(sheet.model, pick, new Map(lacking), style))
    const [whole, half] = ways
    const best = half.served === whole.served && half.clicks.length < whole.clicks.length ? half : whole
    for (const click of best.clicks) sheet.click(...click)
    lacking.clear()
    for (const [slot, count] of best.lacking) lacking.set(slot, count)
  }
}

/** What taking one stack (or its larger half) and pouring it over the cells costs, and what is still lacking then. */
function pour (model, pick, lacking, style) {
  const sheet = new Sheet(model)
  const clicks = []
  const click = (...made) => {
    clicks.push(made.map(({ held, ...plain }) => plain))
    sheet.click(...made)
  }
  click(pick)
  let served = 0
  while (sheet.model.cursor && lacking.size > 0) {
    const held = sheet.model.cursor.count
    const { slots, each, how } = next(held, lacking, style)
    click(...how)
    served += each * slots.length
    for (const slot of slots) {
      if (lacking.get(slot) === each) lacking.delete(slot)
      else lacking.set(slot, lacking.get(slot) - each)
    }
  }
  if (sheet.model.cursor) click(left(pick.slot))
  return { clicks, lacking, served }
}

/** The next click of pouring: all into one cell, one drag over many equal cells, or a single item. */
function next (held, lacking, style) {
  const [[slot, count]] = lacking
  if (held <= count) return { slots: [slot], each: held, how: [left(slot)] }
  const equal = [...lacking].filter(([, lack]) => lack === count).map(([cell]) => cell)
  for (let size = Math.min(equal.length, Math.floor(held / count)); style.drag && size > 1; size--) {
    if (Math.floor(held / size) === count && size + 2 < size * count) {
      const slots = equal.slice(0, size)
      return { slots, each: count, how: drag(slots) }
    }
  }
  return { slots: [slot], each: 1, how: [right(slot)] }
}

module.exports = { STYLES, foresee, batch, taking, fill, lookFor, source }
