'use strict'
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { ofMineflayer } = require('./packages.cjs')
const { stack, counts, difference } = require('./stacks.cjs')

function items (version) {
  const registry = ofMineflayer('prismarine-registry')(version)
  const Item = ofMineflayer('prismarine-item')(registry)
  return (name, count = 1, nbt = null) => new Item(registry.itemsByName[name].id, count, null, nbt)
}
const damage = value => ({ type: 'compound', name: '', value: { Damage: { type: 'int', value } } })

test('a fresh tool is plain, a worn one is not, and they do not stack', () => {
  const item = items('1.20.4')
  const [fresh, untouched, worn] = [damage(0), null, damage(3)].map(nbt => stack(item('wooden_pickaxe', 1, nbt)))
  assert.deepEqual([fresh.plain, untouched.plain, worn.plain], [true, true, false])
  assert.equal(fresh.key, untouched.key)
  assert.notEqual(fresh.key, worn.key)
})

test('from 1.20.5 on components tell a plain stack', () => {
  const item = items('1.21.1')
  const named = item('stick', 3)
  named.components = [{ type: 'custom_name', data: 'wand' }]
  const whole = item('wooden_pickaxe')
  whole.components = [{ type: 'damage', data: 0 }]
  assert.deepEqual([stack(item('stick', 3)).plain, stack(named).plain, stack(whole).plain], [true, false, true])
})

test('numbers beyond doubles in a stack do not break it', () => {
  const named = { type: 'compound', name: '', value: { big: { type: 'long', value: 12345678901234567890n } } }
  assert.equal(stack(items('1.20.4')('stick', 1, named)).plain, false)
})

test('only plain items are counted', () => {
  const item = items('1.20.4')
  const held = [item('stick', 3), item('stick', 4), item('stick', 9, damage(1)), null].map(stack)
  assert.deepEqual(counts(held), { 'minecraft:stick': 7 })
})

test('a difference leaves out what did not change', () => {
  assert.deepEqual(difference({ a: 3, b: 1, d: 2 }, { a: 1, c: 4, d: 2 }), { a: -2, b: -1, c: 4 })
})
