'use strict'
const test = require('node:test')
const assert = require('node:assert/strict')
const { Menu, container } = require('./menu.cjs')
const { click, OUTSIDE } = require('./clicks.cjs')
const { Rules } = require('./rules.cjs')

const rules = new Rules('1.20.4')
const [LEFT, RIGHT] = [0, 1]
const [PICK, SHIFT, SWAP, DROP, DRAG, COLLECT] = [0, 1, 2, 4, 5, 6]

function menuWith (stacks, view = 'inventory') {
  const menu = new Menu(rules)
  if (view !== 'inventory') menu.open(container(view))
  for (const [slot, item, count] of stacks) menu.slots[slot] = { item, count }
  return menu
}

function counts (menu) {
  const found = {}
  for (const stack of [...menu.held(), ...menu.dropped]) {
    if (stack) found[stack.item] = (found[stack.item] ?? 0) + stack.count
  }
  return found
}

test('right clicks lay one plank each, the result shows, and a left click takes it', () => {
  const menu = menuWith([[9, 'oak_planks', 1], [10, 'spruce_planks', 1]])
  click(menu, 9, LEFT, PICK)
  click(menu, 1, RIGHT, PICK)
  assert.deepEqual(menu.slots[0], { item: 'oak_button', count: 1 })
  click(menu, 10, LEFT, PICK)
  click(menu, 3, RIGHT, PICK)
  assert.deepEqual(menu.slots[0], { item: 'stick', count: 4 })
  click(menu, 0, LEFT, PICK)
  assert.deepEqual(menu.cursor, { item: 'stick', count: 4 })
  assert.deepEqual(counts(menu), { stick: 4 })
})

test('a result is not taken when the cursor holds something else or has no room', () => {
  const menu = menuWith([[1, 'oak_log', 1], [9, 'stick', 1]])
  click(menu, 9, LEFT, PICK)
  click(menu, 0, LEFT, PICK)
  assert.deepEqual(counts(menu), { oak_log: 1, stick: 1 })
  menu.cursor = { item: 'oak_planks', count: 61 }
  click(menu, 0, LEFT, PICK)
  assert.deepEqual(counts(menu), { oak_log: 1, oak_planks: 61 })
})

test('shift on the result crafts until something runs out', () => {
  const menu = menuWith([[1, 'oak_log', 5]])
  menu.refresh()
  click(menu, 0, LEFT, SHIFT)
  assert.deepEqual(counts(menu), { oak_planks: 20 })
  assert.deepEqual(menu.slots[44], { item: 'oak_planks', count: 20 })
})

test('shift on the result stops when nothing more fits', () => {
  const menu = menuWith([[1, 'oak_log', 5]])
  for (let slot = 9; slot < 45; slot++) menu.slots[slot] = { item: 'dirt', count: 64 }
  menu.slots[9] = { item: 'oak_planks', count: 56 }
  menu.refresh()
  click(menu, 0, LEFT, SHIFT)
  assert.equal(counts(menu).oak_log, 3)
  assert.equal(counts(menu).oak_planks, 64)
  assert.deepEqual(menu.dropped, [])
})

test('buckets come back into their cells', () => {
  const menu = menuWith([], 'crafting')
  const cells = ['milk_bucket', 'milk_bucket', 'milk_bucket', 'sugar', 'egg', 'sugar', 'wheat', 'wheat', 'wheat']
  cells.forEach((item, at) => menu.set(at + 1, { item, count: 1 }))
  assert.deepEqual(menu.get(0), { item: 'cake', count: 1 })
  click(menu, 0, LEFT, PICK)
  assert.deepEqual(menu.container.cells.slice(1, 5), [...Array(3).fill({ item: 'bucket', count: 1 }), null])
})

test('a number key takes the result into a free hotbar slot, and only there', () => {
  const menu = menuWith([[1, 'oak_log', 2], [36, 'dirt', 1]])
  menu.refresh()
  click(menu, 0, 0, SWAP)
  assert.equal(counts(menu).oak_planks, undefined)
  click(menu, 0, 1, SWAP)
  assert.deepEqual(menu.slots[37], { item: 'oak_planks', count: 4 })
})

