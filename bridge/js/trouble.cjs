'use strict'
// What goes wrong in the world, with a code that Python knows.

class Trouble extends Error {
  constructor (code, message, evidence = {}) {
    super(message)
    this.code = code
    this.evidence = evidence
  }
}

module.exports = { Trouble }
