'use strict'
// One step of a plan, done with the bot's hands: place, look at the result slot, take, and everything back where it
// fails. It reports what the server showed; whether that is what was wanted is not decided here.

const { RESULT, LAYOUTS } = require('./clicks.cjs')
const { counts, difference, shown } = require('./stacks.cjs')
const { STYLES, foresee, batch, taking } = require('./placing.cjs')
const { Sheet } = require('./sheet.cjs')
const { Trouble } = require('./trouble.cjs')
const { Clock } = require('./waiting.cjs')

const PLACING_TRIES = 3
const TIDY_ROUNDS = 4
const TIDY_MS = 8000

class Executor {
  constructor (session, order, clock) {
    this.session = session
    this.windows = session.windows
    this.style = STYLES[order.strategy]
    this.slow = order.strategy === 'slow'
    this.order = { ...order, ...known(session.bot.registry, order) }
    this.clock = clock
    this.started = Date.now()
    this.heard = session.windows.heard
    this.trace = []
    this.reading = null
    this.before = null
    this.resultSeen = null
  }

  /** Does the order and returns the report; only what is no Trouble is thrown. */
  async run () {
    let trouble = null
    try {
      await this.begin()
      await this.craft()
    } catch (error) {
      if (!(error instanceof Trouble) || !this.before) throw error
      trouble = error
    }
    const after = await this.finish(trouble)
    return {
      outcome: trouble?.code ?? 'ok',
      detail: trouble?.message ?? '',
      before: this.before,
      after,
      made: after && difference(this.before, after),
      result_seen: this.resultSeen,
      clicks: this.trace,
      ms: Date.now() - this.started
    }
  }

  /** Opens the station with empty hands; `before` is what the inventory holds then. */
  async begin () {
    const { windows } = this
    windows.close()
    this.reading = windows.reading()
    const asks = !this.style.together || !isClean(this.reading) || !this.seemsPossible()
    if (asks) await this.tidy()
    this.before = this.counted(this.reading)
    if (this.order.station === 'inventory') return
    this.reading = await windows.open(this.table(), this.clock)
    this.before = this.counted(this.reading)
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

  table () {
    const { bot } = this.session
    const { x, y, z } = this.order.position
    const block = bot.blockAt(bot.entity.position.clone().set(x, y, z))
    if (block?.name === 'crafting_table') return block
    throw new Trouble('no_table', `at ${x} ${y} ${z} is ${block?.name ?? 'nothing loaded'}`)
  }

  async craft () {
    foresee(this.reading, this.order, this.style)
    for (let rest = this.order.times, first = true; rest > 0; first = false) {
      const { crafts } = await this.fillGrid(rest, first)
      this.resultSeen = shown(this.reading.slots[RESULT])
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

  judge () {
    const { result } = this.order
    const seen = this.reading.slots[RESULT]
    if (!seen) throw new Trouble('no_result', `the result slot stays empty; ${result.count} ${result.item} expected`)
    if (seen.item !== result.item || seen.count !== result.count) {
      throw new Trouble('wrong_result', `the result slot shows ${seen.count} ${seen.item}; ${result.count} ${result.item} expected`)
    }
    this.order.result = seen
  }

  /** Sends steps and compares what the server shows with what was planned, after each or after all of them. */
  async follow (steps, before) {
    const groups = this.style.together ? [steps] : steps.map(step => [step])
    for (const [number, group] of groups.entries()) {
      if (!this.style.together && group[0].takes) this.judge()
      await this.send(group.flatMap(step => step.clicks), before && number === 0)
      const { cursor, grid } = group.at(-1)
      if (this.shows(cursor, grid)) continue
      this.reading = await this.windows.sync(this.clock, { slow: this.slow })
      if (!this.shows(cursor, grid)) this.differs(group.at(-1))
    }
  }

  async send (clicks, before) {
    const ms = Date.now() - this.started
    for (const { slot, button, mode } of clicks) this.trace.push({ slot, button, mode, ms })
    const said = await this.windows.send(clicks, this.clock, { slow: this.slow, before: before && this.style.together })
    if (said.before) this.before = this.counted(said.before)
    this.reading = said.after
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

  /** Leaves nothing in grid or cursor, closes the station, and returns what the server says the inventory holds, or null. */
  async finish (trouble) {
    if (trouble?.code === 'disconnected') return null
    this.clock = new Clock(TIDY_MS)
    try {
      if (trouble) await this.tidy()
      this.windows.close()
      return this.mute ? null : this.counted(this.reading)
    } catch (error) {
      return await this.lastWord(trouble, error)
    }
  }

  /** Lets the server itself hand back what could not be put back, and asks once more. */
  async lastWord (trouble, error) {
    if (!(error instanceof Trouble)) throw error
    if (trouble) trouble.message += `; not put back: ${error.message}`
    this.windows.close()
    try {
      const last = await this.windows.sync(this.clock, { slow: true })
      return this.mute ? null : this.counted(last)
    } catch (last) {
      if (!(last instanceof Trouble)) throw last
      return null
    }
  }

  /** Empties cursor and grid into the inventory, as often as the server needs to be asked. */
  async tidy () {
    this.reading = await this.windows.sync(this.clock, { slow: this.slow })
    for (let round = 0; !isClean(this.reading); round++) {
      if (round === TIDY_ROUNDS) throw new Trouble('return_failed', 'grid and cursor do not stay empty')
      const sheet = new Sheet(this.reading)
      sheet.putBack()
      await this.send(sheet.steps.flatMap(step => step.clicks), false)
    }
  }

  /** Whether the server was silent all along, so that nothing can be said of the end. */
  get mute () { return this.windows.deaf && this.trace.length > 0 && this.windows.heard === this.heard }

  counted (reading) { return counts(this.windows.store(reading)) }
}

/** The order's items as stacks of this version. */
function known (registry, { cells, result, remainders }) {
  const plain = (item, count) => {
    const found = registry.itemsByName[item.replace('minecraft:', '')]
    if (!found) throw new Trouble('unknown_item', `this version has no ${item}`)
    return { item, count, max: found.stackSize, plain: true, key: item }
  }
  for (const { item } of cells) plain(item, 1)
  const left = Object.entries(remainders).map(([item, remainder]) => [item, plain(remainder, 1)])
  return { result: plain(result.item, result.count), remainders: Object.fromEntries(left) }
}

const same = (one, other) => one?.key === other?.key && one?.count === other?.count
const words = held => held ? `${held.count} ${held.item}` : 'nothing'
const isClean = reading => !reading.cursor && LAYOUTS[reading.kind].grid.every(slot => !reading.slots[slot])

module.exports = { Executor }
