'use strict'
// The recipes that the server declares (1.13 to 1.21.1), with what each cell accepts. Tags' names are lost on the way.

const { namespaced } = require('./stacks.cjs')

class Recipes {
  constructor (bot) {
    this.bot = bot
    this.declared = null
    bot._client.on('declare_recipes', packet => { this.declared = packet.recipes ?? null })
  }

  /** Which of a stonecutter's buttons makes a result of an item, as far as the server's recipes tell; else -1. */
  button (item, result) {
    const cuts = (this.named() ?? []).filter(({ kind, cells }) => kind === 'stonecutting' && cells[0].includes(item))
    const words = ({ item }) => this.describing(item)
    cuts.sort((one, other) => words(one.result) < words(other.result) ? -1 : words(one.result) > words(other.result) ? 1 : 0)
    return cuts.findIndex(cut => cut.result.item === result.item && cut.result.count === result.count)
  }

  /** The key that the game translates an item's name by: its stonecutter sorts by it. */
  describing (item) {
    const [space, path] = item.split(':')
    return `${this.bot.registry.blocksByName[path] ? 'block' : 'item'}.${space}.${path}`
  }

  /** Every declared recipe, or null where this server declared none. */
  named () {
    if (!this.declared) return null
    return this.declared.map(recipe => named(recipe, this.bot.registry))
  }
}

/** One declared recipe: {id, kind, width, height, cells, result}; a special one has neither cells nor result. */
function named (recipe, registry) {
  const data = recipe.data ?? {}
  const kind = namespaced(recipe.type).replace('minecraft:', '').replace('crafting_', '')
  const width = data.gridWidth ?? data.width ?? 0
  const height = data.gridHeight ?? data.height ?? 0
  const cells = ingredients(data, width * height).map(choices => (choices ?? []).flatMap(item => name(item, registry)))
  const made = data.result
  const [item] = made ? name(made, registry) : []
  const result = item ? { item, count: made.itemCount ?? made.count ?? 1 } : null
  return { id: namespaced(recipe.recipeId ?? recipe.name), kind, width, height, cells, result }
}

/** Cells in reading order. The wire's are; a shaped grid comes nested, by rows or by columns as the version has it: cut flat. */
function ingredients (data, cells) {
  if (cells > 0) return data.ingredients.flat()
  if (data.ingredients) return data.ingredients
  return [data.template, data.ingredient ?? data.base, data.addition].filter(cell => cell !== undefined)
}

function name (item, registry) {
  const found = registry.items[item.itemId ?? item.blockId]
  return found && item.present !== false ? [`minecraft:${found.name}`] : []
}

module.exports = { Recipes, named }
