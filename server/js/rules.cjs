'use strict'
// What the server decides with: its own recipe data, a scenario laid over it, and what a test refuses.

const fs = require('fs')
const path = require('path')
const { Matcher } = require('./matcher.cjs')
const { burnTicks } = require('./fuel.cjs')

const DATA = path.join(__dirname, 'data')
const COOKING = { furnace: 'smelting', blast_furnace: 'blasting', smoker: 'smoking', campfire: 'campfire_cooking' }

const STATIONS = ['smelting', 'blasting', 'smoking', 'campfire_cooking', 'stonecutting', 'smithing']
const COOK_TICKS = { smelting: 200, blasting: 100, smoking: 100, campfire_cooking: 600 }

class Rules {
  /**
   * `patch` is a scenario: {remove: [result or name], recipes: [recipe], tags: {tag: [item]}, members: {tag: [item]},
   * count: {result: n}}; a recipe has `shape`, `parts`, or a station's `kind` with `input` or `cells`.
   */
  constructor (version, patch = {}, packs = []) {
    this.version = version
    this.data = JSON.parse(fs.readFileSync(path.join(DATA, `${version}.json`)))
    this.packs = packs
    this.refused = []
    this.lie = null
    this.patch(patch)
  }

  static versions () { return fs.readdirSync(DATA).filter(name => name.endsWith('.json')).map(name => name.slice(0, -5)).sort(byNumber) }

  /** Lays datapacks and a scenario over the version's own data; what was changed before is forgotten. */
  patch (scenario) {
    this.changes = [scenario]
    this.disabled = new Set()
    this.build()
  }

  /** Changes something more. */
  change (scenario) {
    this.changes.push(scenario)
    this.build()
  }

  /** Lets a recipe make nothing, or something again. */
  disable (name, disabled) {
    if (disabled && !this.disabled.has(bare(name)) && !this.every().some(([, { id }]) => id === bare(name))) throw new Error(`no recipe ${name}`)
    if (disabled) this.disabled.add(bare(name))
    else this.disabled.delete(bare(name))
    this.build()
  }

  /** Every recipe as [kind, recipe], crafting first. */
  every () { return ['recipes', ...STATIONS].flatMap(kind => this[kind].map(recipe => [kind, recipe])) }

  build () {
    this.tags = { ...this.data.tags }
    this.recipes = this.data.recipes
    for (const kind of STATIONS) this[kind] = this.data[kind]
    for (const pack of this.packs) this.lay(pack(this.tags, this.every().map(([, { id }]) => id)))
    for (const scenario of this.changes) this.lay(scenario)
    for (const kind of ['recipes', ...STATIONS]) this[kind] = this[kind].filter(({ id }) => !this.disabled.has(id))
    this.matcher = new Matcher(this.recipes)
  }

  /** `remove` names results or recipes, `replaced` recipes alone. */
  lay ({ remove = [], replaced = [], recipes = [], tags = {}, members = {}, without = {}, count = {} }) {
    const removed = new Set(remove.map(bare))
    const hidden = new Set([...remove, ...replaced].map(bare))
    const lost = plainTags(without)
    const widened = Object.entries({ ...mapValues(lost, () => []), ...plainTags(members) }).map(([tag, added]) => this.widen(tag, added, lost[tag]))
    Object.assign(this.tags, plainTags(tags))
    const added = recipes.map(plainRecipe)
    const renewed = (list, kind) => [...added.filter(recipe => recipe.kind === kind), ...list.filter(recipe => !removed.has(recipe.result) && !hidden.has(recipe.id))]
      .map(recipe => changed(recipe, widened, count))
    this.recipes = renewed(this.recipes, undefined)
    for (const kind of STATIONS) this[kind] = renewed(this[kind], kind)
  }

  /** Adds members to a tag and takes others; returns what a cell of the tag's old members accepts then. */
  widen (tag, added, lost = []) {
    const old = this.tags[tag] ?? []
    this.tags[tag] = [...new Set([...old, ...added])].filter(item => !lost.includes(item))
    return { old: new Set(old), now: this.tags[tag] }
  }

  /** What the inputs of a window show in its result slot: {item, count} or null. */
  result (container, items, width) {
    const recipe = this.making(container, items, width)
    if (!recipe || this.refuses(recipe, items)) return null
    return this.lie && !this.lie.hidden ? { item: this.lie.item, count: this.lie.count } : { item: recipe.result, count: recipe.count }
  }

  making (container, items, width) {
    if (width > 0) return this.matcher.match(items, width)
    if (container.kind === 'stonecutter') return this.cuts(items[0])[container.chosen] ?? null
    return this.smithing.find(({ cells }) => cells.length === items.length && cells.every((cell, at) => cell.includes(items[at]))) ?? null
  }

  /** A crafting grid's result. */
  match (grid, width) { return this.result({ kind: 'crafting' }, grid, width) }

  /** What is really given for a result that is shown. */
  given (shown) { return shown && this.lie?.hidden ? { item: this.lie.item, count: this.lie.count } : shown }

  refuses (recipe, items) {
    return this.refused.some(({ result, member }) => result === recipe.result && (member === undefined || items.includes(member)))
  }

  stackSize (item) { return this.data.stackSizes[item] ?? 64 }

  remainder (item) { return this.data.remainders[item] ?? null }

  /** The cooking recipe of a furnace's kind for an item: {result, ticks} or null. */
  cooks (kind, item) {
    const recipe = (this[COOKING[kind]] ?? []).find(({ input }) => input.includes(item))
    return recipe && !this.refuses(recipe, [item]) ? recipe : null
  }

  /** A stonecutter's buttons for an item, in the game's order. */
  cuts (item) { return this.stonecutting.filter(({ input }) => input.includes(item)) }

  /** Whether a smithing table's input slot takes an item. */
  smiths (slot, item) { return this.smithing.some(({ cells }) => cells[slot]?.includes(item)) }

  burnTicks (item) { return burnTicks(item, this.tags) }
}

function mapValues (object, change) { return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)])) }

function bare (name) { return String(name).replace(/^minecraft:/, '') }

function plainTags (tags) {
  return Object.fromEntries(Object.entries(tags).map(([tag, items]) => [bare(tag.replace(/^#/, '')), items.map(bare)]))
}

function plainRecipe ({ id, kind, result, count = 1, ticks, ...form }) {
  const cells = mapped(form, accepted => accepted === null ? null : [accepted].flat().map(bare))
  const station = kind ? { kind, ...(COOK_TICKS[kind] ? { ticks: ticks ?? COOK_TICKS[kind] } : {}) } : {}
  return { id: bare(id ?? result), result: bare(result), count, ...station, ...cells }
}

function changed (recipe, widened, count) {
  const { shape, parts, input, cells, ...rest } = recipe
  const wider = accepted => widened.reduce((cell, { old, now }) => cell && sameMembers(cell, old) ? now : cell, accepted)
  return { ...rest, ...mapped({ shape, parts, input, cells }, wider), count: count[recipe.result] ?? count[`minecraft:${recipe.result}`] ?? recipe.count }
}

/** A recipe's cells, whatever its form, each changed. */
function mapped ({ shape, parts, input, cells }, change) {
  if (shape) return { shape: shape.map(row => row.map(change)) }
  if (parts) return { parts: parts.map(change) }
  return cells ? { cells: cells.map(change) } : { input: change(input) }
}

function sameMembers (cell, members) { return cell.length === members.size && cell.every(item => members.has(item)) }

function byNumber (one, other) { return one.localeCompare(other, 'en', { numeric: true }) }

module.exports = { Rules, COOKING, STATIONS, bare }
