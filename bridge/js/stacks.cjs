'use strict'
// Stacks as craftplan speaks of them: {item, count, max, plain, key, nbt}. Equal keys stack.

const namespaced = name => name.includes(':') ? name : `minecraft:${name}`

/** A prismarine item as a stack, or null. A fresh tool's `Damage: 0` is no difference to a plain one. */
function stack (item) {
  if (!item) return null
  const name = item.name === 'unknown' ? `unknown:${item.type}` : namespaced(item.name)
  const extra = extras(item)
  return { item: name, count: item.count, max: item.stackSize, plain: extra === '', key: name + extra, nbt: item.nbt }
}

function extras (item) {
  const parts = [
    ...Object.entries(item.nbt?.value ?? {}).filter(([name, tag]) => !(name === 'Damage' && tag.value === 0)),
    ...(item.components ?? []).filter(part => !(part.type === 'damage' && part.data === 0)),
    ...(item.removedComponents ?? [])
  ]
  return parts.length === 0 ? '' : JSON.stringify(parts, (_, value) => typeof value === 'bigint' ? String(value) : value)
}

/** How many plain items of each kind a list of stacks holds. */
function counts (stacks) {
  const found = {}
  for (const held of stacks) if (held?.plain) found[held.item] = (found[held.item] ?? 0) + held.count
  return found
}

/** What changed from one count to the next; equal counts are left out. */
function difference (before, after) {
  const items = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const changes = items.map(item => [item, (after[item] ?? 0) - (before[item] ?? 0)])
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}

const shown = held => held ? { item: held.item, count: held.count } : null

module.exports = { stack, counts, difference, shown, namespaced }
