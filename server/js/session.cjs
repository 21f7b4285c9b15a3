'use strict'
// One player's windows on the wire: clicks come in, the truth goes out, as the game's own server does it. Whatever is
// different here from the game is a condition that was asked for.

const { click, OUTSIDE } = require('./clicks.cjs')
const { copy, same, counts, named } = require('./stacks.cjs')
const { Sent } = require('./sent.cjs')

const REMEMBERED = 2000

class Session {
  /** `menu` holds what the player has and outlives the session; `hooks` are onDrop(stack), onChange(), onClose(container). */
  constructor ({ client, wire, rules, conditions, menu, hooks }) {
    Object.assign(this, { client, wire, rules, conditions, menu, hooks })
    this.windowId = 0
    this.opened = 0
    this.synced = true
    this.expected = null
    this.sent = new Sent(menu)
    this.states = { 0: 0 }
    this.log = []
    this.seen = 0
    this.dead = false
    this.left = false
    this.queue = Promise.resolve()
    for (const name of ['window_click', 'close_window', 'set_creative_slot', 'enchant_item', 'transaction']) client.removeAllListeners(name)
    client.on('window_click', packet => this.later(() => this.click(packet)))
    client.on('close_window', packet => this.later(() => this.closed(packet)))
    client.on('enchant_item', packet => this.later(() => this.press(packet)))
    client.on('transaction', packet => this.later(() => this.acknowledge(packet)))
  }

  /**
   * Does things in the order they came: after the lag and, where there is one, on the tick, which many clicks may share.
   * What has not had its turn when the player leaves is not done.
   */
  later (action) {
    const { lag, tick } = this.conditions
    const arrived = Date.now() + lag
    const due = tick > 0 ? Math.ceil(arrived / tick) * tick : arrived
    const wait = () => due > Date.now() ? new Promise(resolve => setTimeout(resolve, due - Date.now())) : null
    this.queue = this.queue.then(wait).then(() => this.left ? null : action()).catch(error => process.emit('uncaughtException', error))
  }

  click (packet) {
    const { conditions, menu } = this
    this.seen++
    if (conditions.spend('drop_clicks')) return
    if (this.dead || packet.windowId !== this.windowId || !(this.synced || conditions.deaf)) return
    if (packet.slot !== OUTSIDE && packet.slot !== -1 && !menu.knows(packet.slot)) return
    this.remember(packet)
    if (conditions.spend('reject_clicks')) return this.answer(packet, null, false)
    const stale = this.wire.hasState && packet.stateId !== this.states[this.windowId]
    const found = click(menu, packet.slot, packet.mouseButton, packet.mode)
    this.tellShown()
    const due = conditions.due()
    for (const mishap of due.filter(({ unanswered }) => unanswered)) this.hooks.onMishap(mishap)
    this.answer(packet, found, !stale)
    this.changed()
    if (conditions.close_window > 0 && --conditions.close_window === 0) this.forceClose()
    for (const mishap of due.filter(({ unanswered }) => !unanswered)) this.hooks.onMishap(mishap)
  }

  remember ({ slot, mouseButton, mode, windowId }) {
    this.log.push({ slot, button: mouseButton, mode, window: windowId })
    if (this.log.length > REMEMBERED) this.log.shift()
  }

  answer (packet, found, agreed) {
    if (this.conditions.silent) return
    if (this.conditions.deaf) return this.sendChanges()
    if (this.wire.hasTransactions) return this.acceptOrReject(packet, found, agreed)
    for (const { location, item } of packet.changedSlots ?? []) this.sent.claim(location, this.wire.fromNotch(item))
    this.sent.cursor = this.wire.fromNotch(packet.cursorItem)
    if (!agreed || this.conditions.always_stale) this.sendAll()
    else this.sendChanges()
  }

  /**
   * Before 1.17 a click names the stack it was on, as the server's own click handling returns it: with an equal claim the
   * client is taken to know what happened, and is told nothing. With another it is sent everything, and until it says
   * that it has heard, its clicks are ignored.
   */
  acceptOrReject (packet, found, agreed) {
    const accepted = agreed && same(this.wire.fromNotch(packet.item), found)
    this.write('transaction', { windowId: packet.windowId, action: packet.action, accepted })
    if (accepted) return this.sent.all(this.menu)
    this.synced = false
    this.expected = packet.action
    this.sendAll()
  }

  acknowledge ({ windowId, action }) {
    if (windowId === this.windowId && action === this.expected) this.synced = true
  }

  /** A crafting grid's every change is told at once, with what its result slot showed then. */
  tellShown () {
    for (const held of this.menu.shown.splice(0)) {
      this.sent.claim(0, held)
      this.write('set_slot', this.wire.setSlot(this.windowId, this.nextState(), 0, held))
    }
  }

  /** A stonecutter's recipe is chosen. */
  press ({ windowId, enchantment }) {
    if (windowId !== this.windowId) return
    this.log.push({ button: enchantment, window: windowId })
    this.menu.choose(enchantment)
    this.sendChanges()
  }

