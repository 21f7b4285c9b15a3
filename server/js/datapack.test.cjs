'use strict'
const test = require('node:test')
const assert = require('node:assert/strict')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { datapack } = require('./datapack.cjs')
const { Rules } = require('./rules.cjs')

/** A pack's folder with files by path; gone after the test. */
function pack (t, files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'craftplan-pack-'))
  t.after(() => fs.rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries({ 'pack.mcmeta': { pack: { pack_format: 26 } }, ...files })) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

function rulesWith (t, ...packs) {
  const notes = []
  const known = new Rules('1.20.4').data
  const items = new Set(['dirt', 'stick', 'diamond', 'oak_planks', 'glass', 'stone', 'bedrock', 'sand', ...Object.values(known.tags).flat()])
  const readers = packs.map(files => datapack(pack(t, files), item => items.has(item), note => notes.push(note)))
  return { rules: new Rules('1.20.4', {}, readers), notes }
}

const stick = { result: 'stick', count: 4 }

test('recipes of every form are read, and replace the game\'s of the same name', t => {
  const { rules } = rulesWith(t, {
    'data/minecraft/recipes/stick.json': { type: 'minecraft:crafting_shaped', pattern: [' # ', ' # '], key: { '#': { item: 'minecraft:dirt' } }, result: { item: 'minecraft:stick', count: 2 } },
    'data/mine/recipe/gem.json': { type: 'crafting_shapeless', ingredients: ['dirt', ['glass', '#planks'], { tag: 'minecraft:logs' }], result: { id: 'diamond' } },
    'data/mine/recipes/melt.json': { type: 'minecraft:smelting', ingredient: [{ item: 'minecraft:dirt' }], result: 'minecraft:glass', cookingtime: 20 },
    'data/mine/recipes/cut.json': { type: 'minecraft:stonecutting', ingredient: { item: 'minecraft:dirt' }, result: 'minecraft:sand', count: 3 }
  })
  assert.equal(rules.match(['oak_planks', null, 'oak_planks', null], 2), null)
  assert.deepEqual(rules.match(['dirt', null, 'dirt', null], 2), { item: 'stick', count: 2 })
  assert.deepEqual(rules.match(['oak_log', 'spruce_planks', 'dirt', null], 2), { item: 'diamond', count: 1 })
  assert.deepEqual([rules.cooks('furnace', 'dirt').result, rules.cooks('furnace', 'dirt').ticks], ['glass', 20])
  assert.deepEqual(rules.cuts('dirt').map(({ result, count }) => [result, count]), [['sand', 3]])
})

test('what a pack adds to a tag is accepted where the tag is asked for, and told', t => {
  const { rules } = rulesWith(t, {
    'data/minecraft/tags/items/planks.json': { values: ['minecraft:dirt', '#mine:rare', { id: 'diamond', required: false }] },
    'data/mine/tags/items/rare.json': { values: ['minecraft:bedrock'] }
  })
  for (const item of ['dirt', 'bedrock', 'diamond']) {
    assert.deepEqual(rules.match([item, null, 'oak_planks', null], 2), { item: stick.result, count: stick.count })
  }
  assert.ok(rules.tags.planks.includes('bedrock') && rules.tags.planks.includes('oak_planks'))
  assert.deepEqual(rules.tags['mine:rare'], ['bedrock'])
})

test('a pack sees the tags of those below it', t => {
  const { rules } = rulesWith(t,
    { 'data/mine/tags/items/rare.json': { values: ['bedrock'] } },
    { 'data/mine/recipes/gem.json': { type: 'crafting_shapeless', ingredients: [{ tag: 'mine:rare' }], result: { item: 'diamond' } } })
  assert.deepEqual(rules.match(['bedrock', null, null, null], 2), { item: 'diamond', count: 1 })
})

test('later packs lie on top, and a scenario on top of them', t => {
  const gives = count => ({ 'data/minecraft/recipes/stick.json': { type: 'crafting_shapeless', ingredients: [{ item: 'dirt' }], result: { item: 'stick', count } } })
  const { rules } = rulesWith(t, gives(2), gives(3))
  assert.deepEqual(rules.match(['dirt', null, null, null], 2), { item: 'stick', count: 3 })
  rules.patch({ count: { stick: 5 } })
  assert.deepEqual(rules.match(['dirt', null, null, null], 2), { item: 'stick', count: 5 })
  rules.patch({})
  assert.deepEqual(rules.match(['dirt', null, null, null], 2), { item: 'stick', count: 3 })
})

test('a pack replaces the recipe of its name, not others with the same result', t => {
  const { rules } = rulesWith(t, { 'data/minecraft/recipes/stick.json': { type: 'crafting_shapeless', ingredients: [{ item: 'dirt' }], result: { item: 'stick' } } })
  assert.equal(rules.match(['oak_planks', null, 'oak_planks', null], 2), null)
  assert.deepEqual(rules.match(['bamboo', null, 'bamboo', null], 2), { item: 'stick', count: 1 })
})

test('a pack\'s filter hides recipes below it, not its own', t => {
  const hiding = { filter: { block: [{ namespace: '^minecraft$', path: 'sticks?' }] } }
  const { rules, notes } = rulesWith(t, {
    'pack.mcmeta': { pack: { pack_format: 26 }, ...hiding },
    'data/minecraft/recipes/my_stick.json': { type: 'crafting_shapeless', ingredients: [{ item: 'dirt' }], result: { item: 'stick' } }
  })
  assert.deepEqual([['oak_planks', null, 'oak_planks', null], ['bamboo', null, 'bamboo', null]].map(grid => rules.match(grid, 2)), [null, null])
  assert.deepEqual(rules.match(['dirt', null, null, null], 2), { item: 'stick', count: 1 })
  assert.deepEqual(rules.match(['oak_log', null, null, null], 2), { item: 'oak_planks', count: 4 })
  assert.deepEqual(notes, [])
})

test('a filter that is no pattern hides nothing and is said', t => {
  const { rules, notes } = rulesWith(t, { 'pack.mcmeta': { filter: { block: [{ path: '(' }] } } })
  assert.deepEqual(rules.match(['oak_log', null, null, null], 2), { item: 'oak_planks', count: 4 })
  assert.match(notes[0], /hides nothing: Invalid regular expression/)
})

test('what cannot be read removes the recipe and is said with the reason', t => {
  const { rules, notes } = rulesWith(t, {
    'data/minecraft/recipes/stick.json': '{',
    'data/mine/recipes/ghost.json': { type: 'crafting_shapeless', ingredients: [{ item: 'mine:nothing' }], result: { item: 'stick' } },
    'data/mine/recipes/odd.json': { type: 'mine:magic' },
    'data/mine/recipes/empty.json': { type: 'crafting_shapeless', ingredients: [{ tag: 'mine:void' }], result: { item: 'stick' } },
    'data/mine/tags/items/loop.json': { values: ['#mine:loop'] }
  })
  assert.equal(rules.match(['oak_planks', null, 'oak_planks', null], 2), null)
  assert.deepEqual(notes.map(note => /^(\S+)/.exec(note)[1]), ['tag', 'mine:empty', 'mine:ghost', 'mine:odd:', 'stick'])
  assert.match(notes.join('\n'), /mine:ghost is not loaded: this version has no mine:nothing/)
  assert.match(notes.join('\n'), /tag mine:loop contains itself: mine:loop > mine:loop/)
})

test('a folder that is no pack is refused', () => {
  assert.throws(() => datapack(os.tmpdir(), () => true, () => {}), /has no pack\.mcmeta/)
})
