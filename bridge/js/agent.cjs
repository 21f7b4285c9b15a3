'use strict'
// The one door of this process: `call(json) -> json`. It never rejects and always answers in time; a late answer would
// break the bridge for good.

const { events } = require('./events.cjs')
const { Session } = require('./session.cjs')
const { Trouble } = require('./trouble.cjs')

const SLACK_MS = 12000
/** What a command gets beyond its own time, to put things back and report. */

const session = new Session(events)
let busy = null

/** Answers {"value": …} or {"error": {code, message, evidence}}. */
async function call (text) {
  try {
    const { command, args = {}, timeout } = JSON.parse(text)
    return JSON.stringify({ value: await answer(command, args, timeout) ?? null })
  } catch (error) {
    const code = error instanceof Trouble ? error.code : 'bug'
    const evidence = error instanceof Trouble ? error.evidence : { stack: String(error?.stack).slice(0, 2000) }
    return JSON.stringify({ error: { code, message: String(error?.message ?? error), evidence } })
  }
}

async function answer (command, args, timeout) {
  if (!Session.commands.includes(command)) throw new Error(`no command ${command}`)
  if (busy && !Session.free.includes(command)) throw new Trouble('busy', `${busy} is still at work`)
  const work = session[command](args, timeout)
  if (Session.free.includes(command)) return await work
  busy = command
  const done = () => { busy = null }
  work.then(done, done)
  return await inTime(work, timeout + SLACK_MS, command)
}

function inTime (work, ms, command) {
  let timer
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Trouble('call_timeout', `${command} did not end within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

module.exports = { call, session }