test('a drag spreads a stack evenly, or one by one', () => {
  const drag = (menu, right, slots) => {
    click(menu, OUTSIDE, right ? 4 : 0, DRAG)
    for (const slot of slots) click(menu, slot, right ? 5 : 1, DRAG)
    click(menu, OUTSIDE, right ? 6 : 2, DRAG)
  }
  const even = menuWith([])
  even.cursor = { item: 'oak_planks', count: 11 }
  drag(even, false, [1, 2, 3])
  assert.deepEqual([even.slots[1].count, even.slots[2].count, even.slots[3].count, even.cursor.count], [3, 3, 3, 2])
  const single = menuWith([])
  single.cursor = { item: 'oak_planks', count: 11 }
  drag(single, true, [1, 2, 3])
  assert.deepEqual([single.slots[1].count, single.slots[3].count, single.cursor.count], [1, 1, 8])
})

test('closing gives grid and cursor back, and drops only what finds no room', () => {
  const menu = menuWith([[1, 'oak_planks', 3]])
  menu.cursor = { item: 'stick', count: 2 }
  menu.close()
  assert.deepEqual(menu.dropped, [])
  assert.deepEqual(counts(menu), { oak_planks: 3, stick: 2 })
  for (let slot = 9; slot < 45; slot++) menu.slots[slot] = { item: 'dirt', count: 64 }
  menu.cursor = { item: 'stick', count: 2 }
  menu.close()
  assert.deepEqual(menu.dropped, [{ item: 'stick', count: 2 }])
})

test('a refused member shows no result; another member does', () => {
  const refusing = new Rules('1.20.4')
  refusing.refused = [{ result: 'stick', member: 'oak_planks' }]
  assert.equal(refusing.match(['oak_planks', null, 'spruce_planks', null], 2), null)
  assert.deepEqual(refusing.match(['birch_planks', null, 'spruce_planks', null], 2), { item: 'stick', count: 4 })
})

test('a scenario changes the data: a recipe removed, another count, another member', () => {
  const patched = new Rules('1.20.4', { remove: ['stick'], recipes: [{ result: 'stick', count: 1, shape: [[['dirt']], [['dirt']]] }] })
  assert.equal(patched.match(['oak_planks', null, 'oak_planks', null], 2), null)
  assert.deepEqual(patched.match(['dirt', null, 'dirt', null], 2), { item: 'stick', count: 1 })
})

test('thousands of random clicks make and lose nothing but by crafting', () => {
  let seed = 7
  const random = below => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % below }
  const known = rules.recipes
  for (const view of ['inventory', 'crafting']) {
    const menu = menuWith([[9, 'oak_log', 40], [10, 'oak_planks', 64], [20, 'stick', 30], [36, 'coal', 12], [40, 'spruce_planks', 9]], view)
    let held = counts(menu)
    for (let step = 0; step < 6000; step++) {
      const slots = menu.contents().length
      const mode = [PICK, PICK, PICK, PICK, PICK, SHIFT, SWAP, SWAP, DRAG, COLLECT, random(9) ? PICK : DROP][random(11)]
      const slot = random(12) === 0 ? OUTSIDE : random(3) === 0 ? 0 : random(2) === 0 ? random(10) : random(slots)
      const crafted = menu.crafts.length
      click(menu, slot, random(mode === DRAG ? 7 : 2), mode)
      const now = counts(menu)
      if (menu.crafts.length === crafted) assert.deepEqual(sorted(now), sorted(held), `step ${step}: slot ${slot} mode ${mode}`)
      else assertCrafted(held, now, menu.crafts.slice(crafted), known)
      for (const stack of menu.contents()) {
        if (stack) assert.ok(stack.count > 0 && stack.count <= rules.stackSize(stack.item), JSON.stringify(stack))
      }
      held = now
    }
    assert.ok(menu.crafts.length > 20, `${menu.crafts.length} crafts`)
  }
})

function sorted (found) { return Object.fromEntries(Object.entries(found).filter(([, count]) => count).sort()) }

/** Results appeared exactly as often as crafts say; everything else became less by at most one a cell and craft. */
function assertCrafted (before, after, crafts, known) {
  const made = {}
  for (const craft of crafts) made[craft.item] = (made[craft.item] ?? 0) + craft.count
  for (const item of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = (after[item] ?? 0) - (before[item] ?? 0) - (made[item] ?? 0)
    assert.ok(change <= 0 && change >= -9 * crafts.length, `${item} ${change}`)
  }
  for (const craft of crafts) assert.ok(known.some(recipe => recipe.result === craft.item && recipe.count === craft.count), JSON.stringify(craft))
}
