'use strict'
const test = require('node:test')
const assert = require('node:assert/strict')
const { Menu, container } = require('./menu.cjs')
const { click, OUTSIDE } = require('./clicks.cjs')
const { Rules } = require('./rules.cjs')

const rules = new Rules('1.20.4')
const [LEFT, RIGHT] = [0, 1]
const [PICK, SHIFT, SWAP, DROP, DRAG, COLLECT] = [0, 1, 2, 4, 5, 6]

function menuOf (held, opened = null) {
  const menu = new Menu(rules)
  if (opened) menu.open(container(opened))
  for (const [slot, item, count] of held) menu.set(slot, { item, count })
  return menu
}

function at (menu, ...slots) { return slots.map(slot => menu.get(slot) ? `${menu.get(slot).count} ${menu.get(slot).item}` : null) }

function drag (menu, right, slots) {
  const button = right ? 4 : 0
  click(menu, OUTSIDE, button, DRAG)
  for (const slot of slots) click(menu, slot, button + 1, DRAG)
  click(menu, OUTSIDE, button + 2, DRAG)
}

test('a right click takes the larger half and lays one', () => {
  const menu = menuOf([[9, 'dirt', 7]])
  click(menu, 9, RIGHT, PICK)
  assert.deepEqual([menu.cursor.count, ...at(menu, 9)], [4, '3 dirt'])
  click(menu, 10, RIGHT, PICK)
  assert.deepEqual([menu.cursor.count, ...at(menu, 10)], [3, '1 dirt'])
})

test('a left click on the same fills the stack, on another exchanges', () => {
  const menu = menuOf([[9, 'egg', 10], [10, 'egg', 9], [11, 'dirt', 1]])
  click(menu, 9, LEFT, PICK)
  click(menu, 10, LEFT, PICK)
  assert.deepEqual([menu.cursor.count, ...at(menu, 10)], [3, '16 egg'])
  click(menu, 11, LEFT, PICK)
  assert.deepEqual([menu.cursor.item, ...at(menu, 11)], ['dirt', '3 egg'])
})

test('clicks outside drop the cursor or one of it', () => {
  const menu = menuOf([[9, 'dirt', 7]])
  click(menu, 9, LEFT, PICK)
  click(menu, OUTSIDE, RIGHT, PICK)
  click(menu, OUTSIDE, LEFT, PICK)
  assert.deepEqual([menu.dropped, menu.cursor], [[{ item: 'dirt', count: 1 }, { item: 'dirt', count: 6 }], null])
})

test('shift moves between main and hotbar, and out of the grid', () => {
  const menu = menuOf([[9, 'dirt', 7], [36, 'egg', 2], [1, 'stick', 3]])
  for (const slot of [9, 36, 1]) click(menu, slot, LEFT, SHIFT)
  assert.deepEqual(at(menu, 37, 9, 10, 1), ['7 dirt', '2 egg', '3 stick', null])
})

test('shift dresses the player and gives the shield into the other hand', () => {
  const menu = menuOf([[9, 'iron_helmet', 1], [10, 'iron_boots', 1], [11, 'shield', 1], [12, 'iron_boots', 1]])
  for (const slot of [9, 10, 11, 12]) click(menu, slot, LEFT, SHIFT)
  assert.deepEqual(at(menu, 5, 8, 45, 36), ['1 iron_helmet', '1 iron_boots', '1 shield', '1 iron_boots'])
  click(menu, 45, LEFT, SHIFT)
  assert.deepEqual(at(menu, 45, 9), [null, '1 shield'])
})

test('armour slots take only what is worn there', () => {
  const menu = menuOf([[9, 'dirt', 7]])
  click(menu, 9, LEFT, PICK)
  click(menu, 5, LEFT, PICK)
  assert.deepEqual([...at(menu, 5), menu.cursor.count], [null, 7])
})

