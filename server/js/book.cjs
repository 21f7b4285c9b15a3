'use strict'
// The recipe book from 1.21.2 on: what servers tell of recipes there. Everybody is told what lies in stations; of the
// rest a player is told what it has unlocked, by having held one of the ingredients.

const { STATIONS } = require('./rules.cjs')

/** By kind of recipe: the station that makes it, and the book's category. */
const KINDS = {
  recipes: ['crafting_table', 'crafting_misc'],
  smelting: ['furnace', 'furnace_misc'],
  blasting: ['blast_furnace', 'blast_furnace_misc'],
  smoking: ['smoker', 'smoker_food'],
  campfire_cooking: ['campfire', 'campfire'],
  stonecutting: ['stonecutter', 'stonecutter'],
  smithing: ['smithing_table', 'smithing']
}
const EXPERIENCE = { smelting: 0.1, blasting: 0.1, smoking: 0.35, campfire_cooking: 0.35 }
const INPUTS = { furnace_input: 'smelting', blast_furnace_input: 'blasting', smoker_input: 'smoking', campfire_input: 'campfire_cooking' }
const SMITHING = ['smithing_template', 'smithing_base', 'smithing_addition']

/** Returns declare_recipes' content: which items go into stations, and what a stonecutter makes, in its order. */
function stations (wire, rules) {
  const shown = displays(wire, rules)
  const id = item => wire.registry.itemsByName[item].id
  const set = (name, cells) => ({ name: `minecraft:${name}`, items: [...new Set(cells.flat())].map(id) })
  return {
    recipes: [
      ...Object.entries(INPUTS).map(([name, kind]) => set(name, rules[kind].map(({ input }) => input))),
      ...SMITHING.map((name, at) => set(name, rules.smithing.map(({ cells }) => cells[at])))
    ],
    stoneCutterRecipes: rules.stonecutting.map(recipe => ({ input: shown.members(recipe.input), slotDisplay: shown.result(recipe) }))
  }
}

/** Returns {id, items, entry} of every recipe: by which items it is unlocked, and how recipe_book_add describes it. */
function entries (wire, rules) {
  const shown = displays(wire, rules)
  return rules.every().map(([kind, recipe], displayId) => {
    const cells = cellsOf(recipe)
    const [station, category] = KINDS[kind]
    const described = { ...shown.recipe(kind, recipe), result: shown.result(recipe), craftingStation: shown.item(station) }
    return {
      id: recipe.id,
      items: new Set(cells.flat()),
      entry: {
        displayId,
        display: { type: typeOf(kind, recipe), data: described },
        group: 0,
        category,
        craftingRequirements: cells.map(shown.members)
      }
    }
  })
}

function cellsOf ({ shape, parts, cells, input }) { return (shape?.flat() ?? parts ?? cells ?? [input]).filter(Boolean) }

function typeOf (kind, { shape }) {
  if (kind === 'recipes') return shape ? 'crafting_shaped' : 'crafting_shapeless'
  return { stonecutting: 'stonecutter', smithing: 'smithing' }[kind] ?? 'furnace'
}

/** How cells and results are described: a cell that has a tag's members by the tag's name. */
function displays (wire, rules) {
  const tags = new Map(Object.entries(rules.tags).map(([tag, items]) => [[...items].sort().join(), tag.includes(':') ? tag : `minecraft:${tag}`]).reverse())
  const id = item => wire.registry.itemsByName[item].id
  const tagOf = cell => cell.length > 1 ? tags.get([...cell].sort().join()) : undefined
  const item = name => ({ type: 'item', data: id(name) })
  const itemStack = held => ({ type: 'item_stack', data: wire.toNotch(held) })

  function choice (name) {
    const left = rules.remainder(name)
    return left ? { type: 'with_remainder', data: { input: item(name), remainder: itemStack({ item: left, count: 1 }) } } : item(name)
  }

  function cell (accepted) {
    if (!accepted) return { type: 'empty' }
    const tag = tagOf(accepted)
    return tag ? { type: 'tag', data: tag } : { type: 'composite', data: accepted.map(choice) }
  }

  const members = accepted => tagOf(accepted) ? { name: tagOf(accepted) } : { ids: accepted.map(id) }
  const result = recipe => itemStack({ item: recipe.result, count: recipe.count })

  function recipe (kind, { shape, parts, input, cells, ticks }) {
    if (shape) return { width: shape[0].length, height: shape.length, ingredients: shape.flat().map(cell) }
    if (parts) return { ingredients: parts.map(cell) }
    if (cells) return { template: cell(cells[0]), base: cell(cells[1]), addition: cell(cells[2]) }
    return { ingredient: cell(input), fuel: { type: 'any_fuel' }, duration: ticks, experience: EXPERIENCE[kind] }
  }

  return { item, members, result, recipe }
}

const CLOSED = Object.fromEntries(['crafting', 'smelting', 'blast', 'smoker'].flatMap(book => [[`${book}GuiOpen`, false], [`${book}FilteringCraftable`, false]]))

/** The recipes that each player has unlocked, and what is sent of them. Before 1.21.2 nothing is. */
class Book {
  constructor (wire, rules) {
    Object.assign(this, { wire, rules })
    this.told = wire.from('1.21.2')
    this.unlocked = new Map()
    this.held = new Map()
    this.opened = new WeakSet()
  }

  /** The rules have changed. */
  forget () { this.known = undefined }

  get entries () { return (this.known ??= entries(this.wire, this.rules)) }

  /** What a player knows when it has joined, or after a reload: it replaces all. */
  open (session) {
    if (!this.told) return
    this.opened.add(session)
    session.write('recipe_book_settings', CLOSED)
    const unlocked = this.of(session)
    this.send(session, this.entries.filter(({ id }) => unlocked.has(id)), true)
  }

  /** Unlocks recipes: all, or by what the player holds now and never held before. */
  unlock (session, all = false) {
    if (!this.opened.has(session)) return 0
    const [unlocked, seen] = [this.of(session), this.seen(session)]
    const fresh = [...new Set(session.menu.held().filter(Boolean).map(({ item }) => item))].filter(item => !seen.has(item))
    fresh.forEach(item => seen.add(item))
    if (!all && fresh.length === 0) return 0
    const added = this.entries.filter(({ id, items }) => !unlocked.has(id) && (all || fresh.some(item => items.has(item))))
    added.forEach(({ id }) => unlocked.add(id))
    if (added.length > 0) this.send(session, added, false)
    return added.length
  }

  send (session, entries, replace) {
    const flags = { notification: !replace, highlight: !replace }
    session.write('recipe_book_add', { entries: entries.map(({ entry }) => ({ recipe: entry, flags })), replace })
  }

  of (session) { return mine(this.unlocked, session.client.username) }

  seen (session) { return mine(this.held, session.client.username) }
}

function mine (sets, name) {
  if (!sets.has(name)) sets.set(name, new Set())
  return sets.get(name)
}

module.exports = { Book, stations }
