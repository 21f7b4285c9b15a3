'use strict'
// What the server decides with: its own recipe data, and the conditions that a test or a scenario sets.

const fs = require('fs')
const path = require('path')
const { match } = require('./matcher.cjs')

const DATA = path.join(__dirname, 'data')

class Rules {
  /** `patch` is a scenario: {remove: [result], recipes: [recipe], tags: {tag: [item]}}, laid over the version's own data. */
  constructor (version, patch = {}) {
    const data = JSON.parse(fs.readFileSync(path.join(DATA, `${version}.json`)))
    const removed = new Set(patch.remove ?? [])
    this.recipes = [...(patch.recipes ?? []), ...data.recipes.filter(recipe => !removed.has(recipe.result))]
    this.tags = { ...data.tags, ...patch.tags }
    this.stackSizes = data.stackSizes
    this.remainders = data.remainders
    this.refused = []
  }

  static versions () { return fs.readdirSync(DATA).filter(name => name.endsWith('.json')).map(name => name.slice(0, -5)) }

  /** What a grid of item names shows in the result slot. */
  match (grid, width) {
    const recipe = match(this.recipes, grid, width)
    if (!recipe || this.refuses(recipe, grid)) return null
    return { item: recipe.result, count: recipe.count }
  }

  refuses (recipe, grid) {
    return this.refused.some(({ result, member }) => result === recipe.result && (member === undefined || grid.includes(member)))
  }

  stackSize (item) { return this.stackSizes[item] ?? 64 }

  remainder (item) { return this.remainders[item] ?? null }
}

module.exports = { Rules }
