'use strict'
// How the server misbehaves, when it is told to. Everything is off at first.

const DEFAULTS = {
  lag: 0,
  tick: 0,
  drop_clicks: 0,
  reject_clicks: 0,
  close_window: 0,
  drop_chance: 0,
  reject_chance: 0,
  seed: 1,
  cooking_speed: 1,
  always_stale: false,
  silent: false,
  deaf: false,
  lie_result: null,
  refuse: [],
  mishaps: []
}
const CHANCES = { drop_clicks: 'drop_chance', reject_clicks: 'reject_chance' }

class Conditions {
  constructor () {
    this.values = { ...DEFAULTS }
    this.random = generator(DEFAULTS.seed)
    this.clicks = 0
    for (const name of Object.keys(DEFAULTS)) Object.defineProperty(this, name, { get: () => this.values[name], set: value => { this.values[name] = value } })
  }

  /** Sets some conditions; names or types that are not known are refused, and nothing is set. */
  set (wanted) {
    for (const [name, value] of Object.entries(wanted)) {
      if (!Object.hasOwn(DEFAULTS, name)) throw new Error(`no condition ${name}; there are ${Object.keys(DEFAULTS).join(', ')}`)
      const kind = kindOf(DEFAULTS[name])
      const right = kind === 'number' ? Number.isFinite(value) && value >= 0 : name === 'lie_result' ? kindOf(value) === 'object' : kindOf(value) === kind
      if (!right) throw new Error(`condition ${name} is a ${kind}, not ${JSON.stringify(value)}`)
    }
    Object.assign(this.values, wanted)
    if ('seed' in wanted) this.random = generator(wanted.seed)
    if ('mishaps' in wanted) this.clicks = 0
  }

  /** Behaves again. */
  reset () { this.set(structuredClone(DEFAULTS)) }

  /** Whether this click is one of the next `name` ones, which are counted down, or is struck by that fault's chance. */
  spend (name) {
    const chance = this.values[CHANCES[name]]
    if (this.values[name] > 0) this.values[name]--
    else return chance > 0 && this.random() < chance
    return true
  }

  /** The mishaps that are due at this click: after so many clicks since they were set, or by chance. */
  due () {
    this.clicks++
    return this.values.mishaps.filter(({ after, chance = 0 }) => after === this.clicks || (chance > 0 && this.random() < chance))
  }
}

function kindOf (value) { return Array.isArray(value) ? 'list' : typeof value }

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator (seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

module.exports = { Conditions }
