'use strict'
// The blocks of the world that have a window or cook: what opens, what they keep, what their ticks do.

const { container } = require('./menu.cjs')
const { furnace, tick, properties } = require('./furnace.cjs')
const { FURNACES } = require('./views.cjs')
const { stack } = require('./stacks.cjs')

const TICK_MS = 50
/** What a block opens: the view's kind, the window's type in the protocol, and its title. */
const OPENS = {
  crafting_table: { kind: 'crafting', type: 'crafting', title: 'Crafting' },
  furnace: { kind: 'furnace', type: 'furnace', title: 'Furnace' },
  blast_furnace: { kind: 'blast_furnace', type: 'blast_furnace', title: 'Blast Furnace' },
  smoker: { kind: 'smoker', type: 'smoker', title: 'Smoker' },
  stonecutter: { kind: 'stonecutter', type: 'stonecutter', title: 'Stonecutter' },
  smithing_table: { kind: 'smithing', type: 'smithing', title: 'Upgrade Gear' },
  chest: { kind: 'chest', type: 'generic_9x3', title: 'Chest' },
  trapped_chest: { kind: 'chest', type: 'generic_9x3', title: 'Chest' },
  barrel: { kind: 'chest', type: 'generic_9x3', title: 'Barrel' }
}
const CAMPFIRES = ['campfire', 'soul_campfire']
const CAMPFIRE_PLACES = 4

class Stations {
  /** `from(version)` says what the protocol has; `onChange(container)` is called when time changed one. */
  constructor ({ rules, from, conditions, onChange, onCooked }) {
    Object.assign(this, { rules, conditions, onChange, onCooked })
    this.kept = new Map()
    this.opens = Object.fromEntries(Object.entries(OPENS).filter(([block]) => block !== 'smithing_table' || from('1.16')))
    if (this.opens.smithing_table && !from('1.20')) this.opens.smithing_table = { ...OPENS.smithing_table, kind: 'smithing_without_template' }
    this.ticking = setInterval(() => this.tick(), TICK_MS)
    this.ticking.unref()
  }

  /** What opens at a block: {container, type, title} or null. Furnaces and chests keep what is in them. */
  at (block) {
    const opens = this.opens[block.name]
    if (!opens) return null
    const key = String(block.position)
    const fresh = () => Object.assign(FURNACES.includes(opens.kind) ? furnace(opens.kind) : container(opens.kind), { position: block.position })
    if (opens.kind !== 'chest' && !FURNACES.includes(opens.kind)) return { ...opens, container: fresh() }
    if (!this.kept.has(key)) this.kept.set(key, fresh())
    return { ...opens, container: this.kept.get(key) }
  }

  /** Lays an item on a campfire; returns whether there was a place and it cooks there. */
  lay (block, item) {
    const recipe = CAMPFIRES.includes(block.name) ? this.rules.cooks('campfire', item) : null
    if (!recipe) return false
    const key = String(block.position)
    if (!this.kept.has(key)) this.kept.set(key, { kind: 'campfire', cells: [], left: [], position: block.position })
    const fire = this.kept.get(key)
    if (fire.cells.length === CAMPFIRE_PLACES) return false
    fire.cells.push(stack(item, 1))
    fire.left.push(recipe.ticks)
    return true
  }

  /** Forgets what was at a place and returns the stacks that it held. */
  remove (position) {
    const gone = this.kept.get(String(position))
    this.kept.delete(String(position))
    return gone ? gone.cells.filter(Boolean) : []
  }

  tick () {
    for (const block of this.kept.values()) {
      let changed = false
      for (let passed = 0; passed < this.conditions.cooking_speed; passed++) {
        if (FURNACES.includes(block.kind)) changed = tick(block, this.rules) || changed
        if (block.kind === 'campfire') this.glow(block)
      }
      if (changed) this.onChange(block)
    }
  }

  glow (fire) {
    fire.left = fire.left.map(ticks => ticks - 1)
    for (let done; (done = fire.left.findIndex(ticks => ticks <= 0)) >= 0;) {
      const [raw] = fire.cells.splice(done, 1)
      fire.left.splice(done, 1)
      const recipe = this.rules.cooks('campfire', raw.item)
      this.onCooked(fire.position, recipe ? stack(recipe.result, 1) : raw)
    }
  }

  propertiesOf (container) { return container && FURNACES.includes(container.kind) ? properties(container) : [] }
}

module.exports = { Stations }
