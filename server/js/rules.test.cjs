'use strict'

const { test } = require('node:test')
const assert = require('node:assert')
const { Rules } = require('./rules.cjs')

const STICK = ['oak_planks', null, 'oak_planks', null]
const made = (rules, grid = STICK) => rules.match(grid, 2)?.item ?? null

test('a disabled recipe makes nothing until it is enabled, and others go on', () => {
  const rules = new Rules('1.20.4')
  rules.disable('minecraft:stick', true)
  rules.disable('stick', true)
  assert.strictEqual(made(rules), null)
  assert.strictEqual(made(rules, ['oak_log', null, null, null]), 'oak_planks')
  rules.disable('stick', false)
  assert.strictEqual(made(rules), 'stick')
  assert.throws(() => rules.disable('stikc', true), /no recipe stikc/)
})

test('a tag that changes takes the recipes with it, again and again, and a scenario forgets it', () => {
  const rules = new Rules('1.20.4')
  rules.change({ members: { planks: ['dirt'] }, without: { planks: ['oak_planks'] } })
  assert.strictEqual(made(rules), null)
  assert.strictEqual(made(rules, ['dirt', null, 'spruce_planks', null]), 'stick')
  rules.change({ members: { planks: ['oak_planks'] } })
  assert.strictEqual(made(rules), 'stick')
  assert.strictEqual(made(rules, ['dirt', null, 'oak_planks', null]), 'stick')
  rules.patch({})
  assert.strictEqual(made(rules, ['dirt', null, 'oak_planks', null]), null)
})
