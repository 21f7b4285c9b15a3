'use strict'
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { ofMineflayer, required } = require('./packages.cjs')
const { Recipes } = require('./recipes.cjs')
const { Tags } = require('./tags.cjs')
const { EventEmitter } = require('node:events')

/** Writes a packet as a server of that version does and reads it as a client. */
function overTheWire (version, state, name, params) {
  const { createSerializer, createDeserializer } = ofMineflayer('minecraft-protocol')
  const written = createSerializer({ state, isServer: true, version }).createPacketBuffer({ name, params })
  return createDeserializer({ state, isServer: false, version }).parsePacketBuffer(written).data.params
}

function hear (version, state, name, params, Listener) {
  const registry = ofMineflayer('prismarine-registry')(version)
  const bot = { registry, _client: new EventEmitter() }
  const listener = new Listener(bot)
  bot._client.emit(name, overTheWire(version, state, name, params))
  return listener
}

const { testedVersions: VERSIONS } = required('mineflayer')
const from = (version, at) => ofMineflayer('prismarine-registry')(at).version['>='](version)
const rowsOf3 = list => [list.slice(0, 3), list.slice(3, 6), list.slice(6)]

for (const version of ['1.16.5', '1.18.2', '1.20.1', '1.20.4', '1.21.1']) {
  const registry = ofMineflayer('prismarine-registry')(version)
  const Item = ofMineflayer('prismarine-item')(registry)
  const slot = (name, count = 1) => Item.toNotch(new Item(registry.itemsByName[name].id, count))

  test(`${version}: a declared grid is read row by row, each cell with its choices`, () => {
    const planks = [slot('oak_planks'), slot('spruce_planks')]
    const cells = [planks, planks, planks, [], [slot('stick')], [], [], [slot('stick')], []]
    const id = 'minecraft:wooden_pickaxe'
    const grid = (width, height, ingredients) => ({
      ...{ group: '', category: 0, result: slot('wooden_pickaxe'), showNotification: true },
      ...{ width, height, gridWidth: width, gridHeight: height, ingredients }
    })
    const shaped = { type: 'minecraft:crafting_shaped', recipeId: id, name: id, data: grid(3, 3, rowsOf3(cells)) }
    const flat = { ...shaped, data: grid(2, 1, nested(version, [planks, [slot('stick')]])) }
    const [pickaxe, line] = hear(version, 'play', 'declare_recipes', { recipes: [shaped, flat] }, Recipes).told().recipes
    assert.deepEqual([pickaxe.id, pickaxe.kind, pickaxe.width, pickaxe.height], ['minecraft:wooden_pickaxe', 'shaped', 3, 3])
    const wood = ['minecraft:oak_planks', 'minecraft:spruce_planks']
    assert.deepEqual(pickaxe.cells, [wood, wood, wood, [], ['minecraft:stick'], [], [], ['minecraft:stick'], []])
    assert.deepEqual(pickaxe.result, { item: 'minecraft:wooden_pickaxe', count: 1 })
    assert.deepEqual(line.cells, [wood, ['minecraft:stick']])
  })

  test(`${version}: shapeless, smelted and special recipes are read`, () => {
    const declared = (id, type, data) => ({ type: `minecraft:${type}`, recipeId: id, name: id, data: { group: '', category: 0, ...data } })
    const recipes = [
      declared('a', 'crafting_shapeless', { ingredients: [[slot('oak_log')]], result: slot('oak_planks', 4) }),
      declared('b', 'smelting', { ingredient: [slot('sand')], result: slot('glass'), experience: 1, cookTime: 200 }),
      declared('c', 'crafting_special_armordye', {})
    ]
    const [planks, glass, dye] = hear(version, 'play', 'declare_recipes', { recipes }, Recipes).told().recipes
    assert.deepEqual([planks.kind, planks.cells, planks.result.count], ['shapeless', [['minecraft:oak_log']], 4])
    assert.deepEqual([glass.kind, glass.cells, glass.result.item, glass.ticks], ['smelting', [['minecraft:sand']], 'minecraft:glass', 200])
    assert.deepEqual([dye.kind, dye.cells, dye.result], ['special_armordye', [], null])
  })

}

for (const version of VERSIONS.filter(version => from('1.16.5', version) && version !== '1.17')) {
  const registry = ofMineflayer('prismarine-registry')(version)

  test(`${version}: item tags get their names, and a reload is counted`, () => {
    const state = from('1.20.2', version) ? 'configuration' : 'play'
    const entries = ['oak_planks', 'stick'].map(item => registry.itemsByName[item].id)
    const list = [{ tagName: 'minecraft:demo', entries: [...entries, 9999] }, { tagName: 'mod:other', entries: [] }]
    const params = version === '1.16.5'
      ? { blockTags: [], itemTags: list, fluidTags: [], entityTags: [] }
      : { tags: [{ tagType: 'minecraft:block', tags: [] }, { tagType: 'minecraft:item', tags: list }] }
    const tags = hear(version, state, 'tags', params, Tags)
    assert.deepEqual(tags.named(), { '#minecraft:demo': ['minecraft:oak_planks', 'minecraft:stick'], '#mod:other': [] })
    tags.bot._client.emit('tags', params)
    assert.equal(tags.times, 2)
  })
}

