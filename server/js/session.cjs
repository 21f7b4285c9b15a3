'use strict'
// One player's windows on the wire: clicks come in, the truth goes out.

const { Menu, RESULT } = require('./menu.cjs')

const LOGGED = 2000

class Session {
  constructor ({ client, wire, rules, conditions, onDrop, onChange }) {
    Object.assign(this, { client, wire, rules, conditions, onDrop, onChange })
    this.menu = new Menu(rules)
    this.windowId = 0
    this.stateId = 0
    this.sent = []
    this.sentCursor = null
    this.log = []
    this.queue = Promise.resolve()
    client.removeAllListeners('window_click')
    client.removeAllListeners('close_window')
    client.on('window_click', packet => this.later(() => this.click(packet)))
    client.on('close_window', () => this.later(() => this.close()))
  }

  /** Does things in the order they came: after the lag and, where there is one, on the tick, which many clicks may share. */
  later (action) {
    const { lag, tick } = this.conditions
    const arrived = Date.now() + lag
    const due = tick > 0 ? Math.ceil(arrived / tick) * tick : arrived
    const wait = () => due > Date.now() ? new Promise(resolve => setTimeout(resolve, due - Date.now())) : null
    this.queue = this.queue.then(wait).then(action).catch(error => process.emit('uncaughtException', error))
  }

  click (packet) {
    const { conditions, menu } = this
    if (conditions.spend('drop_clicks')) return
    if (packet.windowId !== this.windowId) return this.sendAll()
    const entry = { slot: packet.slot, button: packet.mouseButton, mode: packet.mode, window: packet.windowId }
    this.log.push(entry)
    if (this.log.length > LOGGED) this.log.shift()
    if (conditions.spend('reject_clicks')) return this.answer(packet, false)
    const agreed = !this.wire.hasTransactions || this.agrees(packet)
    menu.click(packet.slot, packet.mouseButton, packet.mode)
    if (conditions.lie_result && menu.slots[RESULT]) menu.slots[RESULT] = { ...conditions.lie_result }
    this.spill()
    this.answer(packet, agreed)
    if (conditions.close_window > 0 && --conditions.close_window === 0) this.forceClose()
    this.onChange()
  }

  /** Before 1.17 a click names the stack that it found in the slot, and a drag nothing. A wrong claim is done, but not accepted. */
  agrees (packet) {
    if (packet.mode !== 0 && packet.mode !== 5) return true
    const claimed = this.wire.fromNotch(packet.item)
    const held = packet.mode === 0 && packet.slot >= 0 ? this.menu.get(packet.slot) : null
    return (claimed?.item ?? null) === (held?.item ?? null) && (claimed?.count ?? 0) === (held?.count ?? 0)
  }

  answer (packet, accepted) {
    if (this.conditions.silent) return
    if (this.conditions.deaf) return this.sendChanges({ force: [RESULT] })
    if (this.wire.hasTransactions) {
      this.client.write('transaction', { windowId: packet.windowId, action: packet.action, accepted })
      return accepted ? this.sendChanges({ force: [RESULT] }) : this.sendAll()
    }
    const stale = this.wire.hasState && packet.stateId !== this.stateId
    if (!accepted || stale || this.conditions.always_stale) return this.sendAll()
    for (const { location, item } of packet.changedSlots ?? []) this.sent[location] = this.wire.fromNotch(item)
    this.sentCursor = this.wire.fromNotch(packet.cursorItem)
    this.sendChanges({ force: [RESULT] })
  }

  open (kind, title) {
    this.menu.open('table')
    this.windowId = this.windowId % 100 + 1
    this.spill()
    this.client.write('open_window', this.wire.openWindow(this.windowId, kind, title))
    this.sendAll()
  }

  close () {
    this.menu.close()
    this.spill()
    this.windowId = 0
    this.sendAll()
    this.onChange()
  }

  /** The server closes the window on its own, as when the table is broken. */
  forceClose () {
    if (this.windowId !== 0) this.client.write('close_window', { windowId: this.windowId })
    this.close()
  }

  /** Gives items; returns how many found no room. */
  give (item, count) {
    const size = this.rules.stackSize(item)
    let left = count
    while (left > 0) {
      const stack = { item, count: Math.min(left, size) }
      const rest = this.menu.add(stack)
      left -= stack.count - (rest?.count ?? 0)
      if (rest) break
    }
    this.sendChanges({})
    this.onChange()
    return left
  }

  clear () {
    this.menu.slots.fill(null)
    this.menu.table.fill(null)
    this.menu.cursor = null
    this.menu.refresh()
    this.sendAll()
    this.onChange()
  }

  spill () {
    for (const stack of this.menu.dropped.splice(0)) this.onDrop(stack)
  }

  sendAll () {
    if (this.conditions.silent) return
    this.sent = this.menu.contents().map(copy)
    this.sentCursor = copy(this.menu.cursor)
    this.client.write('window_items', this.wire.windowItems(this.windowId, this.nextState(), this.sent, this.sentCursor))
    if (!this.wire.hasCarriedItem) this.sendCursor()
  }

  sendChanges ({ force = [] }) {
    if (this.conditions.silent) return
    for (const [slot, stack] of this.menu.contents().entries()) {
      if (same(stack, this.sent[slot]) && !force.includes(slot)) continue
      this.sent[slot] = copy(stack)
      this.client.write('set_slot', this.wire.setSlot(this.windowId, this.nextState(), slot, stack))
    }
    if (!same(this.menu.cursor, this.sentCursor)) this.sendCursor()
  }

  sendCursor () {
    this.sentCursor = copy(this.menu.cursor)
    if (this.wire.hasCursorPacket) this.client.write('set_cursor_item', { contents: this.wire.toNotch(this.menu.cursor) })
    else this.client.write('set_slot', this.wire.setSlot(-1, this.nextState(), -1, this.menu.cursor))
  }

  nextState () {
    this.stateId = (this.stateId + 1) & 0x7fff
    return this.stateId
  }

  /** The whole truth, for tests. */
  truth () {
    const { slots, table, cursor } = this.menu
    const held = [...slots.slice(1), ...table, cursor].filter(Boolean)
    const counts = {}
    for (const { item, count } of held) counts[`minecraft:${item}`] = (counts[`minecraft:${item}`] ?? 0) + count
    const named = stack => stack && { item: `minecraft:${stack.item}`, count: stack.count }
    return {
      slots: slots.flatMap((stack, slot) => stack && slot !== RESULT ? [{ slot, ...named(stack) }] : []),
      counts,
      cursor: named(cursor),
      grid: slots.slice(1, 5).map(named),
      table_grid: table.map(named)
    }
  }
}

function copy (stack) { return stack ? { ...stack } : null }

function same (one, other) { return (one?.item ?? null) === (other?.item ?? null) && (one?.count ?? 0) === (other?.count ?? 0) }

module.exports = { Session }
