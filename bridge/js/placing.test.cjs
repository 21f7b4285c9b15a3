'use strict'
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { STYLES, foresee, batch } = require('./placing.cjs')
const { LAYOUTS } = require('./layouts.cjs')

const MAX = { pickaxe: 1, milk: 1, egg: 16 }
const stack = (item, count, plain = true) => ({ item, count, max: MAX[item] ?? 64, plain, key: plain ? item : `${item}named` })
const model = (kind, held) => {
  const slots = new Array(46).fill(null)
  for (const [slot, found] of Object.entries(held)) slots[slot] = found
  return { kind, slots, cursor: null }
}
const order = (cells, times, result, remainders = {}) => ({
  cells: Object.entries(cells).map(([slot, item]) => ({ slot: Number(slot), item })), times, result, remainders
})
const total = ({ slots, cursor }) => {
  const sum = {}
  for (const held of [...slots.slice(1), cursor]) if (held) sum[held.key] = (sum[held.key] ?? 0) + held.count
  return sum
}
const clicks = batches => batches.flatMap(({ place, take }) => [...place, ...take]).flatMap(step => step.clicks)

test('planks for twelve logs are one filling of the grid, three clicks in a burst', () => {
  const batches = foresee(model('inventory', { 36: stack('log', 12) }), order({ 1: 'log' }, 12, stack('planks', 4)), STYLES.burst)
  assert.equal(batches.length, 1)
  assert.deepEqual(clicks(batches).map(({ slot, button, mode }) => [slot, button, mode]), [[36, 0, 0], [1, 0, 0], [0, 0, 1]])
  assert.deepEqual(total(batches[0].after), { planks: 48 })
})

test('the careful way takes result by result and shows an empty cursor in the end', () => {
  const [{ crafts, take, after }] = foresee(model('inventory', { 36: stack('log', 12) }), order({ 1: 'log' }, 12, stack('planks', 4)), STYLES.careful)
  assert.equal(crafts, 12)
  assert.equal(take.filter(step => step.takes).length, 12)
  assert.equal(after.cursor, null)
})

test('stacks are spread by one drag where the numbers allow it', () => {
  const [{ place, placed }] = foresee(model('crafting_table', { 37: stack('planks', 64) }), order({ 1: 'planks', 4: 'planks' }, 16, stack('stick', 4)), STYLES.burst)
  assert.deepEqual(place.flatMap(step => step.clicks).map(({ slot, button, mode }) => [slot, button, mode]),
    [[37, 1, 0], [-999, 0, 5], [1, 1, 5], [4, 1, 5], [-999, 2, 5]])
  assert.deepEqual([placed.slots[1].count, placed.slots[4].count, placed.slots[37].count], [16, 16, 32])
})

test('a missing item is named with how many are there', () => {
  assert.throws(() => foresee(model('inventory', { 36: stack('log', 2) }), order({ 1: 'log' }, 3, stack('planks', 4)), STYLES.careful),
    error => error.code === 'missing_items' && error.message.includes('2 of 3 log'))
})

test('a stack that carries more than its kind is never an ingredient', () => {
  assert.throws(() => foresee(model('inventory', { 36: stack('log', 5, false) }), order({ 1: 'log' }, 1, stack('planks', 4)), STYLES.careful),
    { code: 'missing_items' })
})

test('a full inventory is foreseen, and one that empties a slot in time is not refused', () => {
  const full = count => Object.fromEntries(LAYOUTS.inventory.store.map(slot => [slot, slot === 20 ? stack('log', count) : stack('dirt', 64)]))
  assert.throws(() => foresee(model('inventory', full(2)), order({ 1: 'log' }, 1, stack('planks', 4)), STYLES.burst), { code: 'inventory_full' })
  const [{ after }] = foresee(model('inventory', full(1)), order({ 1: 'log' }, 1, stack('planks', 4)), STYLES.burst)
  assert.deepEqual(after.slots[20], stack('planks', 4))
})

test('what leaves a remainder is crafted one at a time and the remainders come back', () => {
  const cells = { 1: 'milk', 2: 'milk', 3: 'milk', 4: 'sugar', 5: 'egg', 6: 'sugar', 7: 'wheat', 8: 'wheat', 9: 'wheat' }
  const held = Object.fromEntries([0, 1, 2, 3, 4, 5].map(n => [10 + n, stack('milk', 1)]))
  const start = model('crafting_table', { ...held, 20: stack('sugar', 4), 21: stack('egg', 2), 22: stack('wheat', 6) })
  const bucket = { item: 'bucket', count: 1, max: 16, plain: true, key: 'bucket' }
  const batches = foresee(start, order(cells, 2, stack('cake', 1), { milk: bucket }), STYLES.burst)
  assert.deepEqual(batches.map(({ crafts }) => crafts), [1, 1])
  assert.deepEqual(total(batches[1].after), { bucket: 6, cake: 2 })
})

test('nothing is lost or made up, whatever is crafted from whatever lies where, and both ways end alike', () => {
  let seed = 7
  const random = below => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % below }
  for (let round = 0; round < 400; round++) {
    const kind = random(2) ? 'inventory' : 'crafting_table'
    const { grid, store } = LAYOUTS[kind]
    const start = model(kind, Object.fromEntries(store.filter(() => random(3)).map(slot => [slot, stack('abc'[random(3)], 1 + random(64))])))
    const cells = Object.fromEntries(grid.filter(() => random(2)).map(slot => [slot, 'abc'[random(3)]]))
    if (Object.keys(cells).length === 0) continue
    const wanted = order(cells, 1 + random(40), stack('made', 1 + random(4)))
    for (const style of Object.values(STYLES)) {
      let batches
      try { batches = foresee(start, wanted, style) } catch (error) {
        assert.ok(['missing_items', 'inventory_full'].includes(error.code), error.stack)
        continue
      }
      const end = batches.at(-1).after
      const expected = total(start)
      for (const { item } of wanted.cells) expected[item] -= wanted.times
      for (const item of Object.keys(expected)) if (expected[item] === 0) delete expected[item]
      assert.deepEqual(total(end), { ...expected, made: wanted.times * wanted.result.count })
      assert.ok(grid.every(slot => end.slots[slot] === null) && end.cursor === null)
    }
  }
})

test('forty chests are split where stacks divide well', () => {
  const cells = Object.fromEntries([1, 2, 3, 4, 6, 7, 8, 9].map(slot => [slot, 'planks']))
  const held = Object.fromEntries([10, 11, 12, 13, 14].map(slot => [slot, stack('planks', 64)]))
  const batches = foresee(model('crafting_table', held), order(cells, 40, stack('chest', 1)), STYLES.burst)
  assert.deepEqual(batches.map(({ crafts }) => crafts), [32, 8])
  assert.ok(clicks(batches).length < 50, `${clicks(batches).length} clicks`)
})

test('a batch fills no cell beyond its stack size', () => {
  const held = Object.fromEntries([10, 11, 12].map(slot => [slot, stack('egg', 16)]))
  const { crafts } = batch(model('crafting_table', held), order({ 1: 'egg' }, 40, stack('made', 1)), 40, STYLES.burst)
  assert.equal(crafts, 16)
})