  open (container, type, title) {
    if (this.windowId !== 0) this.forceClose()
    this.opened = this.opened % 100 + 1
    this.windowId = this.opened
    this.states[this.windowId] = 0
    this.menu.open(container)
    this.sent.open(this.menu)
    this.write('open_window', this.wire.openWindow(this.windowId, type, title, this.menu.view.cells))
    this.sendAll()
    this.sendProperties()
  }

  closed ({ windowId }) {
    if (windowId === this.windowId) this.close()
  }

  close () {
    const { container } = this.menu
    this.menu.close()
    this.sent.close(this.menu, this.wire.hasTransactions)
    if (this.windowId !== 0) delete this.states[this.windowId]
    this.windowId = 0
    this.synced = true
    this.sendChanges()
    this.changed()
    if (container) this.hooks.onClose(container)
  }

  /** The server closes the window on its own, as when the table is broken. */
  forceClose () {
    if (this.windowId !== 0) this.write('close_window', { windowId: this.windowId })
    this.close()
  }

  /** After the player left: what grids and cursor held falls to the ground. */
  leave () {
    this.left = true
    const { container } = this.menu
    this.menu.leave()
    this.changed()
    if (container) this.hooks.onClose(container)
  }

  /** Gives items; returns how many found no room. */
  give (item, count) {
    let left = count
    while (left > 0) {
      const offered = Math.min(left, this.rules.stackSize(item))
      const rest = this.menu.add({ item, count: offered })?.count ?? 0
      left -= offered - rest
      if (rest > 0) break
    }
    this.told()
    return left
  }

  /** Something outside the windows changed a slot of the inventory: a block was placed, hands were swapped. */
  replace (slot, held) {
    this.menu.slots[slot] = held
    this.told()
  }

  reduce (slot, count) {
    const { item, count: most } = this.menu.slots[slot]
    this.replace(slot, most > count ? { item, count: most - count } : null)
  }

  /** Takes items away behind the player's back; returns how many were taken. */
  steal (item, count) {
    let left = count
    for (const [slot, held] of this.menu.slots.entries()) {
      if (slot === 0 || held?.item !== item || left === 0) continue
      const taken = Math.min(left, held.count)
      this.menu.slots[slot] = held.count > taken ? { item, count: held.count - taken } : null
      left -= taken
    }
    this.menu.refresh()
    this.told()
    return count - left
  }

  /** Something else changed what the player holds. */
  told () {
    this.sendChanges()
    this.changed()
  }

  /** The player died: everything it held falls, and until it respawns it can do nothing. */
  die () {
    this.dead = true
    if (this.windowId !== 0) this.forceClose()
    this.menu.leave()
    for (const held of this.menu.slots) if (held) this.menu.dropped.push(held)
    this.menu.slots.fill(null)
    this.told()
  }

  clear () {
    this.menu.clear()
    this.sendAll()
    this.changed()
  }

  changed () {
    for (const held of this.menu.dropped.splice(0)) this.hooks.onDrop(held)
    this.hooks.onChange()
  }

  sendAll () {
    if (this.conditions.silent) return
    this.sent.all(this.menu)
    this.write('window_items', this.wire.windowItems(this.windowId, this.nextState(), this.menu.contents(), this.menu.cursor))
    if (!this.wire.hasState) this.sendCursor()
  }

  sendChanges () {
    if (this.conditions.silent) return
    this.menu.shown = []
    for (const [slot, held] of this.menu.contents().entries()) {
      if (same(held, this.sent.get(this.menu, slot))) continue
      this.sent.claim(slot, held)
      this.write('set_slot', this.wire.setSlot(this.windowId, this.nextState(), slot, held))
    }
    if (!same(this.menu.cursor, this.sent.cursor)) this.sendCursor()
  }

  sendCursor () {
    this.sent.cursor = copy(this.menu.cursor)
    this.write(...this.wire.cursor(this.nextState(), this.menu.cursor))
  }

  /** A furnace window's bars: how long the fuel lasts and how far the cooking is. */
  sendProperties () {
    const values = this.hooks.propertiesOf?.(this.menu.container) ?? []
    for (const [property, value] of values.entries()) {
      if (this.sent.properties[property] === value) continue
      this.sent.properties[property] = value
      this.write('craft_progress_bar', { windowId: this.windowId, property, value })
    }
  }

  write (name, packet) {
    if (!this.conditions.silent) this.client.write(name, packet)
  }

  nextState () {
    this.states[this.windowId] = (this.states[this.windowId] + 1) & 0x7fff
    return this.states[this.windowId]
  }
}

/** The whole truth about what a player holds, for tests. */
function truth (menu) {
  const { slots, container, hands } = menu
  const table = container?.kind === 'crafting' ? container.cells.slice(1) : new Array(9).fill(null)
  return {
    slots: slots.flatMap((held, slot) => held && slot !== 0 ? [{ slot, ...named(held) }] : []),
    counts: counts(menu.held()),
    cursor: named(hands.opened ?? hands.own),
    grid: slots.slice(1, 5).map(named),
    table_grid: table.map(named),
    window: container?.kind ?? 'inventory'
  }
}

module.exports = { Session, truth }
