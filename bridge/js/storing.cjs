'use strict'
// Looking into a chest, taking exact counts out of it and putting exact counts in, by the same rules as a step: what the
// server shows after the clicks is what was done.

const { left, right } = require('./clicks.cjs')
const { LAYOUTS } = require('./layouts.cjs')
const { counts } = require('./stacks.cjs')
const { lookFor, source } = require('./placing.cjs')
const { Attempt } = require('./attempt.cjs')
const { Sheet } = require('./sheet.cjs')
const { Trouble } = require('./trouble.cjs')

class Storing extends Attempt {
  /** `order` is {position, take, put}: counts by item. */
  constructor (session, order, clock) {
    super(session, { station: 'chest', strategy: 'burst', cells: [], remainders: {}, result: null, ...order }, clock)
    this.heldBefore = null
  }

  async run () {
    const report = await super.run()
    return { ...report, held_before: this.heldBefore, held: report.after && this.heldBefore && this.held }
  }

  async work () {
    this.heldBefore = this.held = this.chest()
    await this.move(this.order.take, LAYOUTS[this.reading.kind].cells, this.layout.store, 'inventory_full')
    await this.move(this.order.put, this.layout.store, LAYOUTS[this.reading.kind].cells, 'storage_full')
  }

  /** Moves counts of items from some slots to others. */
  async move (wanted, from, to, full) {
    const asked = Object.entries(wanted).filter(([, count]) => count > 0)
    if (asked.length === 0) return
    const there = () => counts(to.map(slot => this.reading.slots[slot]))
    lookFor(this.reading, wanted, from)
    const sheet = new Sheet(this.reading)
    for (const [item, count] of asked) moveItem(sheet, item, count, from, to, full)
    const before = there()
    await this.send(sheet.steps.flatMap(step => step.clicks))
    if (this.reading.cursor) await this.tidy()
    this.held = this.chest()
    const moved = there()
    const off = asked.find(([item, count]) => (moved[item] ?? 0) - (before[item] ?? 0) !== count)
    if (off) throw new Trouble('place_refused', `${(moved[off[0]] ?? 0) - (before[off[0]] ?? 0)} of ${off[1]} ${off[0]} were moved`)
  }

  chest () { return counts(this.layout.cells.map(slot => this.reading.slots[slot])) }
}

/** Plans moving some of an item: whole stacks by two clicks, of the last stack as many as are wanted, one by one. */
function moveItem (sheet, item, count, from, to, full) {
  for (let rest = count; rest > 0;) {
    const slot = source(sheet.model, item, rest, from)
    const held = sheet.model.slots[slot]
    if (sheet.room(held, to) < rest) throw new Trouble(full, `no room for ${rest} ${item}`)
    sheet.click(left(slot))
    if (held.count <= rest) {
      sheet.deposit(to)
      rest -= held.count
      continue
    }
    for (; rest > 0; rest--) sheet.click(right(sheet.place(held, to)))
    sheet.click(left(slot))
  }
}

module.exports = { Storing }
