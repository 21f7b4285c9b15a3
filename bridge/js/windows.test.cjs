'use strict'
// The packets of every version that mineflayer is tested with, through its own serializers, without a server.
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { ofMineflayer, required } = require('./packages.cjs')
const { Clock } = require('./waiting.cjs')
const { Windows } = require('./windows.cjs')

const { testedVersions } = required('mineflayer')
const { createSerializer, createDeserializer } = ofMineflayer('minecraft-protocol')
const VERSIONS = testedVersions.filter(version => {
  const at = ofMineflayer('prismarine-registry')(version).version
  return at['>=']('1.13') && version !== '1.17'
})

/** A bot whose packets go through the wire to a server that is only a function. */
function botOf (version, answer) {
  const registry = ofMineflayer('prismarine-registry')(version)
  const client = new EventEmitter()
  const toServer = [createSerializer({ state: 'play', isServer: false, version }), createDeserializer({ state: 'play', isServer: true, version })]
  const toClient = [createSerializer({ state: 'play', isServer: true, version }), createDeserializer({ state: 'play', isServer: false, version })]
  const over = ([writer, reader], name, params) => reader.parsePacketBuffer(writer.createPacketBuffer({ name, params })).data.params
  const send = (name, params) => client.emit(name, over(toClient, name, params))
  client.write = (name, params) => answer(over(toServer, name, params), send)
  const inventory = ofMineflayer('prismarine-windows')(version).createWindow(0, 'minecraft:inventory', 'Inventory')
  const bot = Object.assign(new EventEmitter(), { registry, supportFeature: registry.supportFeature, _client: client, inventory, currentWindow: null })
  const Item = ofMineflayer('prismarine-item')(registry)
  client.on('window_items', ({ items }) => items.forEach((item, slot) => inventory.updateSlot(slot, Item.fromNotch(item))))
  return { bot, Item, registry }
}

/** A server that keeps two sticks in slot 36 and answers each click by the rules of its version. */
function serverOf (version, seen) {
  return (packet, send) => {
    seen.push(packet)
    const { Item, registry } = server
    const slot = (name, count) => Item.toNotch(name ? new Item(registry.itemsByName[name].id, count) : null)
    const items = Array.from({ length: 46 }, (_, n) => n === 36 ? slot('stick', 2) : slot(null))
    const stateId = 7
    if (packet.action !== undefined) send('transaction', { windowId: 0, action: packet.action, accepted: false })
    send('window_items', { windowId: 0, stateId, items, carriedItem: slot('dirt', 3) })
    if (registry.supportFeature('stateIdUsed')) return
    send('set_slot', { windowId: -1, stateId, slot: -1, item: slot('dirt', 3) })
  }
}
let server = null

for (const version of VERSIONS) {
  test(`${version}: a click is sent, and the window and the cursor that the server shows are read`, async () => {
    const seen = []
    server = botOf(version, serverOf(version, seen))
    const windows = new Windows(server.bot, () => {})
    const { before, after } = await windows.send([{ slot: 36, button: 1, mode: 0, held: null }], new Clock(5000), { before: true })
    for (const reading of [before, after]) {
      assert.deepEqual([reading.slots[36].item, reading.slots[36].count, reading.slots[36].plain], ['minecraft:stick', 2, true])
      assert.deepEqual([reading.cursor.item, reading.cursor.count], ['minecraft:dirt', 3])
    }
    const click = seen.find(packet => packet.slot === 36)
    assert.deepEqual([click.windowId, click.mouseButton, click.mode], [0, 1, 0])
    assert.ok(seen.every(packet => packet.cursorItem === undefined || !(packet.cursorItem.present || packet.cursorItem.itemCount)))
    assert.ok(seen.every(packet => packet.stateId === undefined || packet.stateId === -1))
  })
}

for (const version of VERSIONS.filter(version => ofMineflayer('prismarine-registry')(version).version['>=']('1.20.5'))) {
  test(`${version}: what carries components of its own is told from plain things`, () => {
    const { bot, Item, registry } = botOf(version, () => {})
    const windows = new Windows(bot, () => {})
    const made = (name, count, components) => Object.assign(new Item(registry.itemsByName[name].id, count), { components, componentMap: new Map(components.map(part => [part.type, part])) })
    const sword = worn => made('iron_sword', 1, [{ type: 'damage', data: worn }])
    const enchanted = made('stick', 2, [{ type: 'repair_cost', data: 3 }])
    const shown = [sword(0), sword(9), enchanted, made('stick', 2, [])].map(item => Item.toNotch(item))
    const items = Array.from({ length: 46 }, (_, slot) => shown[slot - 36] ?? Item.toNotch(null))
    hear(version, bot, 'window_items', { windowId: 0, stateId: 1, items, carriedItem: Item.toNotch(null) })
    assert.deepEqual(windows.reading().slots.slice(36, 40).map(held => [held.item, held.plain]), [
      ['minecraft:iron_sword', true], ['minecraft:iron_sword', false], ['minecraft:stick', false], ['minecraft:stick', true]
    ])
  })
}

/** What a client of that version reads of a packet. */
function hear (version, bot, name, params) {
  const written = createSerializer({ state: 'play', isServer: true, version }).createPacketBuffer({ name, params })
  bot._client.emit(name, createDeserializer({ state: 'play', isServer: false, version }).parsePacketBuffer(written).data.params)
}

test('the cursor is read from the packets of its own that versions have', () => {
  for (const version of VERSIONS) {
    const { bot, Item, registry } = botOf(version, () => {})
    const windows = new Windows(bot, () => {})
    const item = Item.toNotch(new Item(registry.itemsByName.stick.id, 5))
    if (registry.version['>=']('1.21.2')) bot._client.emit('set_cursor_item', { contents: item })
    else bot._client.emit('set_slot', { windowId: version.startsWith('1.21') ? 255 : -1, slot: -1, item })
    assert.deepEqual([windows.reading().cursor.item, windows.reading().cursor.count], ['minecraft:stick', 5], version)
  }
})
