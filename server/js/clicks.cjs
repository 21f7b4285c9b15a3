'use strict'
// What each kind of click does to a menu, by the protocol's numbers for slot, button and mode.

const { stack, copy } = require('./stacks.cjs')
const { OFF_HAND, OWN_HOTBAR } = require('./views.cjs')

const OUTSIDE = -999
const [LEFT, RIGHT] = [0, 1]
const [SPREAD, SINGLES] = [0, 1]
const DRAG = 5

/** Does one click. Unknown clicks change nothing. Returns what the game before 1.17 thinks the click was on, see session.cjs. */
function click (menu, slot, button, mode) {
  if (mode === DRAG) return drag(menu, slot, button)
  const dragging = menu.drag.phase !== 0
  menu.resetDrag()
  if (dragging || (slot !== OUTSIDE && !menu.knows(slot))) return null
  return MODES[mode]?.(menu, slot, button) ?? null
}

const MODES = { 0: pick, 1: shift, 2: swap, 4: drop, 6: collect }

function pick (menu, slot, button) {
  if (button !== LEFT && button !== RIGHT) return null
  if (slot === OUTSIDE) {
    dropCursor(menu, button)
    return null
  }
  const held = copy(menu.get(slot))
  const { cursor } = menu
  if (!held) {
    if (cursor && menu.accepts(slot, cursor.item)) lay(menu, slot, button)
  } else if (!cursor) {
    menu.cursor = menu.take(slot, button === RIGHT ? Math.ceil(held.count / 2) : held.count)
  } else if (menu.accepts(slot, cursor.item)) {
    if (held.item === cursor.item) lay(menu, slot, button)
    else if (cursor.count <= menu.limit(slot, cursor.item)) exchange(menu, slot)
  } else if (held.item === cursor.item && cursor.count + held.count <= menu.rules.stackSize(held.item)) {
    gather(menu, slot, held.count)
  }
  return held
}

/** Lays the cursor's stack or one of it onto a slot that is free or holds the same. */
function lay (menu, slot, button) {
  const { item, count } = menu.cursor
  const there = menu.get(slot)?.count ?? 0
  const moved = Math.min(menu.limit(slot, item) - there, button === RIGHT ? 1 : count)
  if (moved <= 0) return
  menu.cursor = stack(item, count - moved)
  menu.set(slot, stack(item, there + moved))
}

/** Takes from a slot onto the cursor, which holds the same; should something else come, it goes into the inventory. */
function gather (menu, slot, count) {
  const taken = menu.take(slot, count)
  if (taken.item === menu.cursor.item) menu.cursor = stack(taken.item, menu.cursor.count + taken.count)
  else menu.giveBack(taken)
}

function exchange (menu, slot) {
  const held = menu.get(slot)
  menu.set(slot, menu.cursor)
  menu.cursor = held
}

function dropCursor (menu, button) {
  if (!menu.cursor) return
  const { item, count } = menu.cursor
  const fallen = button === RIGHT ? 1 : count
  menu.dropped.push(stack(item, fallen))
  menu.cursor = stack(item, count - fallen)
}

/** Moves again and again while the slot shows the same item: so a result is crafted as often as it can be. */
function shift (menu, slot) {
  let claimed = null
  while (slot !== OUTSIDE) {
    const moved = menu.quickMove(slot)
    if (!moved || menu.get(slot)?.item !== moved.item) break
    claimed = moved
  }
  return claimed
}

/** A number key, or F: exchanges with a hotbar slot or the off hand. */
function swap (menu, slot, button) {
  const index = button === 40 ? OFF_HAND : OWN_HOTBAR[button]
  if (index === undefined || slot === OUTSIDE) return
  const carried = menu.slots[index]
  const held = menu.get(slot)
  if (!carried && held) {
    // the slot is filled before a result's remainders look for room
    menu.slots[index] = menu.given(slot)
    menu.remove(slot, held.count)
  } else if (carried && menu.accepts(slot, carried.item)) {
    const most = Math.min(carried.count, menu.limit(slot, carried.item))
    menu.slots[index] = stack(carried.item, carried.count - most)
    if (held && menu.slots[index]) menu.giveBack(held)
    else if (held) menu.slots[index] = held
    menu.set(slot, stack(carried.item, most))
  }
}

function drop (menu, slot, button) {
  if (slot === OUTSIDE || menu.cursor || !menu.get(slot)) return
  menu.dropped.push(menu.take(slot, button === LEFT ? 1 : menu.get(slot).count))
}

/** A double click gathers the cursor's item from all slots, full stacks last. */
function collect (menu, slot, button) {
  if (!menu.cursor || slot === OUTSIDE || menu.get(slot)) return
  const size = menu.rules.stackSize(menu.cursor.item)
  const slots = [...menu.view.places.keys()]
  if (button !== LEFT) slots.reverse()
  for (const full of [false, true]) {
    for (const from of slots) {
      const held = menu.get(from)
      const room = size - menu.cursor.count
      if (room === 0 || menu.isResult(from) || held?.item !== menu.cursor.item || (!full && held.count === size)) continue
      gather(menu, from, room)
    }
  }
}

/** A drag comes as several clicks: begin, one for each slot, end. Anything out of order forgets it. */
function drag (menu, slot, button) {
  const [before, phase] = [menu.drag.phase, button & 3]
  menu.drag.phase = phase
  const inOrder = before === phase || (before === 1 && phase === 2)
  if (!inOrder || !menu.cursor) menu.resetDrag()
  else if (phase === 0 && [SPREAD, SINGLES].includes(button >> 2)) menu.drag = { phase: 1, type: button >> 2, slots: [] }
  else if (phase === 1) addToDrag(menu, slot)
  else if (phase === 2) endDrag(menu)
  else menu.resetDrag()
  return null
}

function takesDragged (menu, slot) {
  const held = menu.get(slot)
  return menu.accepts(slot, menu.cursor.item) && (!held || held.item === menu.cursor.item)
}

function addToDrag (menu, slot) {
  const { slots } = menu.drag
  if (!menu.knows(slot) || slots.includes(slot) || !takesDragged(menu, slot)) return
  if (menu.cursor.count > slots.length) slots.push(slot)
}

function endDrag (menu) {
  const { slots, type } = menu.drag
  menu.resetDrag()
  const { item, count } = menu.cursor
  const each = type === SINGLES ? 1 : Math.floor(count / slots.length)
  let left = count
  for (const slot of slots.filter(slot => takesDragged(menu, slot))) {
    const there = menu.get(slot)?.count ?? 0
    const moved = Math.max(0, Math.min(each, menu.limit(slot, item) - there))
    menu.set(slot, stack(item, there + moved))
    left -= moved
  }
  menu.cursor = stack(item, left)
}

module.exports = { click, OUTSIDE }
