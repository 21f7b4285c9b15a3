'use strict'
const test = require('node:test')
const assert = require('node:assert/strict')
const { Matcher, trimmed, fitsParts } = require('./matcher.cjs')

const planks = ['oak_planks', 'spruce_planks']
const stick = { result: 'stick', count: 4, shape: [[planks], [planks]] }
const stairs = { result: 'stairs', count: 4, shape: [[planks, null, null], [planks, planks, null], [planks, planks, planks]] }
const dye = { result: 'orange_dye', count: 2, parts: [['red_dye'], ['yellow_dye']] }
const _ = null
const [o, s] = planks

function match (recipes, grid, width) { return new Matcher(recipes).match(grid, width) }

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

test('assignment agrees with trying all orders', () => {
  const random = numbers(3)
  const letters = ['a', 'b', 'c', 'd']
  const some = () => letters.filter(() => random(2) === 0)
  for (let round = 0; round < 2000; round++) {
    const size = 1 + random(4)
    const parts = Array.from({ length: size }, some)
    const items = Array.from({ length: size }, () => letters[random(4)])
    const possible = orders(items).some(order => order.every((item, at) => parts[at].includes(item)))
    assert.equal(fitsParts(parts, items), possible, JSON.stringify([parts, items]))
  }
})

test('nine equal parts with many alternatives are assigned at once', () => {
  const many = Array.from({ length: 40 }, (_, at) => `item${at}`)
  const parts = Array.from({ length: 9 }, () => many)
  assert.equal(fitsParts(parts, many.slice(0, 9)), true)
  assert.equal(fitsParts(parts, [...many.slice(0, 8), 'other']), false)
})

test('a filled rectangle is found wherever it lies', () => {
  assert.deepEqual(trimmed([_, _, _, _, o, _, _, s, _], 3), [[o], [s]])
  assert.deepEqual(trimmed([o, _, _, _, _, _, _, _, s], 3), [[o, _, _], [_, _, _], [_, _, s]])
  assert.equal(trimmed([_, _, _, _], 2), null)
})

test('a three wide shape is not made in a two by two grid', () => {
  assert.equal(match([stairs], [o, _, o, o], 2), null)
})

function orders (items) {
  if (items.length < 2) return [items]
  return items.flatMap((item, at) => orders([...items.slice(0, at), ...items.slice(at + 1)]).map(rest => [item, ...rest]))
}

function numbers (seed) {
  return below => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % below }
}
