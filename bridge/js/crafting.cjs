'use strict'
// A step in a window that makes its result when it is taken: the crafting grids, the stonecutter, the smithing table.
// Place, press the stonecutter's button, look at the result slot, take.

const { LAYOUTS } = require('./layouts.cjs')
const { left, press } = require('./clicks.cjs')
const { shown } = require('./stacks.cjs')
const { foresee, batch, taking } = require('./placing.cjs')
const { Attempt } = require('./attempt.cjs')
const { Sheet } = require('./sheet.cjs')
const { Trouble } = require('./trouble.cjs')

const PLACING_TRIES = 3
const MOST_BUTTONS = 64
const MOST_AT_ONCE = 4

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
      rest -= await this.atOnce(rest, first) || await this.inTurn(rest, first)
    }
  }

  /** Fills the grid, looks at the result, takes it; returns how many crafts that were. */
  async inTurn (rest, first) {
    const { crafts } = await this.fillGrid(rest, first)
    if (this.order.station === 'stonecutter') await this.choose()
    await this.take(crafts)
    return crafts
  }

  async take (crafts) {
    this.resultSeen = shown(this.seen)
    this.judge()
    this.session.remember(this.order)
    const due = this.stored + crafts * this.order.result.count
    const { steps } = taking(this.reading, this.order, crafts, this.style)
    await this.follow(steps, false)
    // a window that was closed, or clicks that were all refused, leave an empty grid too
    if (this.stored !== due) await this.sync()
    if (this.stored !== due) throw new Trouble('take_refused', `${this.stored} ${this.order.result.item} are there; ${due} expected`)
  }

  /** How many of the result the inventory holds. */
  get stored () {
    const { kind, slots } = this.reading
    return LAYOUTS[kind].store.reduce((sum, slot) => sum + (slots[slot]?.key === this.order.result.key ? slots[slot].count : 0), 0)
  }

  /**
   * Fills the grid and takes in one go what this very grid was seen to make here, or returns 0 where that cannot be done.
   * The result is clicked with a stack of the same in the hand: should it be something else after all, the game does nothing.
   */
  async atOnce (rest, first) {
    const { order, style } = this
    if (!style.together || this.windows.deaf || !this.session.remembers(order)) return 0
    const next = batch(this.reading, order, rest, style)
    const onto = next.crafts <= MOST_AT_ONCE && ontoStack(next.placed, order, next.crafts)
    if (!onto) return 0
    const placed = next.place.at(-1)
    const due = this.stored + next.crafts * order.result.count
    const done = () => this.stored === due && this.shows(null, onto.at(-1).grid)
    await this.send([...next.place, ...onto].flatMap(step => step.clicks), first)
    if (!done()) await this.sync()
    this.resultSeen = shown(order.result)
    if (done()) return next.crafts
    if (!this.shows(this.reading.cursor, placed.grid)) this.differs({ ...onto.at(-1), takes: true })
    this.session.forget(order)
    const sheet = new Sheet(this.reading)
    sheet.deposit()
    if (sheet.steps.length > 0) await this.follow(sheet.steps, false)
    await this.take(next.crafts)
    return next.crafts
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

/** Plans taking results onto a stack of the same that the inventory holds; nothing where there is none with room. */
function ontoStack (model, { result, remainders, cells }, crafts) {
  if (cells.some(cell => remainders[cell.item] || cell.item === result.item)) return null
  const room = result.max - crafts * result.count
  const slot = LAYOUTS[model.kind].store.find(slot => model.slots[slot]?.key === result.key && model.slots[slot].count <= room)
  if (slot === undefined) return null
  const sheet = new Sheet(model)
  sheet.click(left(slot))
  for (let n = 0; n < crafts; n++) sheet.take(result, remainders)
  sheet.click(left(slot))
  return sheet.steps
}

const same = (one, other) => one?.key === other?.key && one?.count === other?.count
const words = held => held ? `${held.count} ${held.item}` : 'nothing'

module.exports = { Crafting }
