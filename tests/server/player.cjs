'use strict'
// A bare client of the protocol for the practice server's tests: it sends what it is told and says what it heard.
//   node player.cjs PACKAGES '{"host", "port", "username", "version"}'   then one JSON request a line, one answer a line

const { createRequire } = require('module')
const path = require('path')
const readline = require('readline')

const req = createRequire(path.join(process.argv[2], 'package.json'))
const options = JSON.parse(process.argv[3])
const client = req('minecraft-protocol').createClient({ ...options, auth: 'offline' })
const registry = req('prismarine-registry')(options.version)
const Item = req('prismarine-item')(registry)
const HEARD = ['window_items', 'set_slot', 'set_cursor_item', 'transaction', 'open_window', 'close_window', 'craft_progress_bar', 'declare_recipes', 'recipe_book_add', 'recipe_book_settings', 'tags', 'block_change', 'kick_disconnect', 'update_health', 'respawn']

console.log = console.error // stdout is for answers

const state = { window: 0, id: 0, action: 0, heard: [], ended: null, acknowledges: true }
const waiting = []

for (const name of HEARD) client.on(name, packet => hear(name, packet))
client.on('position', packet => {
  state.position = packet
  client.write('teleport_confirm', { teleportId: packet.teleportId })
  client.write('position_look', { ...packet, yaw: 0, pitch: 0, onGround: true, flags: { onGround: true } })
})
client.on('end', reason => { state.ended = reason; look() })
client.on('error', error => { state.ended = error.message; look() })

function stack (raw) {
  const item = raw ? Item.fromNotch(raw) : null
  return item ? [item.name, item.count] : null
}

function notch (held) {
  return Item.toNotch(held ? new Item(registry.itemsByName[held[0]].id, held[1]) : null)
}

function hear (name, packet) {
  if (packet.stateId !== undefined) state.id = packet.stateId
  if (name === 'open_window') state.window = packet.windowId
  if (name === 'close_window') state.window = 0
  if (name === 'transaction' && !packet.accepted && state.acknowledges) client.write('transaction', packet)
  state.heard.push(SAID[name]?.(packet) ?? { name, ...packet })
  look()
}

const SAID = {
  window_items: ({ windowId, items, carriedItem }) => ({ name: 'window_items', window: windowId, slots: items.map(stack), cursor: stack(carriedItem) }),
  set_slot: ({ windowId, slot, item }) => ({ name: 'set_slot', window: windowId, slot, item: stack(item) }),
  set_cursor_item: ({ contents }) => ({ name: 'set_slot', window: -1, slot: -1, item: stack(contents) }),
  open_window: ({ windowId, inventoryType }) => ({ name: 'open_window', window: windowId, type: inventoryType }),
  block_change: ({ location: { x, y, z } }) => ({ name: 'block_change', at: [x, y, z] }),
  tags: packet => ({ name: 'tags', tags: itemTags(packet) }),
  declare_recipes: ({ recipes, stoneCutterRecipes }) => stoneCutterRecipes ? stations(recipes, stoneCutterRecipes) : { name: 'declare_recipes', recipes: recipes.map(described) },
  recipe_book_add: ({ entries, replace }) => ({ name: 'recipe_book_add', replace, entries: entries.map(({ recipe, flags }) => ({ ...booked(recipe), notify: flags.notification })) }),
  update_health: ({ health }) => ({ name: 'update_health', health }),
  respawn: () => ({ name: 'respawn' })
}

function itemTags (packet) {
  const list = packet.itemTags ?? packet.tags.find(kind => /^(minecraft:)?item$/.test(kind.tagType)).tags
  return Object.fromEntries(list.map(tag => [tag.tagName, tag.entries.map(id => registry.items[id].name)]))
}

function described ({ recipeId, name, type, data }) {
  const cells = (data?.ingredients ?? []).flat(2)
  return { id: recipeId ?? name, type, first: stack(data?.ingredients?.flat()?.[0]?.[0] ?? data?.ingredient?.[0]), cells: cells.length, result: stack(data?.result) }
}

function stations (sets, cut) {
  return {
    name: 'declare_recipes',
    sets: Object.fromEntries(sets.map(({ name, items }) => [name, items.map(id => registry.items[id].name)])),
    cut: cut.map(({ input, slotDisplay }) => [input.name ?? input.ids.map(id => registry.items[id].name), display(slotDisplay)])
  }
}

/** A recipe as the book describes it: cells are "#tag", item names, or null. */
function booked ({ display: { type, data }, category, craftingRequirements }) {
  const cells = data.ingredients ?? ['template', 'base', 'addition', 'ingredient'].filter(name => data[name]).map(name => data[name])
  const parts = craftingRequirements.map(({ name, ids }) => name ? `#${name}` : ids.map(id => registry.items[id].name))
  return { type, category, width: data.width, cells: cells.map(display), result: display(data.result), station: display(data.craftingStation), parts }
}

function display ({ type, data }) {
  switch (type) {
    case 'tag': return `#${data}`
    case 'item': return registry.items[data].name
    case 'item_stack': return stack(data)
    case 'composite': return data.map(display)
    case 'with_remainder': return `${display(data.input)} leaves ${display(data.remainder)[0]}`
    default: return null
  }
}

/** Answers those who wait for something that has been heard by now. */
function look () {
  for (const wait of [...waiting]) {
    const found = state.heard.find(said => Object.entries(wait.wanted).every(([key, value]) => JSON.stringify(said[key]) === JSON.stringify(value)))
    if (!found && !state.ended) continue
    waiting.splice(waiting.indexOf(wait), 1)
    wait.done(found ?? { ended: state.ended })
  }
}

const ACTIONS = {
  wait: ({ wanted }) => new Promise(resolve => { waiting.push({ wanted, done: resolve }); look() }),
  heard: () => state.heard.splice(0),
  click ({ slot, button, mode, claim = null, changed = {}, cursor = null, stale = false, window = state.window }) {
    const changedSlots = Object.entries(changed).map(([location, held]) => ({ location: Number(location), item: notch(held) }))
    const stateId = stale ? -1 : state.id
    state.action++
    client.write('window_click', { windowId: window, stateId, slot, mouseButton: button, mode, action: state.action, item: notch(claim), changedSlots, cursorItem: notch(cursor) })
    return state.action
  },
  use ({ x, y, z }) {
    client.write('block_place', { hand: 0, location: { x, y, z }, direction: 1, cursorX: 0.5, cursorY: 0.5, cursorZ: 0.5, insideBlock: false, worldBorderHit: false, sequence: 1 })
  },
  press: ({ button }) => client.write('enchant_item', { windowId: state.window, enchantment: button }),
  close () {
    client.write('close_window', { windowId: state.window })
    state.window = 0
  },
  hold: ({ slot }) => client.write('held_item_slot', { slotId: slot }),
  creative: ({ slot, item }) => client.write('set_creative_slot', { slot, item: notch(item) }),
  acknowledge: ({ yes }) => { state.acknowledges = yes },
  confirm: ({ action }) => client.write('transaction', { windowId: state.window, action, accepted: true }),
  respawn: () => client.write('client_command', { payload: 0, actionId: 0 }),
  ended: () => state.ended,
  leave: () => client.end('left')
}

readline.createInterface({ input: process.stdin }).on('line', async line => {
  const { does, ...order } = JSON.parse(line)
  const value = await ACTIONS[does](order)
  process.stdout.write(JSON.stringify(value ?? null) + '\n')
}).on('close', () => process.exit(0))
