'use strict'
// A sheet of clicks being planned: each step with what the server must show after it. Pure.

const { LAYOUTS } = require('./layouts.cjs')
const { left, quick, act, consume, copy, some } = require('./clicks.cjs')
const { Trouble } = require('./trouble.cjs')

class Sheet {
  constructor (model) {
    this.model = copy(model)
    this.layout = LAYOUTS[model.kind]
    this.steps = []
  }

  /** Plans clicks that belong together. `held` is what lay in the slot before: old servers want to be told. */
  click (...clicks) {
    for (const click of clicks) {
      click.held = click.mode === 0 ? this.model.slots[click.slot] ?? null : null
      act(this.model, [click])
    }
    this.keep(clicks)
  }

  /** Plans one left click on the result: the cursor gets it, one of each cell is gone. */
  take (result, remainders) {
    const taken = { ...left(this.layout.result), held: result }
    this.model.cursor = some(result, result.count + (this.model.cursor?.count ?? 0))
    consume(this.model, remainders)
    this.keep([taken], true)
  }

  /** Plans one shift click that makes `crafts` results at once; the caller knows that they fit. */
  takeAll (result, crafts) {
    for (let n = 0; n < crafts; n++) {
      consume(this.model, {})
      this.gain(result)
    }
    this.keep([{ ...quick(this.layout.result), held: result }], true)
  }

  keep (clicks, takes = false) {
    const { cursor, slots } = this.model
    this.steps.push({ clicks, takes, cursor, grid: this.layout.grid.map(slot => slots[slot]) })
  }

  /** Plans putting what the cursor holds into the inventory or other slots: onto equal stacks first, then into free ones. */
  deposit (into = this.layout.store) {
    while (this.model.cursor) {
      const slot = this.place(this.model.cursor, into)
      if (slot === undefined) throw new Trouble('inventory_full', `no slot is free for ${this.model.cursor.item}`)
      this.click(left(slot))
    }
  }

  /** Plans emptying cursor and grid. */
  putBack () {
    this.deposit()
    for (const slot of this.layout.grid) {
      if (!this.model.slots[slot]) continue
      this.click(left(slot))
      this.deposit()
    }
  }

  place (held, into = this.layout.store) {
    const { slots } = this.model
    return into.find(slot => slots[slot]?.key === held.key && slots[slot].count < held.max) ?? into.find(slot => !slots[slot])
  }

  /** How many more of this stack's item the inventory or other slots hold. */
  room (held, into = this.layout.store) {
    const rooms = into.map(slot => this.model.slots[slot]).map(there => {
      if (!there) return held.max
      return there.key === held.key ? held.max - there.count : 0
    })
    return rooms.reduce((sum, room) => sum + room, 0)
  }

  gain (held) {
    for (let rest = held.count; rest > 0;) {
      const slot = this.place(held)
      const there = this.model.slots[slot]?.count ?? 0
      const moved = Math.min(rest, held.max - there)
      this.model.slots[slot] = some(held, there + moved)
      rest -= moved
    }
  }
}

module.exports = { Sheet }
