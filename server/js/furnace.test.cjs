'use strict'
const test = require('node:test')
const assert = require('node:assert/strict')
const { furnace, tick, properties } = require('./furnace.cjs')
const { Rules } = require('./rules.cjs')

const rules = new Rules('1.20.4')

function burning (kind, input, fuel, output = null) {
  const block = furnace(kind)
  block.cells = [input, fuel, output]
  return block
}

function pass (block, ticks) { for (let at = 0; at < ticks; at++) tick(block, rules) }

test('a furnace cooks an item in 200 ticks, others in 100', () => {
  for (const [kind, ticks] of [['furnace', 200], ['blast_furnace', 100]]) {
    const block = burning(kind, { item: 'iron_ore', count: 2 }, { item: 'coal', count: 1 })
    pass(block, ticks - 1)
    assert.equal(block.cells[2], null)
    pass(block, 1)
    assert.deepEqual(block.cells, [{ item: 'iron_ore', count: 1 }, null, { item: 'iron_ingot', count: 1 }])
  }
})

test('one coal cooks eight, a plank one and a half', () => {
  const coal = burning('furnace', { item: 'sand', count: 20 }, { item: 'coal', count: 1 })
  pass(coal, 3000)
  assert.deepEqual(coal.cells, [{ item: 'sand', count: 12 }, null, { item: 'glass', count: 8 }])
  const planks = burning('furnace', { item: 'sand', count: 20 }, { item: 'oak_planks', count: 2 })
  pass(planks, 3000)
  assert.deepEqual(planks.cells, [{ item: 'sand', count: 17 }, null, { item: 'glass', count: 3 }])
})

test('nothing burns for what cannot be cooked or has no room', () => {
  for (const block of [
    burning('smoker', { item: 'iron_ore', count: 1 }, { item: 'coal', count: 1 }),
    burning('furnace', { item: 'iron_ore', count: 1 }, { item: 'coal', count: 1 }, { item: 'glass', count: 1 }),
    burning('furnace', { item: 'iron_ore', count: 1 }, { item: 'coal', count: 1 }, { item: 'iron_ingot', count: 64 }),
    burning('furnace', null, { item: 'coal', count: 1 })
  ]) {
    pass(block, 300)
    assert.deepEqual(block.cells[1], { item: 'coal', count: 1 })
  }
})

test('a lava bucket leaves its bucket, and a wet sponge fills one', () => {
  const lava = burning('furnace', { item: 'sand', count: 1 }, { item: 'lava_bucket', count: 1 })
  pass(lava, 1)
  assert.deepEqual(lava.cells[1], { item: 'bucket', count: 1 })
  const sponge = burning('furnace', { item: 'wet_sponge', count: 1 }, { item: 'coal', count: 1 })
  pass(sponge, 10)
  sponge.cells[1] = { item: 'bucket', count: 1 }
  pass(sponge, 190)
  assert.deepEqual(sponge.cells, [null, { item: 'water_bucket', count: 1 }, { item: 'sponge', count: 1 }])
})

test('another input starts from the beginning, and bars tell how far it is', () => {
  const block = burning('furnace', { item: 'sand', count: 1 }, { item: 'coal', count: 1 })
  pass(block, 150)
  assert.deepEqual(properties(block), [1600 - 149, 1600, 150, 200])
  block.cells[0] = { item: 'iron_ore', count: 1 }
  pass(block, 1)
  assert.equal(block.progress, 1)
})

test('progress is lost slowly when the fire is out', () => {
  const block = burning('furnace', { item: 'sand', count: 1 }, { item: 'stick', count: 1 })
  pass(block, 110)
  assert.ok(block.progress < 100 && block.progress > 70, String(block.progress))
  assert.equal(block.cells[2], null)
})

test('a refused recipe does not cook', () => {
  const refusing = new Rules('1.20.4')
  refusing.refused = [{ result: 'glass' }]
  const block = burning('furnace', { item: 'sand', count: 1 }, { item: 'coal', count: 1 })
  for (let at = 0; at < 300; at++) tick(block, refusing)
  assert.deepEqual(block.cells, [{ item: 'sand', count: 1 }, { item: 'coal', count: 1 }, null])
})
