'use strict'
// Waiting that always ends: by the event, by the clock, or because the connection did.

const { Trouble } = require('./trouble.cjs')

class Clock {
  constructor (ms) { this.end = Date.now() + ms }

  /** Milliseconds that a wait of at most `ms` may take; a Trouble when none are left. */
  atMost (ms) {
    const left = this.end - Date.now()
    if (left <= 0) throw new Trouble('out_of_time', 'the time for this call is over')
    return Math.min(ms, left)
  }
}

/**
 * Resolves with the first true value that `look` returns. It is asked now and again after each of the `events`, which
 * are [emitter, name] pairs. Rejects with a Trouble: `disconnected`, or `code` after `ms`.
 */
function until (bot, look, events, ms, code, message) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(reject, new Trouble(code, `${message} within ${Math.round(ms)} ms`)), ms)
    const onEnd = reason => settle(reject, new Trouble('disconnected', `the connection ended: ${reason}`))
    const onEvent = () => {
      const found = look()
      if (found) settle(resolve, found)
    }
    const settle = (how, value) => {
      clearTimeout(timer)
      bot.off('end', onEnd)
      for (const [emitter, name] of events) emitter.off(name, onEvent)
      how(value)
    }
    bot.on('end', onEnd)
    for (const [emitter, name] of events) emitter.on(name, onEvent)
    if (bot._client.ended) return onEnd('before')
    onEvent()
  })
}

const pause = ms => new Promise(resolve => setTimeout(resolve, ms))

module.exports = { Clock, until, pause }
