'use strict'
// What the control port answers.

const { mishaps } = require('./mishaps.cjs')
const { bare } = require('./rules.cjs')
const { named } = require('./stacks.cjs')

function operations ({ practice, rules, conditions, req }) {
  const { serv } = practice
  const { Vec3 } = req('vec3')
  const session = name => practice.session(name)
  practice.mishaps = mishaps(practice, itemName)

  function itemName (name) {
    if (!serv.registry.itemsByName[bare(name)]) throw new Error(`no item ${name}`)
    return bare(name)
  }

  function amount (count) {
    if (!Number.isInteger(count) || count < 1) throw new Error(`count is a positive whole number, not ${count}`)
    return count
  }

  function place ({ x, y, z }) {
    if (![x, y, z].every(Number.isFinite)) throw new Error('x, y and z are numbers')
    return new Vec3(Math.floor(x), Math.floor(y), Math.floor(z))
  }

  function refusals (list) {
    if (!Array.isArray(list)) throw new Error('what is refused is a list of {result, member}')
    return list.map(({ result, member }) => ({ result: itemName(result), ...(member ? { member: itemName(member) } : {}) }))
  }

  function setConditions (wanted) {
    const set = { ...wanted }
    if (set.refuse) set.refuse = refusals(set.refuse)
    if (set.lie_result) set.lie_result = { item: itemName(set.lie_result.item), count: amount(set.lie_result.count ?? 1), hidden: Boolean(set.lie_result.hidden) }
    for (const { op, after, chance } of set.mishaps ?? []) {
      if (!Object.hasOwn(practice.mishaps, op)) throw new Error(`no mishap ${op}; there are ${Object.keys(practice.mishaps).join(', ')}`)
      if (!Number.isInteger(after) && !(chance > 0 && chance <= 1)) throw new Error(`when ${op} befalls is {after: clicks} or {chance: 0 to 1}`)
    }
    conditions.set(set)
    return apply()
  }

  function apply () {
    rules.refused = conditions.refuse
    rules.lie = conditions.lie_result
    return { ...conditions.values }
  }

  return {
    players: () => [...practice.sessions.keys()],
    inventory: ({ player }) => practice.menus.has(player) ? practice.truth(player) : session(player),
    give: ({ player, item, count = 1 }) => ({ left: session(player).give(itemName(item), amount(count)) }),
    ...practice.mishaps,
    unlock: ({ player }) => ({ unlocked: practice.book.unlock(session(player), true) }),
    clear: ({ player }) => session(player).clear(),
    async block (at) { return `minecraft:${(await serv.overworld.getBlock(place(at))).name}` },
    async setblock ({ block, ...at }) {
      const known = serv.registry.blocksByName[bare(block)]
      if (!known) throw new Error(`no block ${block}`)
      practice.cleared(place(at))
      await serv.setBlock(serv.overworld, place(at), known.defaultState ?? known.id << 4)
    },
    /** What a furnace, chest or campfire holds; {put: [{slot, item, count}]} fills it first. */
    async container ({ put = [], ...at }) {
      const block = await serv.overworld.getBlock(place(at))
      block.position = place(at)
      const cells = practice.stations.at(block)?.container.cells ?? practice.stations.kept.get(String(place(at)))?.cells
      if (!cells) throw new Error(`a ${block.name} holds nothing`)
      for (const { slot, item, count = 1 } of put) cells[slot] = { item: itemName(item), count: amount(count) }
      if (put.length > 0) practice.tell(practice.stations.at(block).container, null)
      return cells.map(named)
    },
    dropped: () => practice.ground.counts(),
    sweep: () => practice.ground.sweep(),
    refuse: ({ rules: list }) => { setConditions({ refuse: list }) },
    conditions: ({ set }) => setConditions(set ?? {}),
    reset () {
      conditions.reset()
      return apply()
    },
    patch ({ patch }) {
      rules.patch(patch ?? {})
      practice.reload()
    },
    /** The packs' folders are read again. */
    reload () {
      rules.build()
      practice.reload()
    },
    log ({ player, last = 100 }) {
      const { log, menu, seen } = session(player)
      return { clicks: log.slice(-last), crafts: menu.crafts.slice(-last), crafted: menu.crafted, seen }
    },
    crash: () => { setImmediate(() => process.exit(1)) },
    stop: () => { setImmediate(() => process.exit(0)) }
  }
}

module.exports = { operations }
