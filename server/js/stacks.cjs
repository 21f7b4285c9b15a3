'use strict'
// Stacks: {item, count}, or null where there is nothing. Items have no namespace here.

function stack (item, count) { return count > 0 ? { item, count } : null }

function copy (held) { return held ? { item: held.item, count: held.count } : null }

function same (one, other) { return (one?.item ?? null) === (other?.item ?? null) && (one?.count ?? 0) === (other?.count ?? 0) }

/** How many there are of each item, namespaced. */
function counts (stacks) {
  const found = {}
  for (const held of stacks) if (held) found[`minecraft:${held.item}`] = (found[`minecraft:${held.item}`] ?? 0) + held.count
  return found
}

function named (held) { return held ? { item: `minecraft:${held.item}`, count: held.count } : null }

function range (from, to) { return Array.from({ length: to - from }, (_, at) => from + at) }

module.exports = { stack, copy, same, counts, named, range }
