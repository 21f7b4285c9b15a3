'use strict'
const test = require('node:test')
const assert = require('node:assert/strict')
const { match, fitsParts } = require('./matcher.cjs')

const planks = ['oak_planks', 'spruce_planks']
const stick = { result: 'stick', count: 4, shape: [[planks], [planks]] }
const stairs = { result: 'stairs', count: 4, shape: [[planks, null, null], [planks, planks, null], [planks, planks, planks]] }
const dye = { result: 'orange_dye', count: 2, parts: [['red_dye'], ['yellow_dye']] }
const _ = null
const [o, s] = planks

test('a shape may lie anywhere in the grid, with members mixed', () => {
  for (const grid of [[o, _, s, _], [_, s, _, o]]) assert.equal(match([stick], grid, 2), stick)
  for (const at of [0, 1, 2, 3, 4, 5]) {
    const grid = new Array(9).fill(null)
    grid[at] = o
    grid[at + 3] = s
    assert.equal(match([stick], grid, 3), stick)
  }
})

test('a shape may be mirrored left to right, never upside down or turned', () => {
  assert.equal(match([stairs], [o, _, _, o, o, _, o, o, o], 3), stairs)
  assert.equal(match([stairs], [_, _, o, _, o, o, o, o, o], 3), stairs)
  assert.equal(match([stairs], [o, o, o, o, o, _, o, _, _], 3), null)
  assert.equal(match([stick], [o, s, _, _], 2), null)
})

test('one item too many or too few is no match', () => {
  assert.equal(match([stick], [o, _, _, _], 2), null)
  assert.equal(match([stick], [o, o, o, _], 2), null)
  assert.equal(match([stick], [_, _, _, _], 2), null)
})

test('a shapeless recipe takes its parts in any order and place', () => {
  assert.equal(match([dye], [_, 'yellow_dye', 'red_dye', _], 2), dye)
  assert.equal(match([dye], ['red_dye', 'red_dye', _, _], 2), null)
})

test('overlapping parts are assigned, not counted', () => {
  assert.equal(fitsParts([['a', 'b'], ['a']], ['a', 'b']), true)
  assert.equal(fitsParts([['a', 'b'], ['a', 'c'], ['a']], ['a', 'b', 'c']), true)
  assert.equal(fitsParts([['a', 'b'], ['a']], ['b', 'b']), false)
})
