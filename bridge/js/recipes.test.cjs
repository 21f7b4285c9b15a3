'use strict'
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { ofMineflayer } = require('./packages.cjs')
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
    const [pickaxe, line] = hear(version, 'play', 'declare_recipes', { recipes: [shaped, flat] }, Recipes).named()
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
    const [planks, glass, dye] = hear(version, 'play', 'declare_recipes', { recipes }, Recipes).named()
    assert.deepEqual([planks.kind, planks.cells, planks.result.count], ['shapeless', [['minecraft:oak_log']], 4])
    assert.deepEqual([glass.kind, glass.cells, glass.result.item], ['smelting', [['minecraft:sand']], 'minecraft:glass'])
    assert.deepEqual([dye.kind, dye.cells, dye.result], ['special_armordye', [], null])
  })

  test(`${version}: item tags get their names, and a reload is counted`, () => {
    const state = ['1.20.4', '1.21.1'].includes(version) ? 'configuration' : 'play'
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

test('a server that declares no recipes is told from one that declares none', () => {
  const bot = { registry: ofMineflayer('prismarine-registry')('1.20.4'), _client: new EventEmitter() }
  const recipes = new Recipes(bot)
  assert.equal(recipes.named(), null)
  bot._client.emit('declare_recipes', { recipes: [] })
  assert.deepEqual(recipes.named(), [])
})
