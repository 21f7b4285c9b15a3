'use strict'
// Runs before everything else in the process: nothing is printed, nothing outlives Python.

const { isMainThread } = require('node:worker_threads')
const { events } = require('./events.cjs')
const { hush, dieWithParent } = require('./hush.cjs')

if (isMainThread) {
  hush((kind, text) => events.note(kind, text))
  dieWithParent()
}
