'use strict'
// What a player holds, and what clicks do to it. Pure: no packets, no world. A stack is {item, count} or null.

const RESULT = 0
const ARMOUR = [5, 6, 7, 8]
const MAIN = range(9, 36)
const HOTBAR = range(36, 45)
const OFF_HAND = 45
const OUTSIDE = -999

/** The two windows as lists of places: [store, index]. Window slots are the game's own numbers. */
const VIEWS = {
  inventory: { width: 2, places: range(0, 46).map(slot => ['slots', slot]), grid: range(1, 5), main: MAIN, hotbar: HOTBAR },
  table: {
    width: 3,
    places: [['slots', RESULT], ...range(0, 9).map(cell => ['table', cell]), ...[...MAIN, ...HOTBAR].map(slot => ['slots', slot])],
    grid: range(1, 10),
    main: range(10, 37),
    hotbar: range(37, 46)
  }
}

class Menu {
  /** `rules` has match(grid, width) -> {item, count} | null, stackSize(item), remainder(item) -> item | null. */
  constructor (rules) {
    this.rules = rules
    this.slots = new Array(46).fill(null)
    this.table = new Array(9).fill(null)
    this.cursor = null
    this.view = 'inventory'
    this.dropped = []
    this.crafts = []
    this.drag = null
  }

  get window () { return VIEWS[this.view] }

  get (slot) {
    const [store, index] = this.window.places[slot]
    return this[store][index]
  }

  set (slot, stack) {
    const [store, index] = this.window.places[slot]
    this[store][index] = stack && stack.count > 0 ? stack : null
  }

  /** Every slot of the open window, as the server would send it. */
  contents () { return this.window.places.map((_, slot) => this.get(slot)) }

  /** What the grid shows in its result slot now. */
  refresh () {
    const grid = this.window.grid.map(slot => this.get(slot)?.item ?? null)
    const made = grid.some(item => item !== null) ? this.rules.match(grid, this.window.width) : null
    this.slots[RESULT] = made ? { item: made.item, count: made.count } : null
  }

  open (view) {
    this.close()
    this.view = view
    this.refresh()
  }

  /** Gives grid and cursor back to the inventory; what finds no room is dropped. */
  close () {
    for (const slot of this.window.grid) {
      const stack = this.get(slot)
      this.set(slot, null)
      if (stack) this.giveBack(stack)
    }
    if (this.cursor) this.giveBack(this.cursor)
    this.cursor = null
    this.drag = null
    this.view = 'inventory'
    this.refresh()
  }

  giveBack (stack) {
    const rest = this.add(stack)
    if (rest) this.dropped.push(rest)
  }

  /** Puts a stack into the inventory: onto equal stacks first, then into free slots, hotbar first. Returns the rest or null. */
  add (stack) {
    const places = [...HOTBAR, ...MAIN]
    let left = stack.count
    const put = (slot, room) => {
      const moved = Math.min(left, room)
      if (moved <= 0) return
      this.slots[slot] = { item: stack.item, count: (this.slots[slot]?.count ?? 0) + moved }
      left -= moved
    }
    const size = this.rules.stackSize(stack.item)
    for (const slot of places) if (this.slots[slot]?.item === stack.item) put(slot, size - this.slots[slot].count)
    for (const slot of places) if (!this.slots[slot]) put(slot, size)
    return left > 0 ? { item: stack.item, count: left } : null
  }

  /** Does one click with the protocol's own numbers: window slot, button, mode. Unknown clicks change nothing. */
  click (slot, button, mode) {
    const known = slot === OUTSIDE || this.window.places[slot] !== undefined
    if (mode !== 5) this.drag = null
    if (known) CLICKS[mode]?.call(this, slot, button)
    this.refresh()
  }

  /** One craft: takes one of each cell, puts remainders where the cell is free, else into the inventory. */
  consume () {
    for (const slot of this.window.grid) {
      const stack = this.get(slot)
      if (!stack) continue
      const remainder = this.rules.remainder(stack.item)
      this.set(slot, { item: stack.item, count: stack.count - 1 })
      if (!remainder) continue
      if (!this.get(slot)) this.set(slot, { item: remainder, count: 1 })
      else this.giveBack({ item: remainder, count: 1 })
    }
    this.crafts.push({ ...this.slots[RESULT] })
    this.refresh()
  }

  accepts (slot) {
    if (slot === RESULT) return false
    return this.view !== 'inventory' || !ARMOUR.includes(slot)
  }

  /** Merges a stack into window slots in their order, equal stacks first. Returns the rest or null. */
  moveInto (stack, slots) {
    let left = stack.count
    const size = this.rules.stackSize(stack.item)
    for (const wanted of [held => held?.item === stack.item, held => !held]) {
      for (const slot of slots) {
        const held = this.get(slot)
        if (left === 0 || !wanted(held)) continue
        const moved = Math.min(left, size - (held?.count ?? 0))
        if (moved <= 0) continue
        this.set(slot, { item: stack.item, count: (held?.count ?? 0) + moved })
        left -= moved
      }
    }
    return left > 0 ? { item: stack.item, count: left } : null
  }
}

