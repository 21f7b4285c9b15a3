'use strict'
// A step at a furnace, blast furnace or smoker: input and fuel go in, the fire does the rest, and what it made, left or
// did not burn comes back. How far it is, the window's own bars tell; a fire that does not get on is given up.

const { LAYOUTS } = require('./layouts.cjs')
const { quick } = require('./clicks.cjs')
const { shown } = require('./stacks.cjs')
const { fill, lookFor } = require('./placing.cjs')
const { Attempt } = require('./attempt.cjs')
const { Sheet } = require('./sheet.cjs')
const { Trouble } = require('./trouble.cjs')

const [INPUT, FUEL, OUTPUT] = [0, 1, 2]
const PROGRESS = 2
/** The bar that shows how far the item is that cooks now. */
const STILL_MS = 5000
/** How long nothing may cook until it is said that nothing does: a hundred ticks. */
const ROUNDS = 4

class Cooking extends Attempt {
  async work () {
    const { order } = this
    this.refuseForeign()
    this.foresee()
    Object.assign(this, { rest: order.times, fuelRest: order.fuel?.count ?? 0, made: 0, cooked: false })
    const bar = packet => { if (packet.property === PROGRESS && packet.value > 0) this.cooked = true }
    const { _client: client } = this.session.bot
    client.on('craft_progress_bar', bar)
    try {
      while (this.made < order.times) {
        await this.feed()
        await this.cook()
        await this.collect()
      }
    } finally {
      client.off('craft_progress_bar', bar)
    }
    await this.tidy()
  }

  /** What lies there is somebody's, and would not be told from ours. */
  refuseForeign () {
    const there = this.layout.grid.map(slot => this.reading.slots[slot]).filter(Boolean)
    if (there.length > 0) throw new Trouble('occupied', `the ${this.order.station} holds ${there.map(words).join(', ')} already`)
  }

  /** Throws the Trouble that would come: `missing_items` or `inventory_full`. */
  foresee () {
    const { cells: [{ item }], times, fuel, result, remainders } = this.order
    const need = { [item]: times }
    if (fuel) need[fuel.item] = (need[fuel.item] ?? 0) + fuel.count
    lookFor(this.reading, need)
    const sheet = this.placed(Math.min(times, this.most(item)), Math.min(fuel?.count ?? 0, fuel?.max ?? 0))
    const comes = [{ stack: result, count: times * result.count }]
    if (fuel && remainders[fuel.item]) comes.push({ stack: remainders[fuel.item], count: fuel.count })
    for (const { stack, count } of comes) {
      if (sheet.room(stack) < count) throw new Trouble('inventory_full', `no room for ${count} ${stack.item}`)
      sheet.gain({ ...stack, count })
    }
  }

  most (item) { return this.session.bot.registry.itemsByName[item.replace('minecraft:', '')].stackSize }

  /** Plans putting so much input and fuel in. */
  placed (input, fuel) {
    const sheet = new Sheet(this.reading)
    if (input > 0) fill(sheet, this.order.cells[0].item, [INPUT], input, this.style)
    if (fuel > 0) fill(sheet, this.order.fuel.item, [FUEL], fuel, this.style)
    return sheet
  }

  /** Puts in what there is room for: fuel where none lies, and input where all is cooked. */
  async feed () {
    const { slots } = this.reading
    if (slots[FUEL] && this.order.remainders[this.order.fuel?.item]?.item === slots[FUEL].item) await this.send([quickly(slots, FUEL)])
    const input = this.reading.slots[INPUT] ? 0 : Math.min(this.rest, this.most(this.order.cells[0].item))
    const fuel = this.reading.slots[FUEL] ? 0 : Math.min(this.fuelRest, this.order.fuel?.max ?? 0)
    const { steps } = this.placed(input, fuel)
    if (steps.length === 0) return
    this.fed = true
    for (const group of this.style.together ? [steps] : steps.map(step => [step])) await this.send(group.flatMap(step => step.clicks))
    this.rest -= input
    this.fuelRest -= fuel
    if (this.reading.cursor) throw new Trouble('place_refused', `the ${this.order.station} does not take ${words(this.reading.cursor)}`)
  }

