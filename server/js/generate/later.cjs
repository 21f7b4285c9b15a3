'use strict'
// Versions from 1.20.5 on, of which there is no recording, and of whose crafting recipes minecraft-data has lost
// alternatives: what 1.20.4 knows too keeps its cells, with each tag's members of the new version; the rest is taken as
// minecraft-data has it, and facts.cjs adds what it lacks.

const { crafting, formOf, cellsOf, mapCells } = require('./crafting.cjs')
const facts = require('./facts.cjs')

const KEPT = ['blasting', 'smoking', 'campfire_cooking', 'smithing']

/** Returns the parts of a version's data that differ from 1.20.4's, which is `base`. */
function later (req, version, base) {
  const registry = req('minecraft-data')(version)
  const found = tags(req, version, registry)
  const renewed = cell => renew(cell, base.tags, found)
  const kept = list => list.map(recipe => ({ ...recipe, ...(recipe.input ? { input: renewed(recipe.input) } : {}) }))
  return {
    recipes: crafts(version, registry, base, renewed, found),
    ...Object.fromEntries(KEPT.map(kind => [kind, kept(base[kind])])),
    smelting: [...kept(base.smelting), ...facts.smelting(version)],
    stonecutting: [...base.stonecutting, ...facts.stonecutting(version)],
    tags: found
  }
}

/** The item tags of 1.21 and 1.21.1 as flying-squid sends them, with the members that other versions have. */
function tags (req, version, registry) {
  const names = req('minecraft-data')('1.21.1').items
  const sent = req('flying-squid/src/lib/plugins/loginTags.json').tags.find(({ tagType }) => /^(minecraft:)?item$/.test(tagType)).tags
  const found = {}
  for (const { tagName, entries } of sent) {
    const tag = tagName.replace('minecraft:', '')
    found[tag] = facts.members(version, tag, entries.map(id => names[id].name))
  }
  if (facts.has(version, '1.21.4')) found.pale_oak_logs = found.dark_oak_logs.map(item => item.replace('dark_oak', 'pale_oak'))
  const known = items => [...new Set(items)].filter(item => registry.itemsByName[item]).sort()
  return Object.fromEntries(Object.entries(found).map(([tag, items]) => [tag, known(items)]).filter(([, items]) => items.length > 0).sort())
}

function crafts (version, registry, base, renewed, found) {
  const known = new Map()
  for (const recipe of base.recipes) known.set(formOf(recipe), [...(known.get(formOf(recipe)) ?? []), mapCells(recipe, renewed)])
  const recipes = crafting(registry).filter(recipe => !facts.isJunk(version, recipe)).flatMap(recipe => {
    const fitting = (known.get(formOf(recipe)) ?? []).filter(candidate => cellsOf(candidate).every((cell, at) => !cell || overlaps(cell, cellsOf(recipe)[at])))
    return fitting.length > 0 ? fitting : split(recipe).map(one => ({ id: facts.nameOf(one), ...widened(one, found) }))
  })
  const before = name => base.recipes.find(({ id }) => id === name)
  return [...new Map([...recipes, ...facts.recipes(version, before)].map(recipe => [recipe.id, recipe])).values()]
    .sort((one, other) => one.id < other.id ? -1 : 1)
}

/** From 1.21.2 on each flower's stew is a recipe of its own. */
function split (recipe) {
  const at = recipe.result === 'suspicious_stew' ? recipe.parts.findIndex(part => part.length > 1) : -1
  return at < 0 ? [recipe] : recipe.parts[at].map(item => mapCells(recipe, (cell, place) => place === at ? [item] : cell))
}

/** Planks come from every log of a kind, of which minecraft-data names the first. */
function widened (recipe, found) {
  const logs = found[recipe.result.replace('_planks', '_logs')]
  return recipe.result.endsWith('_planks') && logs ? { ...recipe, parts: [logs] } : recipe
}

/** A cell that is a tag of the old version is that tag's members now. */
function renew (cell, oldTags, newTags) {
  if (!cell || cell.length === 1) return cell
  const key = cell.join()
  const tag = Object.keys(oldTags).find(tag => newTags[tag] && oldTags[tag].join() === key)
  return tag ? newTags[tag] : cell
}

function overlaps (one, other) { return one.some(item => other?.includes(item)) }

module.exports = { later }
