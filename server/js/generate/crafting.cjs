'use strict'
// Crafting recipes from minecraft-data. It lists a recipe once for every material that fills it; here the variants are
// merged again into what each cell accepts. Up to 1.20.4 it is complete.

const { trimmed } = require('./recorded.cjs')

/** Returns recipes {result, count, shape | parts} of one version, cells sorted. Recipes of one result and form are one entry. */
function crafting (registry) {
  const merged = new Map()
  for (const variant of Object.values(registry.recipes).flat()) {
    const result = registry.items[variant.result.id]?.name
    if (!result || result === 'air' || !(variant.result.count > 0)) continue
    const shape = variant.inShape && trimmed(variant.inShape.map(row => row.map(cell => nameOf(registry, cell))))
    const parts = variant.ingredients?.map(part => nameOf(registry, part))
    const recipe = { result, count: variant.result.count, ...(shape ? { shape } : { parts }) }
    const key = formOf(recipe)
    if (!merged.has(key)) merged.set(key, mapCells(recipe, name => name === null ? null : new Set()))
    const cells = cellsOf(merged.get(key))
    cellsOf(recipe).forEach((name, at) => cells[at]?.add(name))
  }
  return [...merged.values()].map(recipe => mapCells(recipe, cell => cell && [...cell].sort()))
}

/**
 * Gives each recipe the name it has in a recording. Where one entry is several recipes there, it is parted as they are.
 * Throws where the two disagree about what a cell accepts: then one of the sources is wrong.
 */
function identified (recipes, recorded) {
  const named = new Map()
  for (const recipe of recorded) named.set(formOf(recipe), [...(named.get(formOf(recipe)) ?? []), recipe])
  const found = recipes.flatMap(recipe => {
    const candidates = named.get(formOf(recipe))
    if (!candidates) throw new Error(`no recording of ${formOf(recipe)}`)
    named.delete(formOf(recipe))
    const union = mapCells(recipe, (_, at) => unionOf(candidates.map(candidate => cellsOf(candidate)[at])))
    if (JSON.stringify(arranged(union)) !== JSON.stringify(arranged(recipe))) throw new Error(`cells differ: ${JSON.stringify([recipe, candidates])}`)
    return candidates
  })
  if (named.size > 0) throw new Error(`only recorded: ${[...named.keys()].join(' ')}`)
  return found.sort((one, other) => one.id < other.id ? -1 : 1)
}

/** What tells two recipes' forms apart: result, count, and where something lies. */
function formOf ({ result, count, shape, parts }) {
  return JSON.stringify([result, count, shape ? shape.map(row => row.map(cell => cell !== null)) : parts.length])
}

function cellsOf ({ shape, parts }) { return shape ? shape.flat() : parts }

function mapCells (recipe, change) {
  let at = 0
  const { shape, parts, ...rest } = recipe
  return shape ? { ...rest, shape: shape.map(row => row.map(cell => change(cell, at++))) } : { ...rest, parts: parts.map(cell => change(cell, at++)) }
}

/** Parts have no order; for comparing they are brought into one. */
function arranged ({ shape, parts }) { return shape ?? parts.map(part => part.join()).sort() }

function unionOf (cells) { return cells[0] === null ? null : [...new Set(cells.flat())].sort() }

function nameOf (registry, cell) {
  const id = typeof cell === 'object' && cell !== null ? cell.id : cell
  return id === null || id === undefined || id < 0 ? null : registry.items[id].name
}

module.exports = { crafting, identified, formOf, cellsOf, mapCells }
