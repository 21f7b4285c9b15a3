'use strict'

const { test } = require('node:test')
const assert = require('node:assert')
const { Conditions } = require('./conditions.cjs')

test('a mishap is due at its click, counted from when it was set', () => {
  const conditions = new Conditions()
  conditions.due()
  conditions.set({ mishaps: [{ op: 'kick', after: 2 }] })
  assert.deepStrictEqual([1, 2, 3].map(() => conditions.due().length), [0, 1, 0])
})

test('mishaps by chance strike at the same clicks for the same seed', () => {
  const struck = seed => {
    const conditions = new Conditions()
    conditions.set({ seed, mishaps: [{ op: 'kick', chance: 0.3 }] })
    return Array.from({ length: 40 }, () => conditions.due().length).join('')
  }
  assert.match(struck(5), /1.*0|0.*1/)
  assert.strictEqual(struck(5), struck(5))
  assert.notStrictEqual(struck(5), struck(6))
})

test('a condition of the wrong kind sets nothing', () => {
  const conditions = new Conditions()
  assert.throws(() => conditions.set({ lag: 5, silent: 1 }), /silent is a boolean/)
  assert.strictEqual(conditions.lag, 0)
})
