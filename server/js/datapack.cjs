'use strict'
// A datapack's folder as a patch over the version's own rules: recipes in the forms of all versions, and item tags.
//
// The server's own tags are flat, so what a pack adds to a tag does not reach the tags that the game nests it in.

const fs = require('fs')
const path = require('path')

const CRAFTING = { crafting_shaped: shaped, crafting_shapeless: shapeless }
const COOKING = ['smelting', 'blasting', 'smoking', 'campfire_cooking']

/** Returns a function of the tags and recipes' names below it that returns the patch. `note` is told what was left out, and why. */
function datapack (folder, knows, note) {
  const meta = path.join(folder, 'pack.mcmeta')
  if (!fs.existsSync(meta)) throw new Error(`${folder} is no datapack's folder: it has no pack.mcmeta`)
  return (below, known = []) => {
    const tags = tagsOf(folder, below, note)
    const members = name => tags.tags[bare(name)] ?? [...(below[bare(name)] ?? []), ...(tags.members[bare(name)] ?? [])]
    const patch = { replaced: hidden(meta, known, note), recipes: [], ...tags }
    for (const { id, file } of files(folder, ['recipes', 'recipe'])) {
      patch.replaced.push(id)
      try {
        const recipe = recipeOf(JSON.parse(fs.readFileSync(file)), members)
        if (recipe) patch.recipes.push(checked({ id, ...recipe }, knows))
        else note(`${id}: recipes of this type make nothing here`)
      } catch (error) {
        note(`${id} is not loaded: ${error.message}`)
      }
    }
    return patch
  }
}

/** The recipes below that the pack's filter hides; the game searches its patterns, it does not match from end to end. */
function hidden (meta, known, note) {
  try {
    const blocks = JSON.parse(fs.readFileSync(meta)).filter?.block ?? []
    const patterns = blocks.map(({ namespace = '', path = '' }) => [new RegExp(namespace), new RegExp(path)])
    return known.filter(id => {
      const [, space = 'minecraft', name] = /^(?:([^:]*):)?(.*)$/.exec(id)
      return patterns.some(([inSpace, inPath]) => inSpace.test(space) && ['recipes', 'recipe'].some(kind => inPath.test(`${kind}/${name}.json`)))
    })
  } catch (error) {
    note(`its pack.mcmeta hides nothing: ${error.message}`)
    return []
  }
}

/** Every JSON file of some folders in the pack's namespaces, sorted by name, with the id it stands for. */
function files (folder, kinds) {
  const found = []
  for (const namespace of list(path.join(folder, 'data'))) {
    for (const kind of kinds) {
      const root = path.join(folder, 'data', namespace, kind)
      for (const name of list(root, true)) {
        if (name.endsWith('.json')) found.push({ id: bare(`${namespace}:${name.slice(0, -5).split(path.sep).join('/')}`), file: path.join(root, name) })
      }
    }
  }
  return found
}

function list (folder, recursive = false) { return fs.existsSync(folder) ? fs.readdirSync(folder, { recursive }).map(String).sort() : [] }

/** {tags, members}: tags that the pack makes or replaces, and what it adds to the version's own. */
function tagsOf (folder, own, note) {
  const written = new Map(files(folder, ['tags/items', 'tags/item']).map(({ id, file }) => [id, JSON.parse(fs.readFileSync(file))]))
  const resolve = (tag, above) => {
    if (above.includes(tag)) throw new Error(`tag ${tag} contains itself: ${[...above, tag].join(' > ')}`)
    const { values = [], replace = false } = written.get(tag) ?? {}
    const entries = values.map(value => typeof value === 'string' ? value : value.id)
    const added = entries.flatMap(entry => entry.startsWith('#') ? resolve(bare(entry.slice(1)), [...above, tag]) : [bare(entry)])
    return [...new Set([...(replace ? [] : own[tag] ?? []), ...added])]
  }
  const tags = {}
  const members = {}
  for (const [tag, { replace }] of written) {
    try {
      if (own[tag] && !replace) members[tag] = resolve(tag, [])
      else tags[tag] = resolve(tag, [])
    } catch (error) {
      note(error.message)
    }
  }
  return { tags, members }
}

function recipeOf (written, members) {
  const kind = bare(written.type)
  const cell = value => cellOf(value, members)
  const { item, id, count } = typeof written.result === 'string' ? { item: written.result } : written.result ?? {}
  const made = { result: item ?? id, count: count ?? written.count ?? 1 }
  if (CRAFTING[kind]) return { ...made, ...CRAFTING[kind](written, cell) }
  if (COOKING.includes(kind)) return { kind, ...made, input: cell(written.ingredient), ticks: written.cookingtime }
  if (kind === 'stonecutting') return { kind, ...made, input: cell(written.ingredient) }
  if (kind === 'smithing' || kind === 'smithing_transform') {
    return { kind: 'smithing', ...made, cells: [written.template, written.base, written.addition].filter(Boolean).map(cell) }
  }
  return null
}

function shaped ({ pattern, key }, cell) {
  const rows = pattern.map(row => [...row].map(sign => sign === ' ' ? null : cell(key[sign])))
  const columns = rows[0].map((_, x) => x).filter(x => rows.some(row => row[x] !== null))
  return { shape: rows.filter(row => row.some(one => one !== null)).map(row => row.slice(columns[0], columns.at(-1) + 1)) }
}

function shapeless ({ ingredients }, cell) { return { parts: ingredients.map(cell) } }

/** An ingredient as the versions write it: an item or "#tag", {item} or {tag}, or a list of such. */
function cellOf (value, members) {
  if (Array.isArray(value)) return value.flatMap(one => cellOf(one, members))
  const name = typeof value === 'string' ? value : value?.tag ? `#${value.tag}` : value?.item
  if (!name) throw new Error(`an ingredient is ${JSON.stringify(value)}`)
  return name.startsWith('#') ? members(name.slice(1)) : [bare(name)]
}

function checked (recipe, knows) {
  const cells = (recipe.shape?.flat() ?? recipe.parts ?? recipe.cells ?? [recipe.input]).filter(Boolean)
  if (cells.some(cell => cell.length === 0)) throw new Error('an ingredient has no members')
  const unknown = [recipe.result, ...cells.flat()].map(String).find(item => !knows(bare(item)))
  if (unknown) throw new Error(`this version has no ${unknown}`)
  return recipe
}

function bare (name) { return String(name).replace(/^minecraft:/, '') }

module.exports = { datapack }
