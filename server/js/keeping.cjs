'use strict'
// What outlives the server: everything that players hold, what lies about, what blocks hold and where blocks were changed.
// It is written at every change, so that a server that is killed has lost nothing.

const fs = require('fs')
const { copy } = require('./stacks.cjs')

class Keeping {
  /** `file` is where it is kept; without one nothing is. */
  constructor (file = null) {
    this.file = file
    this.blocks = {}
  }

  /** What was kept: {players, kept, ground, blocks}, empty at first. */
  load () {
    const found = this.file && fs.existsSync(this.file) ? JSON.parse(fs.readFileSync(this.file)) : {}
    this.blocks = found.blocks ?? {}
    return { players: found.players ?? {}, kept: found.kept ?? [], ground: found.ground ?? [], blocks: this.blocks }
  }

  block (position, stateId) { this.blocks[`${position.x},${position.y},${position.z}`] = stateId }

  save (practice) {
    if (!this.file) return
    const players = Object.fromEntries([...practice.menus].map(([name, menu]) => [name, { ...inventory(menu), at: at(practice.whereIs(name)) }]))
    const kept = [...practice.stations.kept.values()].map(block => ({ ...block, position: at(block.position) }))
    const ground = practice.ground.lying().map(({ held, position }) => ({ ...held, at: at(position) }))
    fs.writeFileSync(`${this.file}.new`, JSON.stringify({ players, kept, ground, blocks: this.blocks }))
    fs.renameSync(`${this.file}.new`, this.file)
  }
}

function at (position) { return position ? [position.x, position.y, position.z] : null }

/** The inventory's slots, and what lies in grids and cursors, which goes back into the inventory at the next start. */
function inventory (menu) {
  const slots = menu.slots.map((held, slot) => slot < 5 ? null : copy(held))
  const cells = menu.container && !menu.view.kept ? menu.view.inputs.map(slot => menu.get(slot)) : []
  return { slots, loose: [...menu.slots.slice(1, 5), ...cells, ...Object.values(menu.hands)].filter(Boolean).map(copy) }
}

module.exports = { Keeping }
