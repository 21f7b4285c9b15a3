'use strict'
// One step of a plan, done with the bot's hands. This is what all steps share: the station is opened with empty hands,
// the clicks are kept, on failure everything comes back, and the report says what the server showed. Whether that is
// what was wanted is not decided here.

const { LAYOUTS } = require('./layouts.cjs')
const { counts, difference } = require('./stacks.cjs')
const { STYLES } = require('./placing.cjs')
const { Sheet } = require('./sheet.cjs')
const { distance, CHESTS, REACH } = require('./snapshot.cjs')
const { Trouble } = require('./trouble.cjs')
const { Clock } = require('./waiting.cjs')

const TIDY_ROUNDS = 4
const TIDY_MS = 8000

class Attempt {
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
      await this.work()
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
    if (!this.style.together || !isClean(this.reading) || !this.seemsPossible()) await this.tidy()
    this.before = this.counted(this.reading)
    if (this.order.station === 'inventory') return
    await this.open()
    this.before = this.counted(this.reading)
  }

  /** Whether the inventory need not be asked for before the first click. */
  seemsPossible () { return true }

  async open () {
    const { station } = this.order
    this.reading = await this.windows.open(this.block(), kind => kind.startsWith(station), this.clock)
  }

  /** The station's block, which must stand where it is said to, in reach. */
  block () {
    const { bot } = this.session
    const { position: { x, y, z }, station } = this.order
    const at = bot.entity.position.clone().set(x, y, z)
    const block = bot.blockAt(at)
    if (!block || !isStation(block.name, station)) throw new Trouble('no_station', `at ${x} ${y} ${z} is ${block?.name ?? 'nothing loaded'}, no ${station}`)
    if (distance(bot, at) <= REACH) return block
    throw new Trouble('too_far', `the ${station} at ${x} ${y} ${z} is ${distance(bot, at).toFixed(1)} blocks away`)
  }

  /** Sends clicks and keeps what the server shows after them. */
  async send (clicks, before = false) {
    const ms = Date.now() - this.started
    for (const { slot, button, mode } of clicks) this.trace.push({ slot, button, mode, ms })
    const said = await this.windows.send(clicks, this.clock, { slow: this.slow, before })
    if (said.before) this.before = this.counted(said.before)
    this.reading = said.after
  }

  async sync () { this.reading = await this.windows.sync(this.clock, { slow: this.slow }) }

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
    await this.sync()
    for (let round = 0; !isClean(this.reading); round++) {
      if (round === TIDY_ROUNDS) throw new Trouble('return_failed', 'grid and cursor do not stay empty')
      const sheet = new Sheet(this.reading)
      sheet.putBack()
      await this.send(sheet.steps.flatMap(step => step.clicks))
    }
  }

  /** Whether the server was silent all along, so that nothing can be said of the end. */
  get mute () { return this.windows.deaf && this.trace.length > 0 && this.windows.heard === this.heard }

  get layout () { return LAYOUTS[this.reading.kind] }

  counted (reading) { return counts(this.windows.store(reading)) }
}

/** The order's items as stacks of this version. */
function known (registry, { cells, result, remainders, fuel }) {
  const plain = (item, count) => {
    const found = registry.itemsByName[item.replace('minecraft:', '')]
    if (!found) throw new Trouble('unknown_item', `this version has no ${item}`)
    return { item, count, max: found.stackSize, plain: true, key: item }
  }
  for (const { item } of cells) plain(item, 1)
  const left = Object.entries(remainders).map(([item, remainder]) => [item, plain(remainder, 1)])
  return { result: result && plain(result.item, result.count), remainders: Object.fromEntries(left), fuel: fuel ? plain(fuel.item, fuel.count) : null }
}

const isStation = (name, station) => station === 'chest' ? CHESTS.test(name) : name === station || name === `soul_${station}`
const isClean = reading => !reading.cursor && LAYOUTS[reading.kind].grid.every(slot => !reading.slots[slot])

module.exports = { Attempt }
