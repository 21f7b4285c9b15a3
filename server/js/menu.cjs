'use strict'
// What a player holds, and the window that is open over it. Pure: no packets, no world. What clicks do is in clicks.cjs.

const { stack, copy, range } = require('./stacks.cjs')
const { VIEWS, OFF_HAND, OWN_MAIN, OWN_HOTBAR, quickTargets, accepts, limit } = require('./views.cjs')

const REMEMBERED = 2000

class Menu {
  /** `sharedCursor`: as before 1.17, one cursor for all windows, which falls to the ground when a window closes. */
  constructor (rules, { sharedCursor = false } = {}) {
    Object.assign(this, { rules, sharedCursor })
    this.slots = new Array(46).fill(null)
    this.hands = { own: null, opened: null }
    this.container = null
    this.dropped = []
    this.crafts = []
    this.crafted = 0
    this.shown = []
    this.drag = { phase: 0, type: 0, slots: [] }
  }

  get view () { return this.container ? VIEWS[this.container.kind] : VIEWS.inventory }

  get cursor () { return this.hands[this.hand] }

  set cursor (held) { this.hands[this.hand] = held && held.count > 0 ? held : null }

  get hand () { return this.container && !this.sharedCursor ? 'opened' : 'own' }

  knows (slot) { return Number.isInteger(slot) && slot >= 0 && slot < this.view.places.length }

  get (slot) {
    const [store, index] = this.view.places[slot]
    return (store === 'slots' ? this.slots : this.container.cells)[index]
  }

  set (slot, held) {
    this.put(slot, held)
    if (this.view.inputs.includes(slot)) this.refresh()
  }

  put (slot, held) {
    const [store, index] = this.view.places[slot]
    const stacks = store === 'slots' ? this.slots : this.container.cells
    stacks[index] = held && held.count > 0 ? held : null
  }

  /** Every slot of the open window, as the server would send it. */
  contents () { return this.view.places.map((_, slot) => this.get(slot)) }

  /** Shows what the inputs would make now. A crafting grid's every change is told at once, as the game does. */
  refresh () {
    const { view } = this
    if (view.result === null) return
    if (view.kind === 'stonecutter') this.forgetChoice()
    const made = this.rules.result(this.container ?? { kind: 'inventory' }, view.inputs.map(slot => this.get(slot)?.item ?? null), view.width)
    this.put(view.result, made && stack(made.item, made.count))
    if (view.width > 0) this.shown.push(copy(this.get(view.result)))
  }

  /** A stonecutter's choice holds as long as its input is the same item. */
  forgetChoice () {
    const item = this.container.cells[0]?.item ?? null
    if (item !== this.container.input) Object.assign(this.container, { input: item, chosen: -1 })
  }

  /** Presses a stonecutter's button. */
  choose (button) {
    if (this.view.kind !== 'stonecutter' || !this.rules.cuts(this.container.cells[0]?.item)[button]) return
    this.container.chosen = button
    this.refresh()
  }

  isResult (slot) { return slot === this.view.result }

  accepts (slot, item) { return accepts(this.view, slot, item, this.rules) }

  limit (slot, item) { return limit(this.view, slot, item, this.rules) }

  /** Opens a container over the inventory; whatever lies in the inventory's own grid stays there. */
  open (container) {
    this.container = container
    this.hands.opened = null
    this.resetDrag()
    this.refresh()
    this.shown = []
  }

  /** Closes the open window: the cursor and the cells of a table come back, what finds no room is dropped. */
  close () {
    const held = this.cursor
    this.cursor = null
    if (held && this.sharedCursor) this.dropped.push(held)
    else if (held) this.giveBack(held)
    if (!this.view.kept) this.empty(cell => this.giveBack(cell))
    this.container = null
    this.resetDrag()
    this.shown = []
  }

  /** Leaves the game: nobody is there to take things back, they fall to the ground. */
  leave () {
    if (this.container && !this.view.kept) this.empty(cell => this.dropped.push(cell))
    this.container = null
    this.empty(cell => this.dropped.push(cell))
    for (const held of Object.values(this.hands)) if (held) this.dropped.push(held)
    this.hands = { own: null, opened: null }
    this.resetDrag()
  }

  empty (take) {
    for (const slot of this.view.inputs) {
      const held = this.get(slot)
      this.put(slot, null)
      if (held) take(held)
    }
    if (this.view.result !== null) this.put(this.view.result, null)
  }

  resetDrag () { this.drag = { phase: 0, type: 0, slots: [] } }

