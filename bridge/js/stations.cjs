'use strict'
// Stations that the bot brings along: put down on a free spot in reach, and taken back.

const { LAYOUTS } = require('./layouts.cjs')
const { left } = require('./clicks.cjs')
const { stations, point, distance, eyes, REACH } = require('./snapshot.cjs')
const { counts } = require('./stacks.cjs')
const { ofMineflayer } = require('./packages.cjs')
const { Trouble } = require('./trouble.cjs')
const { until, pause } = require('./waiting.cjs')

const PLACE_MS = 2500
const SPOTS_TRIED = 3
const DIG_SLACK_MS = 5000
const PICKUP_MS = 6000
const WALK_AFTER_MS = 1200
const NEAR = 2

/** Puts a station down and returns its position. Troubles: `no_item`, `no_spot`, `place_refused`. */
async function place (session, block, clock) {
  const { bot } = session
  const spots = freeSpots(bot)
  if (spots.length === 0) throw new Trouble('no_spot', 'no free spot on solid ground in reach')
  await hold(session, block, clock)
  for (const spot of spots.slice(0, SPOTS_TRIED)) {
    await bot.lookAt(spot.offset(0.5, 0, 0.5), true)
    await bot._genericPlace(bot.blockAt(spot.offset(0, -1, 0)), new (vec3())(0, 1, 0), { forceLook: true, swingArm: 'right' })
    const stands = () => `minecraft:${bot.blockAt(spot)?.name}` === block
    const placed = await until(bot, stands, [[bot, `blockUpdate:${spot}`]], clock.atMost(PLACE_MS), 'place_refused', 'it did not appear')
      .catch(error => { if (error.code !== 'place_refused') throw error })
    if (placed) return point(spot)
  }
  throw new Trouble('place_refused', `the server let no ${block} appear on ${Math.min(spots.length, SPOTS_TRIED)} free spots`)
}

/** Air above solid ground, beside the bot and not inside anybody, nearest first. */
function freeSpots (bot) {
  const feet = bot.entity.position.floored()
  const spots = []
  for (let x = -NEAR; x <= NEAR; x++) {
    for (let z = -NEAR; z <= NEAR; z++) {
      for (const y of [0, 1, -1]) spots.push(feet.offset(x, y, z))
    }
  }
  return spots.filter(spot => isFree(bot, spot)).sort((one, other) => distance(bot, one) - distance(bot, other))
}

function isFree (bot, spot) {
  const here = bot.blockAt(spot)
  const ground = bot.blockAt(spot.offset(0, -1, 0))
  if (!here || here.name !== 'air' || ground?.boundingBox !== 'block' || STOOD_ON.test(ground.name)) return false
  const inside = Object.values(bot.entities).some(({ position, width = 0.6 }) =>
    Math.abs(position.x - spot.x - 0.5) < 0.5 + width / 2 && Math.abs(position.z - spot.z - 0.5) < 0.5 + width / 2 &&
    position.y < spot.y + 1 && position.y > spot.y - 2)
  return !inside && distance(bot, spot) <= REACH
}

/** Blocks that a click would open instead of building on them. */
const STOOD_ON = /table|furnace|smoker|chest|barrel|shulker|anvil|door|loom|grindstone|stonecutter|campfire|bed$|button|lever/

/** Brings an item into the hand. */
async function hold (session, item, clock) {
  const { windows } = session
  windows.close()
  const { slots } = await windows.sync(clock)
  const { store, hotbar } = LAYOUTS.inventory
  const from = [...hotbar, ...store].find(slot => slots[slot]?.item === item && slots[slot].plain)
  if (from === undefined) throw new Trouble('no_item', `the inventory holds no ${item}`)
  await toHand(session, slots, from, clock)
}

/** Brings what lies in a slot into the hand. */
async function toHand ({ bot, windows }, slots, from, clock) {
  const { hotbar } = LAYOUTS.inventory
  if (hotbar.includes(from)) return bot.setQuickBarSlot(hotbar.indexOf(from))
  const to = hotbar.find(slot => !slots[slot]) ?? hotbar[0]
  const swap = slots[to] ? [left(from), left(to), left(from)] : [left(from), left(to)]
  const held = [slots[from], slots[to], null]
  const { item } = slots[from]
  const { after } = await windows.send(swap.map((click, n) => ({ ...click, held: held[n] })), clock)
  if (after.slots[to]?.item !== item) throw new Trouble('place_refused', `the server did not let ${item} into the hand`)
  bot.setQuickBarSlot(hotbar.indexOf(to))
}

