'use strict'
// How the server misbehaves, when it is told to. Everything is off at first.

const DEFAULTS = { lag: 0, tick: 0, drop_clicks: 0, reject_clicks: 0, always_stale: false, silent: false, deaf: false, lie_result: null, close_window: 0 }

class Conditions {
  constructor () { Object.assign(this, DEFAULTS) }

  /** Sets some conditions; names or types that are not known are refused, and nothing is set. */
  set (wanted) {
    for (const [name, value] of Object.entries(wanted)) {
      if (!(name in DEFAULTS)) throw new Error(`no condition ${name}; there are ${Object.keys(DEFAULTS).join(', ')}`)
      const kind = name === 'lie_result' ? 'object' : typeof DEFAULTS[name]
      if (typeof value !== kind) throw new Error(`condition ${name} is a ${kind}, not ${JSON.stringify(value)}`)
    }
    Object.assign(this, wanted)
  }

  /** Whether this click is one of the next `name` ones, which are counted down. */
  spend (name) {
    if (this[name] <= 0) return false
    this[name]--
    return true
  }
}

module.exports = { Conditions }
