'use strict'
// The inventory as the server shows it after a forced resync, and the stations around the bot.

const { counts, shown } = require('./stacks.cjs')
const { LAYOUTS } = require('./layouts.cjs')

const REACH = 4.5
/** From the eyes to the middle of a block, in blocks: the game's own limit in survival. */
const STATIONS = [
  'crafting_table', 'furnace', 'blast_furnace', 'smoker', 'campfire', 'soul_campfire', 'stonecutter', 'smithing_table'
]
const CHESTS = /^(chest|trapped_chest|barrel|(\w+_)?shulker_box)$/
const FARTHEST = 64
const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1]]
const AROUND = Math.ceil(REACH)

/** Reads window 0 from the server and looks around, for stations so many blocks around. */
async function snapshot (session, reach, clock) {
  const { bot, windows } = session
  windows.close()
  const reading = await windows.sync(clock)
  const { store, grid } = LAYOUTS.inventory
  const numbered = slots => slots.flatMap(slot => row(reading, slot))
  return {
    slots: numbered(reading.slots.map((_, slot) => slot).filter(slot => slot >= 5)),
    grid: numbered(grid),
    cursor: shown(reading.cursor),
    counts: counts(windows.store(reading)),
    free_slots: store.filter(slot => !reading.slots[slot]).length,
    position: point(bot.entity.position),
    stations: reach > REACH ? [...stations(bot), ...farther(bot, reach)] : stations(bot),
    chests: chests(bot, Math.max(reach, REACH)),
    forced: !windows.deaf
  }
}

function row (reading, slot) {
  const held = reading.slots[slot]
  return held ? [{ slot, item: held.item, count: held.count, plain: held.plain }] : []
}

const point = ({ x, y, z }) => ({ x, y, z })
const eyes = bot => bot.entity.position.offset(0, bot.entity.eyeHeight ?? 1.62, 0)
const distance = (bot, block) => eyes(bot).distanceTo(block.offset(0.5, 0.5, 0.5))

/** The stations that can be used from where the bot stands, nearest first. */
function stations (bot) {
  const states = stationStates(bot.registry)
  const middle = eyes(bot).floored()
  const found = []
  for (let x = -AROUND; x <= AROUND; x++) {
    for (let y = -AROUND; y <= AROUND; y++) {
      for (let z = -AROUND; z <= AROUND; z++) {
        const at = middle.offset(x, y, z)
        if (distance(bot, at) > REACH) continue
        const name = states.get(bot.world.getBlockStateId(at))
        if (name) found.push(seen(bot, at, name))
      }
    }
  }
  return sorted(found)
}

/** The stations that one would have to walk to, nearest first. */
function farther (bot, reach) {
  const states = stationStates(bot.registry)
  const matching = [...new Set(states.values())].map(name => bot.registry.blocksByName[name].id)
  const found = bot.findBlocks({ matching, maxDistance: reach, count: FARTHEST }).filter(at => distance(bot, at) > REACH)
  return sorted(found.map(at => seen(bot, at)))
}

/** Chests, barrels and shulker boxes; of a double chest its left half, so that what it holds is counted once. */
function chests (bot, reach) {
  const matching = bot.registry.blocksArray.filter(({ name }) => CHESTS.test(name)).map(({ id }) => id)
  const found = bot.findBlocks({ matching, maxDistance: reach + 1, count: FARTHEST }).filter(at => distance(bot, at) <= reach)
  const left = at => bot.blockAt(at)?.getProperties().type === 'left'
  const half = at => bot.blockAt(at).getProperties().type === 'right' && SIDES.some(([x, z]) => left(at.offset(x, 0, z)))
  return sorted(found.filter(at => !half(at)).map(at => seen(bot, at)))
}

/** Names of stations by the numbers of their states. */
function stationStates (registry) {
  const states = new Map()
  for (const name of STATIONS) {
    const { minStateId, maxStateId } = registry.blocksByName[name] ?? { minStateId: 1, maxStateId: 0 }
    for (let state = minStateId; state <= maxStateId; state++) states.set(state, name)
  }
  return states
}

const seen = (bot, at, name = bot.blockAt(at).name) => ({ block: `minecraft:${name}`, position: point(at), distance: distance(bot, at) })
const sorted = found => found.sort((one, other) => one.distance - other.distance || compare(one.position, other.position))
const compare = (one, other) => one.x - other.x || one.y - other.y || one.z - other.z

module.exports = { snapshot, stations, point, distance, eyes, CHESTS, REACH }
