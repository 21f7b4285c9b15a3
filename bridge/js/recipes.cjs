'use strict'
// The recipes that the server tells. Up to 1.21.1 it declares all of them, with what each cell accepts and the tags' names
// lost; from 1.21.2 on it declares what a stonecutter cuts, and its recipe book shows what the player has unlocked.

const { namespaced } = require('./stacks.cjs')

class Recipes {
  constructor (bot, tags) {
    Object.assign(this, { bot, tags, declared: null, cuts: null, book: new Map(), times: 0, heard: 0 })
    const client = bot._client
    for (const name of ['declare_recipes', 'recipe_book_add', 'recipe_book_remove']) client.on(name, () => { this.heard += 1 })
    client.on('declare_recipes', packet => {
      this.times += 1
      if (packet.stoneCutterRecipes) this.cuts = packet.stoneCutterRecipes
      else this.declared = packet.recipes ?? null
    })
    client.on('recipe_book_add', ({ entries, replace }) => {
      if (replace) this.book.clear()
      for (const { recipe } of entries) this.book.set(recipe.displayId, recipe.display)
    })
    client.on('recipe_book_remove', ({ recipeIds }) => { for (const id of recipeIds) this.book.delete(id) })
  }

  /** {recipes, complete, times}: whether there are no others, and how often the server declared them; null where it never did. */
  told () {
    if (this.declared) return { recipes: this.declared.map(recipe => named(recipe, this.bot.registry)), complete: true, times: this.times }
    if (!this.cuts) return null
    const shown = new Displays(this.bot.registry, this.tags)
    const others = [...this.book.values()].filter(({ type }) => type !== 'stonecutter')
    return { recipes: [...this.cuts.map(cut => shown.cut(cut)), ...others.map(display => shown.recipe(display))], complete: false, times: this.times }
  }

  /** Which of a stonecutter's buttons makes a result of an item, as far as the server's recipes tell; else -1. */
  button (item, result) {
    const cuts = (this.told()?.recipes ?? []).filter(({ kind, cells }) => kind === 'stonecutting' && cells[0].includes(item))
    if (this.declared) sortBy(cuts, cut => describing(cut.result.item, this.bot.registry))
    return cuts.findIndex(cut => cut.result.item === result.item && cut.result.count === result.count)
  }
}

/** The key that the game translates an item's name by: up to 1.21.1 its stonecutter's buttons are in that order. */
function describing (item, registry) {
  const [space, path] = item.split(':')
  return `${registry.blocksByName[path] ? 'block' : 'item'}.${space}.${path}`
}

function sortBy (list, key) {
  list.sort((one, other) => key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0)
}

/** One declared recipe: {id, kind, width, height, cells, result, ticks}; a special one has neither cells nor result. */
function named (recipe, registry) {
  const data = recipe.data ?? {}
  const kind = namespaced(recipe.type).replace('minecraft:', '').replace('crafting_', '')
  const width = data.gridWidth ?? data.width ?? 0
  const height = data.gridHeight ?? data.height ?? 0
  const cells = ingredients(data, width * height).map(choices => (choices ?? []).flatMap(item => name(item, registry)))
  const made = data.result
  const [item] = made ? name(made, registry) : []
  const result = item ? { item, count: made.itemCount ?? made.count ?? 1 } : null
  return { id: namespaced(recipe.recipeId ?? recipe.name), kind, width, height, cells, result, ticks: data.cookTime ?? 0 }
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

const COOKING = { furnace: 'smelting', blast_furnace: 'blasting', smoker: 'smoking', campfire: 'campfire_cooking' }

/** How recipes are shown from 1.21.2 on: without an id, each slot as what may lie there. */
class Displays {
  constructor (registry, tags) { Object.assign(this, { registry, tags: tags.named() }) }

  cut ({ input, slotDisplay }) {
    const cell = input.name ? this.tagged(input.name) : input.ids.flatMap(id => this.item(id))
    return { id: null, kind: 'stonecutting', width: 0, height: 0, cells: [cell], result: this.result(slotDisplay), ticks: 0 }
  }

  recipe ({ type, data }) {
    const { width = 0, height = 0, duration: ticks = 0 } = data
    const cells = data.ingredients ?? [data.template, data.ingredient ?? data.base, data.addition].filter(Boolean)
    return { id: null, kind: this.kind(type, data), width, height, cells: cells.map(cell => this.choices(cell)), result: this.result(data.result), ticks }
  }

  kind (type, { craftingStation, result }) {
    if (type === 'furnace') return COOKING[this.choices(craftingStation)[0]?.replace('minecraft:', '')] ?? 'smelting'
    if (type === 'smithing') return result.type === 'smithing_trim' ? 'smithing_trim' : 'smithing_transform'
    return type.replace('crafting_', '')
  }

  /** The items that a slot may show. */
  choices ({ type, data }) {
    if (type === 'item') return this.item(data)
    if (type === 'item_stack') return this.item(data.itemId)
    if (type === 'tag') return this.tagged(data)
    if (type === 'with_remainder') return this.choices(data.input)
    return type === 'composite' ? [...new Set(data.flatMap(one => this.choices(one)))] : []
  }

  result (display) {
    const [item] = this.choices(display)
    return item ? { item, count: display.type === 'item_stack' ? display.data.itemCount : 1 } : null
  }

  item (id) { return this.registry.items[id] ? [`minecraft:${this.registry.items[id].name}`] : [] }

  tagged (name) { return this.tags[`#${namespaced(name.replace('#', ''))}`] ?? [] }
}

module.exports = { Recipes, Displays, named }
