'use strict'
// The inventory as the server shows it after a forced resync, and the stations around the bot.

const { counts, shown } = require('./stacks.cjs')
const { LAYOUTS } = require('./clicks.cjs')

const REACH = 4.5
/** From the eyes to the middle of a block, in blocks: the game's own limit in survival. */
const STATIONS = [
  'crafting_table', 'furnace', 'blast_furnace', 'smoker', 'campfire', 'soul_campfire', 'stonecutter', 'smithing_table'
]
const MOST_STATIONS = 64

/** Reads window 0 from the server and looks around. */
async function snapshot (session, clock) {
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
    stations: stations(bot),
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
  const ids = STATIONS.map(name => bot.registry.blocksByName[name]?.id).filter(id => id !== undefined)
  const found = bot.findBlocks({ matching: ids, maxDistance: REACH + 2, count: MOST_STATIONS })
  return found
    .map(at => ({ block: `minecraft:${bot.blockAt(at).name}`, position: point(at), distance: distance(bot, at) }))
    .filter(station => station.distance <= REACH)
    .sort((one, other) => one.distance - other.distance || compare(one.position, other.position))
}

const compare = (one, other) => one.x - other.x || one.y - other.y || one.z - other.z

module.exports = { snapshot, stations, point, distance, eyes, REACH }