  /** Waits until all input is cooked, the output is full, or more fuel has to go in. */
  async cook () {
    const window = this.windows.current
    const bars = {}
    let before = ''
    const listen = ({ property, value }) => { bars[property] = value }
    const { _client: client } = this.session.bot
    client.on('craft_progress_bar', listen)
    const state = () => {
      const { slots } = this.windows.reading(window)
      return JSON.stringify([slots[INPUT]?.count, slots[OUTPUT]?.count, bars[PROGRESS] ?? 0])
    }
    try {
      while (!this.isDone(this.windows.reading(window))) {
        before = state()
        const moved = () => state() !== before || this.isDone(this.windows.reading(window))
        await this.windows.expect(window, moved, ['set_slot', 'window_items', 'craft_progress_bar'], this.clock.atMost(STILL_MS), 'still', 'nothing cooks')
      }
    } catch (trouble) {
      if (trouble.code !== 'still') throw trouble
      await this.sync()
      if (!this.isDone(this.reading)) this.standsStill()
    } finally {
      client.off('craft_progress_bar', listen)
    }
    await this.sync()
  }

  isDone ({ slots }) {
    const out = slots[OUTPUT]
    if (out && (out.item !== this.order.result.item || out.count === out.max)) return true
    const spent = slots[FUEL] ? slots[FUEL].item !== this.order.fuel?.item : true
    return !slots[INPUT] || (spent && this.fuelRest > 0)
  }

  standsStill () {
    const { slots } = this.reading
    const held = `${words(slots[INPUT])} on ${words(slots[FUEL])}`
    if (!this.cooked && this.made === 0) throw new Trouble('no_result', `the ${this.order.station} does not cook ${held}`)
    if (!slots[FUEL]) throw new Trouble('fuel_ran_out', `the fire went out over ${words(slots[INPUT])}`)
    throw new Trouble('stalled', `the ${this.order.station} does not get on with ${held}`)
  }

  /** Takes what is cooked, once it has been read and is what it should be. */
  async collect () {
    const out = this.reading.slots[OUTPUT]
    if (!out) return
    this.resultSeen = shown(out)
    const { result } = this.order
    if (out.item !== result.item) throw new Trouble('wrong_result', `the ${this.order.station} made ${words(out)}; ${result.item} expected`)
    this.made += out.count / result.count
    await this.send([quickly(this.reading.slots, OUTPUT)])
    if (!this.reading.slots[OUTPUT]) return
    this.made -= this.reading.slots[OUTPUT].count / result.count
  }

  /** Takes out everything that went in; the fire may turn input into output between two looks. A closed window is opened again. */
  async tidy () {
    if (this.reading.kind === 'inventory' && !this.fed) return await super.tidy()
    if (!this.fed) return await this.sync()
    if (this.windows.current === this.session.bot.inventory) await this.open()
    await this.sync()
    for (let round = 0; !this.isEmpty; round++) {
      if (round === ROUNDS) throw new Trouble('return_failed', `the ${this.order.station} does not stay empty`)
      const { slots } = this.reading
      const sheet = new Sheet(this.reading)
      sheet.deposit()
      await this.send([...sheet.steps.flatMap(step => step.clicks), ...this.cells.filter(slot => slots[slot]).map(slot => quickly(slots, slot))])
    }
  }

  get cells () { return LAYOUTS[this.reading.kind].grid }

  get isEmpty () { return !this.reading.cursor && this.cells.every(slot => !this.reading.slots[slot]) }
}

const quickly = (slots, slot) => ({ ...quick(slot), held: slots[slot] })
const words = held => held ? `${held.count} ${held.item}` : 'nothing'

module.exports = { Cooking }