/** Digs a station up and waits until it is in the inventory. Returns {taken, picked_up, detail}. */
async function take (session, { x, y, z }, clock) {
  const { bot, windows } = session
  windows.close()
  const at = new (vec3())(x, y, z)
  const block = bot.blockAt(at)
  if (!block || !stations(bot).some(({ position }) => at.equals(position))) {
    return { taken: false, picked_up: false, detail: `at ${x} ${y} ${z} is no station in reach but ${block?.name ?? 'nothing'}` }
  }
  const item = `minecraft:${block.name}`
  const before = counts(windows.store(await windows.sync(clock)))[item] ?? 0
  try {
    await equip(session, block, clock)
  } catch (trouble) {
    if (trouble.code !== 'no_tool') throw trouble
    return { taken: false, picked_up: false, detail: trouble.message }
  }
  await dig(bot, block, clock)
  const picked = await pickUp(session, item, before, at, clock)
  return { taken: true, picked_up: picked, detail: picked ? '' : `${block.name} was not picked up` }
}

/** Walks to where a station was dug up by a bot that left before it had picked it up. Returns what `take` returns. */
async function collect (session, { position: { x, y, z }, item, held }, clock) {
  const { windows } = session
  windows.close()
  await windows.sync(clock)
  const picked = await pickUp(session, item, held, new (vec3())(x, y, z), clock)
  return { taken: true, picked_up: picked, detail: picked ? '' : `${item} does not lie there any more` }
}

/** Chooses what digs the block so that it drops: a tool where it asks for one, else a hand that digging does not wear out. */
async function equip (session, block, clock) {
  const { bot, windows } = session
  const tools = Object.keys(block.harvestTools ?? {}).map(id => `minecraft:${bot.registry.items[id].name}`)
  const { store, hotbar } = LAYOUTS.inventory
  if (tools.length === 0) {
    const free = hotbar.findIndex(slot => !bot.inventory.slots[slot]?.maxDurability)
    if (free >= 0) bot.setQuickBarSlot(free)
    return
  }
  const { slots } = windows.reading(bot.inventory)
  const found = store.filter(slot => slots[slot] && tools.includes(slots[slot].item))
  if (found.length === 0) throw new Trouble('no_tool', `a ${block.name} drops only for ${tools.map(tool => tool.replace('minecraft:', '')).join(', ')}`)
  await toHand(session, slots, found.find(slot => !slots[slot].plain) ?? found[0], clock)
}

async function dig (bot, block, clock) {
  const gone = () => bot.blockAt(block.position)?.name === 'air'
  const limit = clock.atMost(bot.digTime(block) + DIG_SLACK_MS)
  const dug = bot.dig(block, true).catch(() => {})
  try {
    await until(bot, gone, [[bot, `blockUpdate:${block.position}`]], limit, 'dig_refused', `the ${block.name} still stands`)
  } finally {
    bot.stopDigging()
    await dug
  }
}

/** Waits for the drop, and walks onto it where it does not come by itself. */
async function pickUp ({ bot, windows }, item, before, at, clock) {
  const end = Date.now() + clock.atMost(PICKUP_MS)
  const walk = Date.now() + WALK_AFTER_MS
  try {
    while (Date.now() < end) {
      if ((counts(windows.store(windows.reading(bot.inventory)))[item] ?? 0) > before) return true
      if (Date.now() > walk) await stepTowards(bot, at)
      await pause(50)
    }
  } finally {
    bot.setControlState('forward', false)
  }
  return false
}

async function stepTowards (bot, at) {
  const target = at.offset(0.5, 0, 0.5)
  const near = Math.hypot(target.x - bot.entity.position.x, target.z - bot.entity.position.z) < 0.3
  await bot.lookAt(target.offset(0, eyes(bot).y - bot.entity.position.y, 0), true)
  bot.setControlState('forward', !near)
}

const vec3 = () => ofMineflayer('vec3').Vec3

module.exports = { place, take, collect, hold, freeSpots, stepTowards }
