'use strict'
// What clicks do to a window, as the game's rules have it. Pure: a model is {kind, slots, cursor}, slots hold stacks.
// It predicts, so that the server's answer can be compared; it is never evidence.

const { LAYOUTS } = require('./layouts.cjs')

const PICK = 0
const QUICK = 1
const DRAG = 5
const LEFT = 0
const RIGHT = 1
const BUTTON = 7
/** No mode of the protocol's: a button of the window, which has a packet of its own. */

const left = slot => ({ slot, button: LEFT, mode: PICK })
const right = slot => ({ slot, button: RIGHT, mode: PICK })
const quick = slot => ({ slot, button: LEFT, mode: QUICK })
const press = button => ({ slot: -999, button, mode: BUTTON })

/** One left drag over several slots: the stack on the cursor is spread evenly, what does not divide stays on it. */
function drag (slots) {
  const edge = button => ({ slot: -999, button, mode: DRAG })
  return [edge(0), ...slots.map(slot => ({ slot, button: 1, mode: DRAG })), { ...edge(2), spread: slots }]
}

const copy = model => ({ ...model, slots: model.slots.map(held => held && { ...held }), cursor: model.cursor && { ...model.cursor } })
const some = (held, count) => count > 0 ? { ...held, count } : null

/** Does clicks on grid and inventory slots to a model. Taking results is `take` below. */
function act (model, clicks) {
  for (const click of clicks) {
    if (click.mode === PICK) ACTS[click.button](model, click.slot)
    if (click.spread) spread(model, click.spread)
  }
  return model
}

const ACTS = {
  [LEFT] (model, slot) {
    const { cursor } = model
    const held = model.slots[slot]
    if (cursor && held && cursor.key === held.key) {
      const moved = Math.min(cursor.count, held.max - held.count)
      model.slots[slot] = some(held, held.count + moved)
      model.cursor = some(cursor, cursor.count - moved)
    } else {
      model.slots[slot] = cursor
      model.cursor = held
    }
  },
  [RIGHT] (model, slot) {
    const { cursor } = model
    const held = model.slots[slot]
    if (!cursor) {
      model.cursor = held && some(held, Math.ceil(held.count / 2))
      model.slots[slot] = held && some(held, Math.floor(held.count / 2))
    } else if (!held || (held.key === cursor.key && held.count < held.max)) {
      model.slots[slot] = some(cursor, (held?.count ?? 0) + 1)
      model.cursor = some(cursor, cursor.count - 1)
    } else if (held.key !== cursor.key) {
      model.slots[slot] = cursor
      model.cursor = held
    }
  }
}

function spread (model, slots) {
  const each = Math.floor(model.cursor.count / slots.length)
  let rest = model.cursor.count
  for (const slot of slots) {
    const held = model.slots[slot]?.count ?? 0
    const moved = Math.min(each, model.cursor.max - held)
    model.slots[slot] = some(model.cursor, held + moved)
    rest -= moved
  }
  model.cursor = some(model.cursor, rest)
}

/** One craft's worth leaves the grid; a remainder stays in its cell, which must hold one item then. */
function consume (model, remainders) {
  for (const slot of LAYOUTS[model.kind].grid) {
    const held = model.slots[slot]
    if (!held) continue
    const remainder = remainders[held.item]
    model.slots[slot] = remainder ? { ...remainder, count: 1 } : some(held, held.count - 1)
  }
  return model
}

module.exports = { BUTTON, left, right, quick, press, drag, act, consume, copy, some }
