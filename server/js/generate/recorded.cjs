'use strict'
// What vanilla servers sent, from the npm package minecraft-packets: item tags and recipes of all kinds, as item names.

const fs = require('fs')
const path = require('path')

class Recorded {
  /** `req` resolves packages; `version` is one of those that were recorded. */
  constructor (req, version) {
    const folder = path.dirname(req.resolve('minecraft-packets/package.json'))
    this.folder = path.join(folder, 'minecraft-packets', 'data', 'pc', version, 'from-server')
    this.items = req('minecraft-data')(version).items
  }

  packet (name) { return JSON.parse(fs.readFileSync(path.join(this.folder, name, '1.json'))) }

  name (id) { return this.items[id].name }

  tags () {
    const packet = this.packet('tags')
    const list = packet.itemTags ?? packet.tags.find(kind => kind.tagType === 'minecraft:item').tags
    return Object.fromEntries(list.map(tag => [tag.tagName.replace('minecraft:', ''), tag.entries.map(id => this.name(id)).sort()]).sort())
  }

  /** Recipes by kind, without a namespace. Kinds that carry nothing but their name are left out. */
  recipes () {
    const kinds = {}
    for (const { type, recipeId, data } of this.packet('declare_recipes').recipes) {
      const kind = type.replace('minecraft:', '')
      if (!data?.result) continue
      const made = { id: recipeId.replace('minecraft:', ''), result: this.name(data.result.itemId), count: data.result.itemCount ?? 1 }
      ;(kinds[kind] ??= []).push({ ...made, ...this.form(data) })
    }
    for (const list of Object.values(kinds)) list.sort((one, other) => one.id < other.id ? -1 : 1)
    return kinds
  }

  form ({ width, ingredients, ingredient, template, base, addition, cookTime }) {
    if (width) return { shape: rows(ingredients.flat().map(cell => this.cell(cell)), width) }
    if (ingredients) return { parts: ingredients.map(cell => this.cell(cell)) }
    if (base) return { cells: [template, base, addition].filter(Boolean).map(cell => this.cell(cell)) }
    return { input: this.cell(ingredient), ...(cookTime ? { ticks: cookTime } : {}) }
  }

  cell (choices) {
    const names = choices.filter(choice => choice.present !== false).map(choice => this.name(choice.itemId))
    return names.length > 0 ? [...new Set(names)].sort() : null
  }
}

/** Cuts a flat grid by its width. Most recordings nest it the wrong way round; laid flat they are all the same. */
function rows (cells, width) {
  const shape = []
  for (let at = 0; at < cells.length; at += width) shape.push(cells.slice(at, at + width))
  return trimmed(shape)
}

/** Some patterns are written with a blank edge, which the game ignores. */
function trimmed (shape) {
  const columns = shape[0].map((_, x) => x).filter(x => shape.some(row => row[x] !== null))
  return shape.filter(row => row.some(cell => cell !== null)).map(row => row.slice(columns[0], columns.at(-1) + 1))
}

module.exports = { Recorded, trimmed }
