'use strict'
// Clicks from 1.17.1 on. A click with an impossible state id makes the server do it and then send the whole window, so
// each click brings its own authoritative reading; a click that does nothing brings one for free.

const { BUTTON } = require('./clicks.cjs')

const ANSWER_MS = 3000
const IMPOSSIBLE = -1
const NOTHING = { slot: -999, button: 2, mode: 5 }
/** The end of a drag that never began. */

class Answered {
  constructor (windows) {
    this.windows = windows
    this.client = windows.bot._client
    this.state = 0
    const keep = packet => { this.state = packet.stateId }
    this.client.on('window_items', keep)
    this.client.on('set_slot', keep)
    // From 1.21.5 the cursor is a hashed item, and null is an empty one.
    this.nothing = windows.bot.registry.version['>=']('1.21.5') ? null : windows.Item.toNotch(null)
  }

  /** Sends clicks, each of which brings a reading; `before` asks for one before the first. */
  async send (window, clicks, clock, before) {
    const sent = before ? [NOTHING, ...clicks] : [...clicks]
    if (sent.length === 0 || sent.at(-1).mode === BUTTON) sent.push(NOTHING)
    const asked = sent.filter(click => click.mode !== BUTTON).length
    let answers = 0
    let first = null
    const count = packet => {
      if (packet.windowId !== window.id) return
      answers += 1
      first ??= this.windows.reading(window)
    }
    this.client.on('window_items', count)
    try {
      for (const click of sent) this.write(window, click, IMPOSSIBLE)
      await this.windows.expect(window, () => answers >= asked, ['window_items'], clock.atMost(ANSWER_MS),
        'click_timeout', `${sent.length} clicks were not all answered`)
    } finally {
      this.client.off('window_items', count)
    }
    return { before: before ? first : null, after: this.windows.reading(window) }
  }

  /** Sends clicks as a player's client does, and one that asks for the window. */
  sendPlainly (window, clicks) {
    for (const click of clicks) this.write(window, click, this.state)
    this.write(window, NOTHING, IMPOSSIBLE)
  }

  write (window, { slot, button, mode }, stateId) {
    if (mode === BUTTON) return this.client.write('enchant_item', { windowId: window.id, enchantment: button })
    this.client.write('window_click', {
      windowId: window.id, stateId, slot, mouseButton: button, mode, changedSlots: [], cursorItem: this.nothing
    })
  }
}

module.exports = { Answered }
