'use strict'
// What a client is taken to know of its windows: what it was sent, and what it claims to know.

const { copy } = require('./stacks.cjs')

class Sent {
  constructor (menu) {
    this.slots = menu.slots.map(() => null)
    this.cells = []
    this.cursor = null
    this.properties = []
    this.places = menu.view.places
    this.atOpening = this.slots
  }

  get (menu, slot) {
    const [store, index] = menu.view.places[slot]
    return this[store][index] ?? null
  }

  claim (slot, held) {
    const place = this.places[slot]
    if (place) this[place[0]][place[1]] = copy(held)
  }

  /** Everything was sent. */
  all (menu) {
    menu.contents().forEach((held, slot) => this.claim(slot, held))
    this.cursor = copy(menu.cursor)
  }

  open (menu) {
    this.atOpening = [...this.slots]
    this.places = menu.view.places
    this.cells = []
    this.properties = []
  }

  /** The inventory's own window is current again. Before 1.17 it remembers nothing of what was sent for the other. */
  close (menu, forgetful) {
    if (forgetful) this.slots = this.atOpening
    this.atOpening = this.slots
    this.places = menu.view.places
    this.cells = []
    this.cursor = copy(menu.cursor)
  }
}

module.exports = { Sent }
