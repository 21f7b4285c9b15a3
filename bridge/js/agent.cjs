'use strict'
// The one door of this process: `call(json) -> json`. It never rejects and always answers in time; a late answer would
// break the bridge for good.

const { events } = require('./events.cjs')
const { Session } = require('./session.cjs')
const { Trouble } = require('./trouble.cjs')

const SLACK_MS = 12000
/** What a command gets beyond its own time, to put things back and report. */

const PENDING = Symbol('the work goes on')
const session = new Session(events)
let busy = null
let work = null

/**
 * Answers {"value": …} or {"error": {code, message, evidence}}; with a `slice` of so many ms {"pending": true} where the
 * work goes on, and then what came of it to the command `wait`.
 */
async function call (text) {
  try {
    const { command, args = {}, timeout, slice } = JSON.parse(text)
    const value = await (command === 'wait' ? within(slice) : answer(command, args, timeout, slice))
    return JSON.stringify(value === PENDING ? { pending: true } : { value: value ?? null })
  } catch (error) {
    const code = error instanceof Trouble ? error.code : 'bug'
    const evidence = error instanceof Trouble ? error.evidence : { stack: String(error?.stack).slice(0, 2000) }
    return JSON.stringify({ error: { code, message: String(error?.message ?? error), evidence } })
  }
}

async function answer (command, args, timeout, slice) {
  if (!Session.commands.includes(command)) throw new Error(`no command ${command}`)
  if (busy && !Session.free.includes(command)) throw new Trouble('busy', `${busy} is still at work`)
  const begun = session[command](args, timeout)
  if (Session.free.includes(command)) return await begun
  busy = command
  const done = () => { busy = null }
  begun.then(done, done)
  work = inTime(begun, timeout + SLACK_MS, command)
  work.catch(() => {}) // it is told to whoever waits
  return slice ? await within(slice) : await work
}

/** What came of the hands' work, or PENDING after so many ms. */
async function within (ms) {
  let timer
  const over = new Promise(resolve => { timer = setTimeout(() => resolve(PENDING), ms) })
  return await Promise.race([work, over]).finally(() => clearTimeout(timer))
}

function inTime (work, ms, command) {
  let timer
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Trouble('call_timeout', `${command} did not end within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

module.exports = { call, session }
