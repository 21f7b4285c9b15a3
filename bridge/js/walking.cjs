'use strict'
// Walking to a block until it is in reach. Nothing is dug, nothing is built, and no step is taken that would hurt.

const { distance, point, REACH } = require('./snapshot.cjs')
const { required, ofMineflayer } = require('./packages.cjs')

const NEAR = REACH - 0.5
const THINK_MS = 3000
const DROP = 3
const WHY = { NoPath: 'no_path', Timeout: 'no_path' }

/** Walks until the block can be used; returns {arrived, reason, detail, position}. */
async function walk ({ bot }, { x, y, z }, clock) {
  const at = new (ofMineflayer('vec3').Vec3)(x, y, z)
  const told = (reason, detail) => ({ arrived: reason === 'arrived', reason, detail, position: point(bot.entity.position) })
  if (distance(bot, at) <= REACH) return told('arrived', '')
  const { goals } = prepared(bot)
  const goal = new goals.GoalLookAtBlock(at, bot.world, { reach: NEAR, entityHeight: bot.entity.eyeHeight ?? 1.62 })
  const late = new Error('it took too long')
  let timer
  const over = new Promise((resolve, reject) => { timer = setTimeout(reject, clock.atMost(Infinity), late) })
  const walking = bot.pathfinder.goto(goal)
  walking.catch(() => {})
  try {
    await Promise.race([walking, over])
  } catch (error) {
    return told(error === late ? 'out_of_time' : WHY[error.name] ?? 'stopped', error.message)
  } finally {
    clearTimeout(timer)
    bot.pathfinder.setGoal(null)
    bot.clearControlStates()
  }
  if (distance(bot, at) <= REACH) return told('arrived', '')
  return told('stopped', `the way ended ${distance(bot, at).toFixed(1)} blocks away`)
}

function prepared (bot) {
  const { pathfinder, Movements, goals } = required('mineflayer-pathfinder')
  if (!bot.pathfinder) {
    bot.loadPlugin(pathfinder)
    const movements = new Movements(bot)
    Object.assign(movements, { canDig: false, allow1by1towers: false, scafoldingBlocks: [], allowParkour: false, canOpenDoors: false, maxDropDown: DROP, infiniteLiquidDropdownDistance: false })
    bot.pathfinder.thinkTimeout = THINK_MS
    bot.pathfinder.setMovements(movements)
  }
  return { goals }
}

module.exports = { walk }
