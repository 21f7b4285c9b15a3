// Asks the peers' own planners: mindcraft's getDetailedCraftingPlan, mineflayer's recipesFor. JSON in on stdin, out on stdout.
//
// node peers.mjs MINDCRAFT_FOLDER NODE_MODULES VERSION < goals.json
//
// mindcraft's module wants a bot that has joined a server before it knows its data: it gets one that says it has.
import { EventEmitter } from 'node:events'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFileSync } from 'node:fs'

const [mindcraft, modules, version] = process.argv.slice(2)
const require = createRequire(join(modules, 'x.js'))
const ROUNDS = 50

globalThis.joined = () => Object.assign(new EventEmitter(), {
  version, loadPlugin () {}, _client: { write () {}, emit () {} }
})
const STANDINS = {
  mineflayer: 'export const createBot = globalThis.joined',
  'mineflayer-pathfinder': 'export const pathfinder = null',
  'mineflayer-pvp': 'export const plugin = null',
  'mineflayer-collectblock': 'export const plugin = null',
  'mineflayer-auto-eat': 'export const plugin = null',
  'mineflayer-armor-manager': 'export default null'
}
registerHooks({
  resolve (specifier, context, next) {
    if (!context.parentURL?.includes('/src/utils/mcdata.js')) return next(specifier, context)
    if (specifier in STANDINS) return { url: 'data:text/javascript,' + encodeURIComponent(STANDINS[specifier]), shortCircuit: true }
    if (!specifier.startsWith('.')) return next(pathToFileURL(require.resolve(specifier)).href, context)
    return next(specifier, context)
  }
})

const { initBot, getDetailedCraftingPlan } = await import(pathToFileURL(join(mindcraft, 'src/utils/mcdata.js')))
initBot('nobody').emit('login')

const registry = require('prismarine-registry')(version)
function recipesFor (goal) {
  const counts = Object.fromEntries(Object.entries(goal.have).map(([name, count]) => [registry.itemsByName[name].id, count]))
  const bot = Object.assign(new EventEmitter(), { registry, version, supportFeature: registry.supportFeature, inventory: { count: (id) => counts[id] ?? 0 } })
  require('mineflayer/lib/plugins/craft.js')(bot)
  const table = (goal.reach ?? []).includes('crafting_table')
  return bot.recipesFor(registry.itemsByName[goal.item].id, null, goal.count ?? 1, table ? {} : null).length
}

function timed (ask) {
  const answer = ask()
  const times = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = process.hrtime.bigint()
    ask()
    times.push(Number(process.hrtime.bigint() - began) / 1e6)
  }
  return { answer, ms: times.sort((a, b) => a - b)[ROUNDS / 2] }
}

const goals = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify(goals.map((goal) => ({
  mindcraft: timed(() => getDetailedCraftingPlan(goal.item, goal.count ?? 1, goal.have)),
  recipesFor: timed(() => recipesFor(goal))
}))))