test('at a table shift fills the grid first, then the other half of the inventory', () => {
  const menu = menuOf([[10, 'dirt', 64]], 'crafting')
  for (let cell = 1; cell < 10; cell++) menu.set(cell, { item: 'stick', count: 1 })
  click(menu, 10, LEFT, SHIFT)
  assert.deepEqual(at(menu, 37), ['64 dirt'])
  menu.set(5, null)
  click(menu, 37, LEFT, SHIFT)
  assert.deepEqual(at(menu, 5, 37), ['64 dirt', null])
})

test('a shift-click on a result says what the game returns: nothing for one craft, the result for more', () => {
  for (const [logs, returned] of [[1, null], [2, { item: 'oak_planks', count: 4 }]]) {
    assert.deepEqual(click(menuOf([[1, 'oak_log', logs]]), 0, LEFT, SHIFT), returned)
  }
  assert.equal(click(menuOf([[9, 'dirt', 5]]), 9, LEFT, SHIFT), null)
  assert.deepEqual(click(menuOf([[9, 'dirt', 5]]), 9, LEFT, PICK), { item: 'dirt', count: 5 })
})

test('a shift-click that finds no room for all of a result drops the rest, once', () => {
  const menu = menuOf([[1, 'oak_log', 3]])
  for (let slot = 9; slot < 45; slot++) menu.set(slot, { item: 'dirt', count: 64 })
  menu.set(20, { item: 'oak_planks', count: 62 })
  click(menu, 0, LEFT, SHIFT)
  assert.deepEqual([at(menu, 20, 1), menu.dropped], [['64 oak_planks', '2 oak_log'], [{ item: 'oak_planks', count: 2 }]])
})

test('number keys exchange with the hotbar, F with the other hand', () => {
  const menu = menuOf([[9, 'dirt', 7], [37, 'egg', 2]])
  click(menu, 9, 1, SWAP)
  assert.deepEqual(at(menu, 9, 37), ['2 egg', '7 dirt'])
  click(menu, 9, 40, SWAP)
  assert.deepEqual(at(menu, 9, 45), [null, '2 egg'])
  click(menu, 9, 17, SWAP)
  click(menu, OUTSIDE, 1, SWAP)
  assert.deepEqual(at(menu, 9, 37, 45), [null, '7 dirt', '2 egg'])
})

test('a number key that takes a result does not lose the bottle that comes back', () => {
  const menu = menuOf([[1, 'honey_bottle', 2]])
  for (let slot = 9; slot < 45; slot++) if (slot !== 36) menu.set(slot, { item: 'dirt', count: 64 })
  click(menu, 0, 0, SWAP)
  assert.deepEqual([at(menu, 36, 1), menu.dropped], [['3 sugar', '1 honey_bottle'], [{ item: 'glass_bottle', count: 1 }]])
})

test('the drop key throws one or all, and a result as a whole', () => {
  const menu = menuOf([[9, 'dirt', 7], [1, 'oak_log', 2]])
  click(menu, 9, LEFT, DROP)
  click(menu, 9, RIGHT, DROP)
  click(menu, 0, LEFT, DROP)
  assert.deepEqual(menu.dropped, [{ item: 'dirt', count: 1 }, { item: 'dirt', count: 6 }, { item: 'oak_planks', count: 4 }])
  assert.deepEqual(at(menu, 1, 9), ['1 oak_log', null])
})

test('a drag in the wrong order does nothing, and a click during one only ends it', () => {
  const menu = menuOf([[9, 'dirt', 8], [12, 'egg', 3]])
  click(menu, 9, LEFT, PICK)
  click(menu, 10, 1, DRAG)
  click(menu, OUTSIDE, 2, DRAG)
  assert.deepEqual(at(menu, 10), [null])
  click(menu, OUTSIDE, 0, DRAG)
  click(menu, 10, 1, DRAG)
  click(menu, 12, LEFT, PICK)
  assert.deepEqual([...at(menu, 10, 12), menu.cursor.count], [null, '3 egg', 8])
  click(menu, OUTSIDE, 2, DRAG)
  assert.deepEqual([...at(menu, 10), menu.cursor.count], [null, 8])
})