/** The nesting that this version's schema gives one row of two cells. */
function nested (version, cells) {
  const byRows = version === '1.16.5'
  return byRows ? [cells] : cells.map(cell => [cell])
}

for (const version of VERSIONS.filter(version => from('1.21.3', version))) {
  test(`${version}: what a stonecutter cuts and what the recipe book shows are read`, () => {
    const registry = ofMineflayer('prismarine-registry')(version)
    const Item = ofMineflayer('prismarine-item')(registry)
    const id = name => registry.itemsByName[name].id
    const item = name => ({ type: 'item', data: id(name) })
    const made = (name, count) => ({ type: 'item_stack', data: Item.toNotch(new Item(id(name), count)) })
    const bot = { registry, _client: new EventEmitter() }
    const planks = ['oak_planks', 'birch_planks']
    const tags = new Tags(bot)
    bot._client.emit('tags', { tags: [{ tagType: 'minecraft:item', tags: [{ tagName: 'minecraft:planks', entries: planks.map(id) }] }] })
    const recipes = new Recipes(bot, tags)
    assert.equal(recipes.told(), null)
    const hear = (name, params) => bot._client.emit(name, overTheWire(version, 'play', name, params))
    hear('declare_recipes', { recipes: [], stoneCutterRecipes: ['stone_slab', 'stone_stairs'].map(cut => ({ input: { ids: [id('stone')] }, slotDisplay: made(cut, cut === 'stone_slab' ? 2 : 1) })) })
    const entry = (displayId, type, data) => ({ recipe: { displayId, display: { type, data: { craftingStation: item('crafting_table'), ...data } }, group: 0, category: 'crafting_misc', craftingRequirements: undefined }, flags: { notification: false, highlight: false } })
    const cells = [{ type: 'tag', data: 'minecraft:planks' }, { type: 'empty' }, { type: 'composite', data: [item('stick'), { type: 'with_remainder', data: { input: item('milk_bucket'), remainder: item('bucket') } }] }]
    hear('recipe_book_add', {
      replace: true,
      entries: [
        entry(1, 'crafting_shaped', { width: 3, height: 1, ingredients: cells, result: made('lever', 3) }),
        entry(2, 'furnace', { ingredient: item('sand'), fuel: { type: 'any_fuel' }, result: made('glass', 1), craftingStation: item('blast_furnace'), duration: 100, experience: 0.1 })
      ]
    })
    const { recipes: [slab, stairs, lever, glass], complete, times } = recipes.told()
    assert.deepEqual([complete, times], [false, 1])
    assert.deepEqual(slab, { id: null, kind: 'stonecutting', width: 0, height: 0, cells: [['minecraft:stone']], result: { item: 'minecraft:stone_slab', count: 2 }, ticks: 0 })
    assert.equal(stairs.result.item, 'minecraft:stone_stairs')
    assert.equal(recipes.button('minecraft:stone', { item: 'minecraft:stone_stairs', count: 1 }), 1)
    assert.deepEqual([lever.kind, lever.width, lever.result.count], ['shaped', 3, 3])
    assert.deepEqual(lever.cells, [planks.map(name => `minecraft:${name}`), [], ['minecraft:stick', 'minecraft:milk_bucket']])
    assert.deepEqual([glass.kind, glass.cells, glass.ticks], ['blasting', [['minecraft:sand']], 100])
    hear('recipe_book_remove', { recipeIds: [1] })
    assert.equal(recipes.told().recipes.length, 3)
  })
}

test('up to 1.21.1 a stonecutter has its buttons in the order of what the results are called', () => {
  const version = '1.20.4'
  const registry = ofMineflayer('prismarine-registry')(version)
  const Item = ofMineflayer('prismarine-item')(registry)
  const slot = (name, count = 1) => Item.toNotch(new Item(registry.itemsByName[name].id, count))
  const cut = (name, count) => ({ type: 'minecraft:stonecutting', recipeId: name, name, data: { group: '', ingredient: [slot('stone')], result: slot(name, count) } })
  const recipes = hear(version, 'play', 'declare_recipes', { recipes: [cut('stone_stairs'), cut('stone_slab', 2), cut('stick')] }, Recipes)
  const button = (item, count) => recipes.button('minecraft:stone', { item: `minecraft:${item}`, count })
  assert.deepEqual([button('stone_slab', 2), button('stone_stairs', 1), button('stick', 1), button('lever', 1)], [0, 1, 2, -1])
})

test('a server that declares no recipes is told from one that declares none', () => {
  const bot = { registry: ofMineflayer('prismarine-registry')('1.20.4'), _client: new EventEmitter() }
  const recipes = new Recipes(bot)
  assert.equal(recipes.told(), null)
  bot._client.emit('declare_recipes', { recipes: [] })
  assert.deepEqual(recipes.told().recipes, [])
})
