'use strict'
// A furnace, blast furnace or smoker: input, fuel, output, and what one tick of 50 ms does to them. Pure.

const { stack } = require('./stacks.cjs')
const { container } = require('./menu.cjs')

const [INPUT, FUEL, OUTPUT] = [0, 1, 2]
/** The protocol's numbers for a furnace window's properties. */
const PROPERTIES = ['lit', 'litTotal', 'progress', 'total']

function furnace (kind) { return { ...container(kind), lit: 0, litTotal: 0, progress: 0, total: 200, cooking: null } }

/** Lets one tick pass; returns whether anything changed. */
function tick (block, rules) {
  const before = JSON.stringify(block)
  const [input, fuel] = block.cells
  if (block.cooking !== (input?.item ?? null)) Object.assign(block, { cooking: input?.item ?? null, progress: 0 })
  const recipe = input ? rules.cooks(block.kind, input.item) : null
  if (block.lit > 0) block.lit--
  const fits = recipe !== null && room(block.cells[OUTPUT], recipe, rules)
  if (block.lit === 0 && fits && fuel) light(block, fuel, rules)
  if (block.lit > 0 && fits) cook(block, recipe)
  else if (block.lit > 0 || !input) block.progress = 0
  else block.progress = Math.max(0, block.progress - 2)
  return JSON.stringify(block) !== before
}

function room (output, recipe, rules) {
  return !output || (output.item === recipe.result && output.count < rules.stackSize(recipe.result))
}

function light (block, fuel, rules) {
  const ticks = rules.burnTicks(fuel.item)
  if (ticks === 0) return
  block.lit = block.litTotal = block.kind === 'furnace' ? ticks : Math.floor(ticks / 2)
  const remainder = rules.remainder(fuel.item)
  block.cells[FUEL] = stack(fuel.item, fuel.count - 1) ?? (remainder && stack(remainder, 1))
}

function cook (block, recipe) {
  block.total = recipe.ticks
  if (++block.progress < block.total) return
  block.progress = 0
  const { item, count } = block.cells[INPUT]
  block.cells[OUTPUT] = stack(recipe.result, (block.cells[OUTPUT]?.count ?? 0) + 1)
  if (item === 'wet_sponge' && block.cells[FUEL]?.item === 'bucket') block.cells[FUEL] = stack('water_bucket', 1)
  block.cells[INPUT] = stack(item, count - 1)
}

function properties (block) { return PROPERTIES.map(name => block[name]) }

module.exports = { furnace, tick, properties }
