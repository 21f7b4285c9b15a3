'use strict'
// What the server decides with: its own recipe data, a scenario laid over it, and what a test refuses.

const fs = require('fs')
const path = require('path')
const { Matcher } = require('./matcher.cjs')
const { burnTicks } = require('./fuel.cjs')

const DATA = path.join(__dirname, 'data')
const COOKING = { furnace: 'smelting', blast_furnace: 'blasting', smoker: 'smoking', campfire: 'campfire_cooking' }

class Rules {
  /**
   * `patch` is a scenario: {remove: [result or id], recipes: [recipe], tags: {tag: [item]}, count: {result: n},
   * members: {tag: [item]}}. See README.md.
   */
  constructor (version, patch = {}) {
    this.version = version
    this.data = JSON.parse(fs.readFileSync(path.join(DATA, `${version}.json`)))
    this.refused = []
    this.lie = null
    this.patch(patch)
  }

  static versions () { return fs.readdirSync(DATA).filter(name => name.endsWith('.json')).map(name => name.slice(0, -5)).sort(byNumber) }

  /** Lays a scenario over the version's own data; an earlier one is forgotten. */
  patch ({ remove = [], recipes = [], tags = {}, members = {}, count = {} }) {
    const { data } = this
    const removed = new Set(remove.map(bare))
    const kept = data.recipes.filter(recipe => !removed.has(recipe.result) && !removed.has(recipe.id))
    this.tags = { ...data.tags, ...plainTags(tags) }
    const widened = Object.entries(plainTags(members)).map(([tag, added]) => this.widen(tag, added))
    this.recipes = [...recipes.map(plainRecipe), ...kept].map(recipe => changed(recipe, widened, count))
    this.matcher = new Matcher(this.recipes)
  }

  /** Adds members to a tag; returns what a cell of the tag's old members accepts then. */
  widen (tag, added) {
    const old = this.tags[tag] ?? []
    this.tags[tag] = [...new Set([...old, ...added])]
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
    const recipe = (this.data[COOKING[kind]] ?? []).find(({ input }) => input.includes(item))
    return recipe && !this.refuses(recipe, [item]) ? recipe : null
  }

  /** A stonecutter's buttons for an item, in the game's order. */
  cuts (item) { return (this.data.stonecutting ?? []).filter(({ input }) => input.includes(item)) }

  get smithing () { return this.data.smithing ?? [] }

  /** Whether a smithing table's input slot takes an item. */
  smiths (slot, item) { return this.smithing.some(({ cells }) => cells[slot]?.includes(item)) }

  burnTicks (item) { return burnTicks(item, this.tags) }
}

function bare (name) { return String(name).replace(/^minecraft:/, '') }

function plainTags (tags) {
  return Object.fromEntries(Object.entries(tags).map(([tag, items]) => [bare(tag.replace(/^#/, '')), items.map(bare)]))
}

function plainRecipe (recipe) {
  const cell = accepted => accepted === null ? null : [accepted].flat().map(bare)
  const form = recipe.shape ? { shape: recipe.shape.map(row => row.map(cell)) } : { parts: recipe.parts.map(cell) }
  return { id: bare(recipe.id ?? recipe.result), result: bare(recipe.result), count: recipe.count ?? 1, ...form }
}

function changed (recipe, widened, count) {
  const cell = accepted => widened.reduce((cell, { old, now }) => cell && sameMembers(cell, old) ? now : cell, accepted)
  const form = recipe.shape ? { shape: recipe.shape.map(row => row.map(cell)) } : { parts: recipe.parts.map(cell) }
  return { ...recipe, ...form, count: count[recipe.result] ?? count[`minecraft:${recipe.result}`] ?? recipe.count }
}

function sameMembers (cell, members) { return cell.length === members.size && cell.every(item => members.has(item)) }

function byNumber (one, other) { return one.localeCompare(other, 'en', { numeric: true }) }

module.exports = { Rules, COOKING, bare }
