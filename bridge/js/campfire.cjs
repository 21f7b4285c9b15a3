'use strict'
// A step on a campfire, which has no window: what is to be cooked is laid on it from the hand, four at a time, and falls
// beside it when it is done.

const { shown } = require('./stacks.cjs')
const { lookFor } = require('./placing.cjs')
const { Attempt } = require('./attempt.cjs')
const { Sheet } = require('./sheet.cjs')
const { hold, stepTowards } = require('./stations.cjs')
const { Trouble } = require('./trouble.cjs')
const { until, pause } = require('./waiting.cjs')

const PLACES = 4
const LAID_MS = 3000
const TICK_MS = 50
const SLACK = 1.5
const SLACK_MS = 5000
const NEAR = 1.2
/** From where things are picked up, and on no side so near that the bot stands in the fire. */
const LOOK_MS = 50

class Campfire extends Attempt {
  async open () {
    this.fire = this.block()
    if (this.fire.getProperties().lit === false) throw new Trouble('no_station', 'the campfire does not burn')
  }

  async work () {
    const { cells: [{ item }], times, result } = this.order
    lookFor(this.reading, { [item]: times })
    if (new Sheet(this.reading).room(result) < times * result.count) throw new Trouble('inventory_full', `no room for ${times * result.count} ${result.item}`)
    await hold(this.session, item, this.clock)
    for (let rest = times; rest > 0;) {
      const had = this.held(result.item)
      const laid = await this.lay(item, Math.min(rest, PLACES))
      await this.gather(had + laid * result.count)
      rest -= laid
    }
    await this.sync()
    this.resultSeen = shown({ ...result, count: this.counted(this.reading)[result.item] ?? 0 })
  }

  held (item) { return this.counted(this.windows.reading(this.session.bot.inventory))[item] ?? 0 }

  /** Lays so many on the fire, as far as it takes them; returns how many. */
  async lay (item, count) {
    const { bot } = this.session
    for (let laid = 0; laid < count; laid++) {
      const before = this.held(item)
      if (bot.heldItem === null) await hold(this.session, item, this.clock)
      this.trace.push({ slot: bot.quickBarSlot + 36, button: 1, mode: 0, ms: Date.now() - this.started })
      await bot.activateBlock(this.fire)
      const taken = () => this.held(item) < before
      const gone = await until(bot, taken, [[bot._client, 'set_slot'], [bot._client, 'window_items']], this.clock.atMost(LAID_MS), 'place_refused', `the campfire does not take ${item}`)
        .catch(trouble => { if (trouble.code !== 'place_refused' || laid === 0) throw trouble })
      if (!gone) return laid
    }
    return count
  }

  /** Waits beside the fire until there are so many of the result. */
  async gather (wanted) {
    const { bot } = this.session
    const { result, ticks } = this.order
    const end = Date.now() + this.clock.atMost(ticks * TICK_MS * SLACK + SLACK_MS)
    const { position } = this.fire
    try {
      while (this.held(result.item) < wanted) {
        if (Date.now() > end) throw new Trouble('stalled', `${wanted - this.held(result.item)} ${result.item} did not come back from the campfire`)
        if (bot._client.ended) throw new Trouble('disconnected', 'the connection ended')
        const away = Math.max(...['x', 'z'].map(axis => Math.abs(position[axis] + 0.5 - bot.entity.position[axis])))
        if (away > NEAR) await stepTowards(bot, position)
        else bot.setControlState('forward', false)
        await pause(LOOK_MS)
      }
    } finally {
      bot.setControlState('forward', false)
    }
  }
}

module.exports = { Campfire }
