'use strict'
// What the control port answers.

function operations ({ serv, ours, rules, conditions, req }) {
  const { Vec3 } = req('vec3')

  function session (name) {
    const found = ours.sessions.get(name)
    if (!found) throw new Error(`no player ${name}; there are ${[...ours.sessions.keys()].join(', ') || 'none'}`)
    return found
  }

  function itemName (name) {
    const bare = String(name).replace(/^minecraft:/, '')
    if (!serv.registry.itemsByName[bare]) throw new Error(`no item ${name}`)
    return bare
  }

  function place ({ x, y, z }) {
    if (![x, y, z].every(Number.isFinite)) throw new Error('x, y and z are numbers')
    return new Vec3(Math.floor(x), Math.floor(y), Math.floor(z))
  }

  return {
    players: () => [...ours.sessions.keys()],
    inventory: ({ player }) => session(player).truth(),
    give ({ player, item, count = 1 }) {
      if (!Number.isInteger(count) || count < 1) throw new Error(`count is a positive whole number, not ${count}`)
      return { left: session(player).give(itemName(item), count) }
    },
    clear: ({ player }) => session(player).clear(),
    async block (at) { return `minecraft:${(await serv.overworld.getBlock(place(at))).name}` },
    async setblock ({ block, ...at }) {
      const known = serv.registry.blocksByName[String(block).replace(/^minecraft:/, '')]
      if (!known) throw new Error(`no block ${block}`)
      await serv.setBlock(serv.overworld, place(at), known.defaultState ?? known.id << 4)
    },
    dropped: () => ours.dropped(),
    refuse ({ rules: refused }) {
      rules.refused = refused.map(({ result, member }) => ({ result: itemName(result), ...(member ? { member: itemName(member) } : {}) }))
    },
    conditions ({ set }) {
      if (set?.lie_result) set.lie_result = { item: itemName(set.lie_result.item), count: set.lie_result.count ?? 1 }
      conditions.set(set ?? {})
      return { ...conditions }
    },
    log: ({ player, last = 100 }) => ({ clicks: session(player).log.slice(-last), crafts: session(player).menu.crafts.slice(-last) }),
    close: ({ player }) => session(player).forceClose(),
    kick ({ player, reason = 'kicked' }) {
      session(player)
      serv.getPlayer(player).kick(reason)
    },
    die: () => { setImmediate(() => process.exit(1)) },
    stop: () => { setImmediate(() => process.exit(0)) }
  }
}

module.exports = { operations }
