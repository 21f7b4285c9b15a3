'use strict'
// What happened on its own, kept until Python asks for it. Nothing is ever pushed across the bridge.

const KEPT = 1000
const LONGEST = 2000

class Events {
  constructor (kept = KEPT) {
    this.kept = kept
    this.ring = []
    this.seq = 0
  }

  /** Keeps one event; `more` holds sender, uuid and whisper of a chat line. */
  note (kind, text, more = {}) {
    this.seq += 1
    this.ring.push({ seq: this.seq, kind, text: String(text).slice(0, LONGEST), at: Date.now(), ...more })
    if (this.ring.length > this.kept) this.ring.shift()
  }

  /** The events that came after number `after`, oldest first. */
  since (after) {
    return this.ring.filter(event => event.seq > after)
  }
}

/** What happened in this process. */
const events = new Events()

module.exports = { Events, events }
