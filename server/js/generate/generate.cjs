'use strict'
// Writes data/<version>.json, what the practice server decides with. See data/SOURCE.md.
//   node generate/generate.cjs PACKAGES   PACKAGES holds node_modules with minecraft-data, minecraft-packets and flying-squid

const fs = require('fs')
const path = require('path')
const { createRequire } = require('module')
const { Recorded } = require('./recorded.cjs')
const { crafting, identified } = require('./crafting.cjs')
const { later } = require('./later.cjs')
const { has } = require('./facts.cjs')

const DATA = path.join(__dirname, '..', 'data')

/** Each version with the release whose recording it has the recipes and tags of. */
const RECORDED = {
  '1.13.2': '1.13.2',
  '1.14.4': '1.14.4',
  '1.15.2': '1.15.2',
  '1.16.5': '1.16.5',
  '1.17.1': '1.17.1',
  '1.18.2': '1.18.2',
  '1.19.4': '1.19.4',
  '1.20.1': '1.20.1',
  '1.20.4': '1.20.1'
}
/** Versions without a recording, and the one they are made from. */
const [LATER, LAST] = [['1.20.6', '1.21.1', '1.21.3', '1.21.4'], '1.20.4']
/** What the recording does not hold yet: 1.20.3 made two flowers members of a tag. */
const ADDED = { '1.20.4': { flowers: ['chorus_flower', 'spore_blossom'] } }
const REMAINDERS = {
  water_bucket: 'bucket',
  lava_bucket: 'bucket',
  milk_bucket: 'bucket',
  honey_bottle: 'glass_bottle',
  dragon_breath: 'glass_bottle'
}
const COOKING = ['smelting', 'blasting', 'smoking', 'campfire_cooking']

function main (packages) {
  const req = createRequire(path.resolve(packages, 'package.json'))
  for (const version of Object.keys(RECORDED)) write(version, dataOf(req, version))
  const base = dataOf(req, LAST)
  for (const version of LATER) {
    const data = { ...base, ...later(req, version, base), ...items(req('minecraft-data')(version)) }
    // from 1.21.2 the game shows a stonecutter's results in the order of the recipes' names
    write(version, { ...data, stonecutting: has(version, '1.21.2') ? sorted(data.stonecutting, 'id') : sorted(data.stonecutting, 'result') })
  }
}

function dataOf (req, version) {
  const registry = req('minecraft-data')(version)
  const recorded = new Recorded(req, RECORDED[version])
  const kinds = recorded.recipes()
  const tags = recorded.tags()
  for (const [tag, items] of Object.entries(ADDED[version] ?? {})) tags[tag] = [...tags[tag], ...items].sort()
  return {
    recipes: identified(crafting(registry), [...kinds.crafting_shaped, ...kinds.crafting_shapeless]),
    ...Object.fromEntries(COOKING.map(kind => [kind, kinds[kind] ?? []])),
    stonecutting: sorted(kinds.stonecutting ?? [], 'result'),
    smithing: kinds.smithing_transform ?? kinds.smithing ?? [],
    tags,
    ...items(registry)
  }
}

function items (registry) {
  return {
    stackSizes: Object.fromEntries(registry.itemsArray.filter(item => item.stackSize !== 64).map(item => [item.name, item.stackSize])),
    remainders: Object.fromEntries(Object.entries(REMAINDERS).filter(([item]) => registry.itemsByName[item]))
  }
}

/** The game shows a stonecutter's results in the order of their names. */
function sorted (recipes, by) { return [...recipes].sort((one, other) => one[by] < other[by] ? -1 : one[by] > other[by] ? 1 : 0) }

function write (version, data) {
  fs.writeFileSync(path.join(DATA, `${version}.json`), render(data))
  console.log(`${version}: ${Object.entries(data).map(([part, content]) => `${part} ${Object.keys(content).length}`).join(', ')}`)
}

/** One recipe and one tag to a line, so that a change of the data can be read. */
function render (data) {
  const list = entries => entries.length > 0 ? `[\n${entries.map(entry => '  ' + JSON.stringify(entry)).join(',\n')}\n]` : '[]'
  const members = Object.entries(data.tags).map(([tag, items]) => `  ${JSON.stringify(tag)}: ${JSON.stringify(items)}`).join(',\n')
  const parts = Object.entries(data).map(([part, content]) => {
    const text = Array.isArray(content) ? list(content) : part === 'tags' ? `{\n${members}\n}` : JSON.stringify(content)
    return `${JSON.stringify(part)}: ${text}`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}

main(process.argv[2])
