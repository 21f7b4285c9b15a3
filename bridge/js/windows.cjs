'use strict'
// The bot's windows as the server has them. mineflayer's own copies are only ever written by the server's packets here:
// no click is predicted. How a click is sent, and how the server is made to show the result, depends on the protocol.

const { stack } = require('./stacks.cjs')
const { LAYOUTS, INVENTORY, kindOf } = require('./layouts.cjs')
const { ofMineflayer } = require('./packages.cjs')
const { Trouble } = require('./trouble.cjs')
const { until, pause } = require('./waiting.cjs')
const { Answered } = require('./answered.cjs')
const { Transacted } = require('./transacted.cjs')

const OPEN_MS = 5000
const SLOW_ANSWER_MS = 10000
const QUIET_MS = 120
const DEAF_QUIET_MS = 500
const ASKED = 2
const CURSOR_WINDOWS = [-1, 255]
/** What `set_slot` calls the cursor: -1, which 1.20.5 to 1.21.1 cannot write and send as 255. */

class Windows {
  constructor (bot, note) {
    this.bot = bot
    this.note = note
    this.deaf = false
    this.heard = 0
    this.Item = ofMineflayer('prismarine-item')(bot.registry)
    this.cursorItem = null
    const client = bot._client
    client.on('window_items', packet => {
      if (packet.carriedItem !== undefined) this.cursorItem = this.Item.fromNotch(packet.carriedItem)
    })
    client.on('set_slot', packet => {
      if (CURSOR_WINDOWS.includes(packet.windowId)) this.cursorItem = this.Item.fromNotch(packet.item)
    })
    client.on('set_cursor_item', packet => { this.cursorItem = this.Item.fromNotch(packet.contents) })
    this.transport = new (bot.supportFeature('stateIdUsed') ? Answered : Transacted)(this)
  }

  /** The window that clicks go to. */
  get current () { return this.bot.currentWindow ?? this.bot.inventory }

  /** What the server last said of a window, as a model that clicks can be planned on. */
  reading (window = this.current) {
    return { kind: kindOf(window.type, window.slots.length), slots: window.slots.map(stack), cursor: stack(this.cursorItem) }
  }

  /** The 36 stacks of the inventory proper, in window 0's order, from a reading of either window. */
  store (reading) { return LAYOUTS[reading.kind].store.map(slot => reading.slots[slot]) }

  /** Sends clicks together and returns {before, after}: the server's readings before the first and after the last. */
  async send (clicks, clock, { slow = false, before = false } = {}) {
    const window = this.current
    if (slow || this.deaf) return { before: null, after: await this.patiently(window, clicks, clock) }
    return await this.transport.send(window, clicks, clock, before)
  }

  /** Makes the server show the current window, without changing anything. A server that twice does not is deaf. */
  async sync (clock, { slow = false } = {}) {
    for (let tries = 1; !this.deaf; tries++) {
      try {
        return (await this.send([], clock, { slow })).after
      } catch (trouble) {
        if (trouble.code !== 'click_timeout') throw trouble
        if (tries === ASKED) this.turnDeaf()
      }
    }
    return (await this.send([], clock)).after
  }

  /**
   * Ordinary clicks, then one that only asks. Which of them an answer belongs to cannot be told, so the window is read
   * when no more comes. A deaf server is read the same way, and heard again when it answers the asking after all.
   */
  async patiently (window, clicks, clock) {
    let answered = false
    let heard = Date.now()
    const listen = packet => {
      heard = Date.now()
      this.heard += 1
      answered ||= packet.items !== undefined && packet.windowId === window.id
    }
    const names = ['window_items', 'set_slot', 'set_cursor_item']
    for (const name of names) this.bot._client.on(name, listen)
    try {
      this.transport.sendPlainly(window, clicks)
      if (!this.deaf) {
        await this.expect(window, () => answered, ['window_items'], clock.atMost(SLOW_ANSWER_MS), 'click_timeout', 'no answer')
      }
      const quiet = this.deaf ? DEAF_QUIET_MS : QUIET_MS
      while (Date.now() - heard < quiet) await pause(clock.atMost(quiet / 4))
    } finally {
      for (const name of names) this.bot._client.off(name, listen)
    }
    if (answered) this.deaf = false
    return this.reading(window)
  }

  turnDeaf () {
    this.deaf = true
    this.note('error', 'the server does not answer clicks that ask for a window; it is read when it has been quiet')
  }

  /** Opens the window of a block and returns the reading that the server sends with it; `wanted` says which kinds will do. */
  async open (block, wanted, clock) {
    const { bot } = this
    const name = block.name.replaceAll('_', ' ')
    let id = null
    let items = null
    const onOpen = packet => { id = packet.windowId }
    const onItems = packet => { if (packet.windowId === id) ({ items } = packet) }
    bot._client.on('open_window', onOpen)
    bot._client.on('window_items', onItems)
    try {
      await bot.lookAt(block.position.offset(0.5, 0.5, 0.5), true)
      bot.activateBlock(block).catch(() => {})
      const opened = () => items && bot.currentWindow?.id === id
      const events = [[bot, 'windowOpen'], [bot._client, 'window_items']]
      await until(bot, opened, events, clock.atMost(OPEN_MS), 'open_timeout', `the ${name} did not open`)
    } finally {
      bot._client.off('open_window', onOpen)
      bot._client.off('window_items', onItems)
    }
    this.measure(bot.currentWindow, items.length)
    const reading = this.reading()
    if (reading.kind && wanted(reading.kind)) return reading
    const { type } = bot.currentWindow
    this.close()
    throw new Trouble('wrong_window', `a ${type} opened instead of a ${name}`)
  }

  /** The server's own word on how many slots there are: mineflayer's smithing table is the one without a template. */
  measure (window, slots) {
    window.inventoryStart = slots - INVENTORY
    window.inventoryEnd = slots
    window.hotbarStart = slots - 9
  }

  /** Closes whatever window is open; the server gives back what lies in its grid. */
  close () {
    const { bot } = this
    if (bot.currentWindow) bot.closeWindow(bot.currentWindow)
  }

  /** Waits for packets about a window that must stay open meanwhile. */
  async expect (window, look, names, ms, code, message) {
    const { bot } = this
    const gone = () => window !== bot.inventory && bot.currentWindow !== window
    const events = [...names.map(name => [bot._client, name]), [bot, 'windowClose']]
    await until(bot, () => gone() || look(), events, ms, code, message)
    if (gone()) throw new Trouble('window_changed', 'the server closed the window')
  }
}

module.exports = { Windows }