const CLICKS = {
  0: function pick (slot, button) {
    if (slot === OUTSIDE) return dropCursor(this, button)
    if (slot === RESULT) return takeResult(this)
    const held = this.get(slot)
    if (!this.cursor) {
      if (!held) return
      const taken = button === 1 ? Math.ceil(held.count / 2) : held.count
      this.cursor = { item: held.item, count: taken }
      this.set(slot, { item: held.item, count: held.count - taken })
    } else if (!this.accepts(slot)) {
      // armour slots take no crafting material
    } else if (!held || held.item === this.cursor.item) {
      const room = this.rules.stackSize(this.cursor.item) - (held?.count ?? 0)
      const moved = Math.min(room, button === 1 ? 1 : this.cursor.count)
      if (moved <= 0) return
      this.set(slot, { item: this.cursor.item, count: (held?.count ?? 0) + moved })
      lessenCursor(this, moved)
    } else {
      this.set(slot, this.cursor)
      this.cursor = held
    }
  },

  1: function shift (slot) {
    if (slot === OUTSIDE) return
    if (slot === RESULT) return takeAllResults(this)
    const held = this.get(slot)
    if (!held) return
    const { grid, main, hotbar } = this.window
    let targets
    if (grid.includes(slot)) targets = [...main, ...hotbar]
    else if (this.view === 'table') targets = [...grid]
    else targets = main.includes(slot) ? hotbar : main
    let rest = this.moveInto(held, targets)
    if (this.view === 'table' && !grid.includes(slot) && rest?.count === held.count) rest = this.moveInto(held, main.includes(slot) ? hotbar : main)
    this.set(slot, rest)
  },

  2: function swap (slot, button) {
    if (slot === OUTSIDE) return
    const index = button === 40 ? OFF_HAND : HOTBAR[button]
    if (index === undefined) return
    const held = this.slots[index]
    if (slot === RESULT) {
      if (held || !this.slots[RESULT]) return
      this.slots[index] = { ...this.slots[RESULT] }
      return this.consume()
    }
    if (held && !this.accepts(slot)) return
    const other = this.get(slot)
    this.set(slot, held)
    this.slots[index] = other
  },

  4: function drop (slot, button) {
    if (slot === OUTSIDE || this.cursor) return
    const held = this.get(slot)
    if (!held) return
    if (slot === RESULT) {
      this.dropped.push({ ...held })
      return this.consume()
    }
    const count = button === 1 ? held.count : 1
    this.dropped.push({ item: held.item, count })
    this.set(slot, { item: held.item, count: held.count - count })
  },

  5: function drag (slot, button) {
    const [phase, right] = [button & 3, (button >> 2) & 3]
    if (phase === 0) this.drag = this.cursor ? { right, slots: [] } : null
    else if (!this.drag || this.drag.right !== right) this.drag = null
    else if (phase === 1) addToDrag(this, slot)
    else endDrag(this)
  },

  6: function collect (slot) {
    if (!this.cursor || slot === OUTSIDE || this.get(slot)) return
    const size = this.rules.stackSize(this.cursor.item)
    for (const full of [false, true]) {
      for (const [from, held] of this.contents().entries()) {
        if (from === RESULT || held?.item !== this.cursor.item || (held.count === size) !== full) continue
        const moved = Math.min(held.count, size - this.cursor.count)
        this.cursor = { item: this.cursor.item, count: this.cursor.count + moved }
        this.set(from, { item: held.item, count: held.count - moved })
      }
    }
  }
}

function dropCursor (menu, button) {
  if (!menu.cursor) return
  const count = button === 1 ? 1 : menu.cursor.count
  menu.dropped.push({ item: menu.cursor.item, count })
  lessenCursor(menu, count)
}

function lessenCursor (menu, count) {
  const left = menu.cursor.count - count
  menu.cursor = left > 0 ? { item: menu.cursor.item, count: left } : null
}

function takeResult (menu) {
  const made = menu.slots[RESULT]
  if (!made) return
  if (menu.cursor && menu.cursor.item !== made.item) return
  const count = (menu.cursor?.count ?? 0) + made.count
  if (count > menu.rules.stackSize(made.item)) return
  menu.cursor = { item: made.item, count }
  menu.consume()
}

function takeAllResults (menu) {
  const first = menu.slots[RESULT]?.item
  const { main, hotbar } = menu.window
  const targets = [...hotbar].reverse().concat([...main].reverse())
  while (first && menu.slots[RESULT]?.item === first) {
    const made = { ...menu.slots[RESULT] }
    const rest = menu.moveInto(made, targets)
    if (rest?.count === made.count) return
    if (rest) menu.dropped.push(rest)
    menu.consume()
    if (rest) return
  }
}

function addToDrag (menu, slot) {
  if (slot === OUTSIDE || !menu.accepts(slot) || menu.drag.slots.includes(slot)) return
  const held = menu.get(slot)
  if (held && held.item !== menu.cursor.item) return
  if (menu.cursor.count > menu.drag.slots.length) menu.drag.slots.push(slot)
}

function endDrag (menu) {
  const { slots, right } = menu.drag
  menu.drag = null
  if (slots.length === 0 || !menu.cursor) return
  const { item, count } = menu.cursor
  const each = right === 1 ? 1 : Math.floor(count / slots.length)
  const size = menu.rules.stackSize(item)
  let left = count
  for (const slot of slots) {
    const held = menu.get(slot)?.count ?? 0
    const moved = Math.min(each, size - held, left)
    menu.set(slot, { item, count: held + moved })
    left -= moved
  }
  menu.cursor = left > 0 ? { item, count: left } : null
}

function range (from, to) { return Array.from({ length: to - from }, (_, at) => from + at) }

module.exports = { Menu, RESULT, OUTSIDE }