  giveBack (held) {
    const rest = this.add(held)
    if (rest) this.dropped.push(rest)
  }

  /** Puts a stack into the inventory as the game picks things up: onto equal stacks, then into free slots, hotbar first. */
  add (held) {
    const free = [...OWN_HOTBAR, ...OWN_MAIN]
    let left = held.count
    const fill = slot => {
      const there = this.slots[slot]?.count ?? 0
      const moved = Math.min(left, this.rules.stackSize(held.item) - there)
      if (moved <= 0) return
      this.slots[slot] = stack(held.item, there + moved)
      left -= moved
    }
    for (const slot of [OFF_HAND, ...free]) if (this.slots[slot]?.item === held.item) fill(slot)
    for (const slot of free) if (!this.slots[slot]) fill(slot)
    return stack(held.item, left)
  }

  /** What taking all of a slot gives; results are what the server says they are. */
  given (slot) { return copy(this.isResult(slot) ? this.rules.given(this.get(slot)) : this.get(slot)) }

  /** Takes from a slot; a result gives all it shows. */
  take (slot, count) {
    const { item, count: most } = this.given(slot)
    const taken = stack(item, this.isResult(slot) ? most : Math.min(count, most))
    this.remove(slot, taken.count)
    return taken
  }

  /** Takes something away; a result's inputs are used up. */
  remove (slot, count) {
    if (this.isResult(slot)) return this.consume()
    const { item, count: most } = this.get(slot)
    this.set(slot, stack(item, most - count))
  }

  /** One craft: takes one of each input; a remainder stays in its cell where that is free, else goes into the inventory. */
  consume () {
    this.crafted++
    this.crafts.push({ ...copy(this.get(this.view.result)), station: this.view.kind })
    if (this.crafts.length > REMEMBERED) this.crafts.shift()
    for (const slot of this.view.inputs) {
      const held = this.get(slot)
      if (!held) continue
      const remainder = this.view.width > 0 ? this.rules.remainder(held.item) : null
      this.set(slot, stack(held.item, held.count - 1))
      if (!remainder) continue
      const there = this.get(slot)
      if (!there || there.item === remainder) this.set(slot, stack(remainder, (there?.count ?? 0) + 1))
      else this.giveBack(stack(remainder, 1))
    }
  }

  /** One shift-click's move: returns what lay there if any of it moved, else null. */
  quickMove (slot) {
    const held = copy(this.get(slot))
    if (!held) return null
    const offered = this.given(slot)
    for (const targets of quickTargets(this.view, slot, held.item, this.rules, at => this.get(at))) {
      const rest = this.moveInto(offered, targets)
      if (rest?.count === offered.count) continue
      if (!this.isResult(slot)) this.set(slot, rest)
      else {
        this.consume()
        if (rest) this.dropped.push(rest)
      }
      return held
    }
    return null
  }

  /** Merges a stack into window slots in their order, equal stacks first. Returns the rest or null. */
  moveInto (held, slots) {
    let left = held.count
    const pass = wanted => {
      for (const slot of slots) {
        const there = this.get(slot)
        if (left === 0 || !wanted(slot, there)) continue
        const moved = Math.min(left, this.limit(slot, held.item) - (there?.count ?? 0))
        if (moved <= 0) continue
        this.set(slot, stack(held.item, (there?.count ?? 0) + moved))
        left -= moved
      }
    }
    pass((_, there) => there?.item === held.item)
    pass((slot, there) => !there && this.accepts(slot, held.item))
    return stack(held.item, left)
  }

  /** Takes everything away. */
  clear () {
    this.slots.fill(null)
    if (this.container && !this.view.kept) this.container.cells.fill(null)
    this.hands = { own: null, opened: null }
    this.refresh()
    this.shown = []
  }

  /** How many of an item the player has, as the game's /clear counts: what lies in an open window is not its own. */
  own (item) {
    const stacks = [...this.slots.slice(1), ...Object.values(this.hands)]
    return stacks.reduce((sum, held) => sum + (held?.item === item ? held.count : 0), 0)
  }

  /** Everything the player holds, results that are only shown left out. */
  held () {
    const cells = this.container && !this.view.kept ? this.view.inputs.map(slot => this.get(slot)) : []
    return [...this.slots.slice(1), ...cells, ...Object.values(this.hands)]
  }
}

/** An empty container of a kind. */
function container (kind) { return { kind, cells: range(0, VIEWS[kind].cells).map(() => null), input: null, chosen: -1 } }

module.exports = { Menu, container }
