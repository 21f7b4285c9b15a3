'use strict'
// Writes data/<version>.json, what the practice server decides with. See data/SOURCE.md.
//   node generate.cjs PACKAGES   PACKAGES holds node_modules with minecraft-data and minecraft-packets

const fs = require('fs')
const path = require('path')
const { createRequire } = require('module')

/** Each version with the release whose recorded tags it has. */
const RECORDED = { '1.16.5': '1.16.5', '1.20.1': '1.20.1', '1.20.4': '1.20.1' }
/** What the recording does not hold yet: 1.20.3 made two flowers members of a tag. */
const ADDED = { '1.20.4': { flowers: ['chorus_flower', 'spore_blossom'] } }
const REMAINDERS = {
  water_bucket: 'bucket',
  lava_bucket: 'bucket',
  milk_bucket: 'bucket',
  honey_bottle: 'glass_bottle',
  dragon_breath: 'glass_bottle'
}

function main (packages) {
  const req = createRequire(path.resolve(packages, 'package.json'))
  for (const version of Object.keys(RECORDED)) {
    const registry = req('minecraft-data')(version)
    const data = { recipes: recipes(registry), tags: tags(req, registry, version), stackSizes: stackSizes(registry), remainders: REMAINDERS }
    fs.writeFileSync(path.join(__dirname, 'data', `${version}.json`), render(data))
    console.log(`${version}: ${data.recipes.length} recipes, ${Object.keys(data.tags).length} tags`)
  }
}

/** The variants of a recipe, which fill its cells with one material each, merged into what each cell accepts. */
function recipes (registry) {
  const merged = new Map()
  for (const variant of Object.values(registry.recipes).flat()) {
    const result = registry.items[variant.result.id]?.name
    if (!result || result === 'air' || !(variant.result.count > 0)) continue
    const shape = variant.inShape && trimmed(variant.inShape.map(row => row.map(cell => nameOf(registry, cell))))
    const parts = variant.ingredients?.map(part => nameOf(registry, part))
    const key = JSON.stringify([result, variant.result.count, shape ? shape.map(row => row.map(cell => cell !== null)) : parts.length])
    const known = merged.get(key)
    if (!known) merged.set(key, { result, count: variant.result.count, ...(shape ? { shape: shape.map(row => row.map(listed)) } : { parts: parts.map(listed) }) })
    else if (shape) known.shape.forEach((row, y) => row.forEach((cell, x) => accept(cell, shape[y][x])))
    else known.parts.forEach((part, at) => accept(part, parts[at]))
  }
  return [...merged.values()]
}

/** Some patterns are written with a blank edge, which the game ignores. */
function trimmed (rows) {
  const columns = rows[0].map((_, x) => x).filter(x => rows.some(row => row[x] !== null))
  return rows.filter(row => row.some(cell => cell !== null)).map(row => row.slice(columns[0], columns.at(-1) + 1))
}

function nameOf (registry, cell) {
  const id = typeof cell === 'object' && cell !== null ? cell.id : cell
  return id === null || id === undefined || id < 0 ? null : registry.items[id].name
}

function listed (name) { return name === null ? null : [name] }

function accept (cell, name) { if (cell && !cell.includes(name)) cell.push(name) }

function tags (req, registry, version) {
  const file = req.resolve('minecraft-packets/package.json').replace(/package\.json$/, `minecraft-packets/data/pc/${RECORDED[version]}/from-server/tags/1.json`)
  const packet = JSON.parse(fs.readFileSync(file))
  const recorded = req('minecraft-data')(RECORDED[version])
  const list = packet.itemTags ?? packet.tags.find(kind => kind.tagType === 'minecraft:item').tags
  const named = Object.fromEntries(list.map(tag => [tag.tagName.replace('minecraft:', ''), tag.entries.map(id => recorded.items[id].name)]))
  for (const [tag, items] of Object.entries(ADDED[version] ?? {})) named[tag].push(...items)
  return named
}

function stackSizes (registry) {
  return Object.fromEntries(registry.itemsArray.filter(item => item.stackSize !== 64).map(item => [item.name, item.stackSize]))
}

/** One recipe and one tag to a line, so that a change of the data can be read. */
function render (data) {
  const lines = list => list.map(entry => '  ' + JSON.stringify(entry)).join(',\n')
  const members = Object.entries(data.tags).map(([tag, items]) => `  ${JSON.stringify(tag)}: ${JSON.stringify(items)}`).join(',\n')
  return `{\n"recipes": [\n${lines(data.recipes)}\n],\n"tags": {\n${members}\n},\n"stackSizes": ${JSON.stringify(data.stackSizes)},\n"remainders": ${JSON.stringify(data.remainders)}\n}\n`
}

main(process.argv[2])
