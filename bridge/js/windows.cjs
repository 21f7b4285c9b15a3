'use strict'
// The bot's windows as the server has them. mineflayer's own copies are only ever written by the server's packets here:
// no click is predicted. How a click is sent, and how the server is made to show the result, depends on the protocol.

const { stack } = require('./stacks.cjs')
const { LAYOUTS } = require('./clicks.cjs')
const { ofMineflayer } = require('./packages.cjs')
const { Trouble } = require('./trouble.cjs')
const { until } = require('./waiting.cjs')
const { Answered } = require('./answered.cjs')
const { Transacted } = require('./transacted.cjs')

const OPEN_MS = 5000
const CURSOR_WINDOWS = [-1, 255]
/** What `set_slot` calls the cursor: -1, which 1.20.5 to 1.21.1 cannot write and send as 255. */

class Windows {
  constructor (bot) {
    this.bot = bot
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
    const kind = window === this.bot.inventory ? 'inventory' : 'crafting_table'
    return { kind, slots: window.slots.map(stack), cursor: stack(this.cursorItem) }
  }

  /** The 36 stacks of the inventory proper, in window 0's order, from a reading of either window. */
  store (reading) { return LAYOUTS[reading.kind].store.map(slot => reading.slots[slot]) }

  /** Sends clicks together and returns {before, after}: the server's readings before the first and after the last. */
  async send (clicks, clock, { slow = false, before = false } = {}) {
    return await this.transport.send(this.current, clicks, clock, { slow, before })
  }

  /** Makes the server show the current window, without changing anything. */
  async sync (clock, { slow = false } = {}) {
    return (await this.send([], clock, { slow })).after
  }

  /** Opens the crafting table at a position and returns the reading that came with it. */
  async open (block, clock) {
    const { bot } = this
    await bot.lookAt(block.position.offset(0.5, 0.5, 0.5), true)
    bot.activateBlock(block).catch(() => {})
    const opened = () => bot.currentWindow?.type.startsWith('minecraft:crafting') && this.filled
    this.filled = false
    const onOpen = () => { this.filled = true }
    bot.on('windowOpen', onOpen)
    try {
      await until(bot, opened, [[bot, 'windowOpen']], clock.atMost(OPEN_MS), 'open_timeout', 'the crafting table did not open')
    } finally {
      bot.off('windowOpen', onOpen)
    }
    return this.reading()
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
