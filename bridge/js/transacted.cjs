'use strict'
// Clicks up to 1.16.5. Each click says what lay in the slot; the server accepts it or, where it disagrees, rejects it and
// sends the whole window. So a click that does nothing, with a wrong claim, brings an authoritative reading.

const { LAYOUTS } = require('./layouts.cjs')
const { BUTTON } = require('./clicks.cjs')

const ANSWER_MS = 3000
const CURSOR_MS = 250
const FIRST_ACTION = 20000
const LAST_ACTION = 32000
/** Far from the numbers of mineflayer's own clicks. */
const NOTHING = { slot: -999, button: 2, mode: 5 }
const QUICK = 1
const DRAG = 5

class Transacted {
  constructor (windows) {
    this.windows = windows
    this.client = windows.bot._client
    this.action = FIRST_ACTION
    this.tellsCursor = true
  }

  /** Sends clicks and then asks for the window; `before` asks before the first, too. */
  async send (window, clicks, clock, before) {
    const first = before ? await this.ask(window, clock) : null
    for (const click of clicks) this.write(window, click, this.claim(window, click))
    return { before: first, after: await this.ask(window, clock) }
  }

  /** The same without waiting for anything. */
  sendPlainly (window, clicks) {
    for (const click of clicks) this.write(window, click, this.claim(window, click))
    this.write(window, NOTHING, this.wrong())
  }

  /**
   * Asks for the whole window with a wrong claim. mineflayer acknowledges the rejection, as the game wants it. Where an
   * earlier click was rejected, the server has not listened since, so it is asked again.
   */
  async ask (window, clock) {
    let rejected = false
    let again = false
    let answered = false
    let cursor = false
    const onTransaction = packet => {
      if (packet.accepted) return
      if (packet.action === this.action) {
        rejected = true
      } else if (!again) {
        again = true
        this.write(window, NOTHING, this.wrong())
      }
    }
    const onItems = packet => { answered ||= rejected && packet.windowId === window.id }
    const onSlot = packet => { cursor ||= answered && packet.windowId === -1 }
    const listeners = { transaction: onTransaction, window_items: onItems, set_slot: onSlot }
    for (const [name, listener] of Object.entries(listeners)) this.client.on(name, listener)
    try {
      this.write(window, NOTHING, this.wrong())
      await this.windows.expect(window, () => answered, ['window_items'], clock.atMost(ANSWER_MS),
        'click_timeout', 'the server did not show the window')
      if (this.tellsCursor) await this.hearCursor(window, () => cursor, clock)
    } finally {
      for (const [name, listener] of Object.entries(listeners)) this.client.off(name, listener)
    }
    return this.windows.reading(window)
  }

  wrong () { return this.windows.Item.toNotch(new this.windows.Item(this.windows.bot.registry.itemsByName.stone.id, 1)) }

  /** The cursor follows in a packet of its own; a server that once did not send it is not waited for again. */
  async hearCursor (window, heard, clock) {
    await this.windows.expect(window, heard, ['set_slot'], clock.atMost(CURSOR_MS), 'click_timeout', 'no cursor')
      .catch(error => { if (error.code !== 'click_timeout') throw error; this.tellsCursor = false })
  }

  /** What the server's own handling of the click returns: nothing for a drag or for a shift-click whose first move leaves nothing. */
  claim (window, { slot, mode, held }) {
    const { kind, slots } = this.windows.reading(window)
    const { result, makes, grid } = LAYOUTS[kind]
    if (mode === DRAG || mode === BUTTON) return this.notch(null)
    const shown = makes && slot === result ? slots[slot] : null
    if (mode !== QUICK) return this.notch(shown ?? held)
    const crafts = Math.min(...grid.flatMap(cell => slots[cell]?.count ?? []))
    return this.notch(crafts > 1 ? shown : null)
  }

  notch (held) {
    const { Item, bot } = this.windows
    if (!held) return Item.toNotch(null)
    const name = held.item.replace('minecraft:', '')
    return Item.toNotch(new Item(bot.registry.itemsByName[name].id, held.count, null, held.nbt))
  }

  write (window, { slot, button, mode }, item) {
    if (mode === BUTTON) return this.client.write('enchant_item', { windowId: window.id, enchantment: button })
    this.action = this.action === LAST_ACTION ? FIRST_ACTION : this.action + 1
    this.client.write('window_click', { windowId: window.id, slot, mouseButton: button, action: this.action, mode, item })
  }
}

module.exports = { Transacted }