test('a drag passes over other items, counts what lies there, and never overfills', () => {
  const menu = menuOf([[9, 'egg', 15], [10, 'egg', 14], [11, 'dirt', 1]])
  click(menu, 9, LEFT, PICK)
  drag(menu, false, [10, 11, 12, 13])
  assert.deepEqual([...at(menu, 10, 11, 12, 13), menu.cursor.count], ['16 egg', '1 dirt', '5 egg', '5 egg', 3])
})

test('a drag does not reach more slots than it has items', () => {
  const menu = menuOf([[9, 'dirt', 2]])
  click(menu, 9, LEFT, PICK)
  drag(menu, true, [10, 11, 12])
  assert.deepEqual([...at(menu, 10, 11, 12), menu.cursor], ['1 dirt', '1 dirt', null, null])
})

test('a double click gathers from the grid too, broken stacks first, but never a result', () => {
  const menu = menuOf([[9, 'oak_planks', 64], [10, 'oak_planks', 5], [1, 'oak_log', 1], [11, 'oak_planks', 3]])
  click(menu, 10, LEFT, PICK)
  click(menu, 10, LEFT, COLLECT)
  assert.deepEqual([menu.cursor.count, ...at(menu, 9, 11, 0)], [64, '8 oak_planks', null, '4 oak_planks'])
})

test('every change of a crafting grid is told with what shows then', () => {
  const menu = menuOf([[9, 'oak_planks', 2]])
  menu.shown = []
  click(menu, 9, LEFT, PICK)
  drag(menu, true, [1, 3])
  assert.deepEqual(menu.shown, [{ item: 'oak_button', count: 1 }, { item: 'stick', count: 4 }])
  menu.shown = []
  click(menu, 0, LEFT, PICK)
  assert.deepEqual(menu.shown, [{ item: 'oak_button', count: 1 }, null])
})

test('buttons, slots and modes that do not exist change nothing', () => {
  const menu = menuOf([[9, 'dirt', 7]])
  for (const [slot, button, mode] of [[99, 0, 0], [-5, 0, 0], [9, 7, 0], [9, 0, 3], [9, 0, 9], [0.5, 0, 0], [9, 11, 5]]) click(menu, slot, button, mode)
  assert.deepEqual([at(menu, 9), menu.cursor, menu.dropped], [['7 dirt'], null, []])
})

test('before 1.17 a closing window lets the cursor fall, later it comes back', () => {
  for (const [sharedCursor, fallen] of [[true, [{ item: 'dirt', count: 7 }]], [false, []]]) {
    const menu = new Menu(rules, { sharedCursor })
    menu.set(9, { item: 'dirt', count: 7 })
    menu.open(container('crafting'))
    click(menu, 10, LEFT, PICK)
    menu.close()
    assert.deepEqual(menu.dropped, fallen)
    assert.equal(menu.held().filter(Boolean).length, fallen.length === 0 ? 1 : 0)
  }
})

test('what lies in the inventory\'s own grid stays there while a table is open', () => {
  const menu = menuOf([[1, 'dirt', 7]])
  menu.open(container('crafting'))
  menu.close()
  assert.deepEqual(at(menu, 1), ['7 dirt'])
})

test('who leaves drops what is in hand and grids, and keeps the rest', () => {
  const menu = menuOf([[1, 'dirt', 7], [9, 'egg', 3], [36, 'stick', 2]])
  click(menu, 9, LEFT, PICK)
  menu.open(container('crafting'))
  menu.leave()
  assert.deepEqual(menu.dropped.map(({ item }) => item).sort(), ['dirt', 'egg'])
  assert.deepEqual(menu.held().filter(Boolean), [{ item: 'stick', count: 2 }])
})
