'use strict'
// A step in a window that makes its result when it is taken: the crafting grids, the stonecutter, the smithing table.
// Place, press the stonecutter's button, look at the result slot, take.

const { LAYOUTS } = require('./layouts.cjs')
const { press } = require('./clicks.cjs')
const { shown } = require('./stacks.cjs')
const { foresee, batch, taking } = require('./placing.cjs')
const { Attempt } = require('./attempt.cjs')
const { Trouble } = require('./trouble.cjs')

const PLACING_TRIES = 3
const MOST_BUTTONS = 64

class Crafting extends Attempt {
  constructor (session, order, clock) {
    super(session, order, clock)
    if (order.station === 'stonecutter') this.order.button = Math.max(0, session.recipes.button(order.cells[0].item, order.result))
  }

  /** Whether the step can be done with what the server last said of its own accord; a no is worth asking. */
  seemsPossible () {
    if (this.order.station !== 'inventory') return true
    try {
      return foresee(this.reading, this.order, this.style).length > 0
    } catch (error) {
      if (error instanceof Trouble) return false
      throw error
    }
  }

  async work () {
    foresee(this.reading, this.order, this.style)
    for (let rest = this.order.times, first = true; rest > 0; first = false) {
      const { crafts } = await this.fillGrid(rest, first)
      if (this.order.station === 'stonecutter') await this.choose()
      this.resultSeen = shown(this.seen)
      this.judge()
      await this.follow(taking(this.reading, this.order, crafts, this.style).steps, false)
      rest -= crafts
    }
  }

  /** Fills the grid for one batch and returns it; what another hand disturbed is put back and tried again. */
  async fillGrid (rest, first) {
    for (let tries = 1; ; tries++) {
      const next = batch(this.reading, this.order, rest, this.style)
      try {
        await this.follow(next.place, first && tries === 1)
        return next
      } catch (trouble) {
        if (trouble.code !== 'place_refused' || tries === PLACING_TRIES) throw trouble
        await this.tidy()
      }
    }
  }

  get seen () { return this.reading.slots[this.layout.result] }

  get isRight () { return this.seen?.item === this.order.result.item && this.seen.count === this.order.result.count }

  /** The server's stonecutter may have other buttons than it declared; pressing one costs nothing, so all are looked at. */
  async choose () {
    let before = null
    for (let button = 0; !this.isRight && button < MOST_BUTTONS; button++) {
      await this.send([press(button)])
      if (button > 0 && this.seen?.key === before?.key) return // there is no such button
      before = this.seen
    }
  }

  judge () {
    const { result } = this.order
    const { seen } = this
    if (!seen) throw new Trouble('no_result', `the result slot stays empty; ${result.count} ${result.item} expected`)
    if (!this.isRight) {
      throw new Trouble('wrong_result', `the result slot shows ${seen.count} ${seen.item}; ${result.count} ${result.item} expected`)
    }
    this.order.result = seen
  }

  /** Sends steps and compares what the server shows with what was planned, after each or after all of them. */
  async follow (steps, before) {
    const groups = this.style.together ? [steps] : steps.map(step => [step])
    for (const [number, group] of groups.entries()) {
      if (!this.style.together && group[0].takes) this.judge()
      await this.send(group.flatMap(step => step.clicks), before && number === 0 && this.style.together)
      const { cursor, grid } = group.at(-1)
      if (this.shows(cursor, grid)) continue
      await this.sync()
      if (!this.shows(cursor, grid)) this.differs(group.at(-1))
    }
  }

  shows (cursor, grid) {
    const slots = LAYOUTS[this.reading.kind].grid.map(slot => this.reading.slots[slot])
    return same(this.reading.cursor, cursor) && grid.every((held, cell) => same(slots[cell], held))
  }

  differs ({ takes, cursor, grid }) {
    const seen = this.reading
    const cells = LAYOUTS[seen.kind].grid
    const wrong = cells.find((slot, cell) => !same(seen.slots[slot], grid[cell]))
    const where = wrong === undefined ? 'the cursor' : `slot ${wrong}`
    const wanted = wrong === undefined ? cursor : grid[cells.indexOf(wrong)]
    const there = wrong === undefined ? seen.cursor : seen.slots[wrong]
    const message = `${where} holds ${words(there)}; ${words(wanted)} expected`
    if (!takes) throw new Trouble('place_refused', message)
    if (seen.cursor && seen.cursor.item !== this.order.result.item) {
      this.resultSeen = shown(seen.cursor)
      throw new Trouble('wrong_result', `the server gave ${words(seen.cursor)}; ${this.order.result.item} expected`)
    }
    throw new Trouble('take_refused', message)
  }
}

const same = (one, other) => one?.key === other?.key && one?.count === other?.count
const words = held => held ? `${held.count} ${held.item}` : 'nothing'

module.exports = { Crafting }
