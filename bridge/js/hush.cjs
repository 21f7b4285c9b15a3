'use strict'
// Keeps this process quiet and mortal. Its stderr is the wire to Python, its stdout would be the user's answer, so
// whatever a library prints becomes an event; and it never outlives the Python that started it.

const { format } = require('node:util')
const { Worker } = require('node:worker_threads')

const LEVELS = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table']
const PARENT_CHECK_MS = 500

/** Turns everything that is printed or thrown past its catcher into events. */
function hush (note) {
  for (const level of LEVELS) console[level] = (...words) => note('console', format(...words))
  const wire = process.stderr.write.bind(process.stderr)
  process.stderr.write = (chunk, ...rest) => isMessage(chunk) ? wire(chunk, ...rest) : swallow(note, chunk, rest)
  process.stdout.write = (chunk, ...rest) => swallow(note, chunk, rest)
  process.on('warning', warning => note('console', warning.message))
  process.on('unhandledRejection', reason => note('error', reason?.stack ?? reason))
  process.on('uncaughtException', error => note('error', error?.stack ?? error))
}

function isMessage (chunk) {
  const text = String(chunk)
  return text.startsWith('{"r"') && text.endsWith('\n')
}

function swallow (note, chunk, rest) {
  note('console', String(chunk).trimEnd())
  const done = rest.find(argument => typeof argument === 'function')
  if (done) process.nextTick(done)
  return true
}

/** Ends this process with its parent: by the closed pipe, and by a watching thread where the main one hangs. */
function dieWithParent () {
  process.stdin.on('end', () => process.exit(0))
  process.stdin.on('close', () => process.exit(0))
  const watch = `const check = () => { if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL') }
    setInterval(check, ${PARENT_CHECK_MS})`
  new Worker(watch, { eval: true, execArgv: [], stdout: true, stderr: true }).unref()
}

module.exports = { hush, dieWithParent }
