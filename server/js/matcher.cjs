'use strict'
// Which recipe a grid makes. The server's own judgement: it shares nothing with craftplan's planner.

/** A recipe: {result, count, shape: [[accepted, …], …]} or {result, count, parts: [accepted, …]}; accepted is a list of item names. */
class Matcher {
  constructor (recipes) {
    this.bySize = new Map()
    for (const recipe of recipes) {
      const size = recipe.shape ? sizeOf(recipe.shape) : recipe.parts.length
      if (!this.bySize.has(size)) this.bySize.set(size, [])
      this.bySize.get(size).push(recipe)
    }
  }

  /** Returns the recipe that the grid makes, or null. `grid` is a list of item names or null, `width` to a row. */
  match (grid, width) {
    const shape = trimmed(grid, width)
    if (!shape) return null
    const items = grid.filter(item => item !== null)
    const shaped = this.bySize.get(sizeOf(shape))?.find(recipe => fitsShape(recipe.shape, shape))
    return shaped ?? this.bySize.get(items.length)?.find(recipe => fitsParts(recipe.parts, items)) ?? null
  }
}

function sizeOf (shape) { return `${shape[0].length}x${shape.length}` }

/** Returns the filled rectangle of a grid, row by row, or null for an empty grid. */
function trimmed (grid, width) {
  const filled = grid.map((item, at) => item === null ? -1 : at).filter(at => at >= 0)
  if (filled.length === 0) return null
  const rows = filled.map(at => Math.floor(at / width))
  const columns = filled.map(at => at % width)
  const [top, bottom, left, right] = [Math.min(...rows), Math.max(...rows), Math.min(...columns), Math.max(...columns)]
  const shape = []
  for (let row = top; row <= bottom; row++) shape.push(grid.slice(row * width + left, row * width + right + 1))
  return shape
}

/** A shape also fits mirrored left to right, never upside down or turned. */
function fitsShape (wanted, shape) {
  return fitsCells(wanted, shape) || fitsCells(wanted, shape.map(row => [...row].reverse()))
}

function fitsCells (wanted, shape) {
  return wanted.every((row, y) => row.every((accepted, x) => accepted === null ? shape[y][x] === null : accepted.includes(shape[y][x])))
}

/** Whether every item can be given to a part of its own: an augmenting path for each item. */
function fitsParts (parts, items) {
  if (parts.length !== items.length) return false
  const givenTo = new Array(parts.length).fill(-1)
  const give = (item, seen) => parts.some((accepted, part) => {
    if (seen.has(part) || !accepted.includes(items[item])) return false
    seen.add(part)
    if (givenTo[part] >= 0 && !give(givenTo[part], seen)) return false
    givenTo[part] = item
    return true
  })
  return items.every((_, item) => give(item, new Set()))
}

module.exports = { Matcher, trimmed, fitsParts }
