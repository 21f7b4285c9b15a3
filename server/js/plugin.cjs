'use strict'
// The flying-squid plugin: its own inventory, clicks and tags are replaced by ours.

const { Session } = require('./session.cjs')

const BRAND = 'craftplan practice server'
const SPAWN = [8, 8]
/** How long a dropped item lies before it can be picked up, as in the game. */
const [DUG_MS, THROWN_MS] = [500, 2000]

/** Returns the plugin with the sessions of its players by name. */
function plugin ({ req, rules, conditions, wire, report }) {
  const { Vec3 } = req('vec3')
  const sessions = new Map()
  const drops = []

  function server (serv) {
    serv.onBlockInteraction('crafting_table', ({ block, player }) => {
      if (player.crouching) return false
      const session = sessions.get(player._client.username)
      session.later(() => {
        session.tableAt = block.position
        session.open('crafting', 'Crafting')
      })
      return true
    })
    serv.getSpawnPoint = async () => standingPlace(serv, Vec3)
    serv._server.on('connection', client => sendTags(client, wire, rules))
    serv.on('newPlayer', player => join(serv, player))
  }

  function join (serv, player) {
    const session = new Session({
      client: player._client,
      wire,
      rules,
      conditions,
      onDrop: stack => drop(serv, player, stack, player.position),
      onChange: () => mirror(player, session, wire)
    })
    sessions.set(player._client.username, session)
    player.sendBrand = async () => player._client.writeChannel(wire.registry.version['>=']('1.13') ? 'brand' : 'MC|Brand', BRAND)
    if (!wire.tagsInConfiguration) player.on('connected', () => player._client.write('tags', wire.itemTags(rules.tags)))
    player.on('spawned', () => session.sendAll())
    player.on('disconnected', () => sessions.delete(player._client.username))
    player.inventory.updateSlot = (slot, item) => {
      session.menu.slots[slot] = item ? { item: item.name, count: item.count } : null
      mirror(player, session, wire)
      session.sendChanges({})
    }
    player.collect = entity => collect(player, session, entity)
    player._client.prependListener('block_dig', packet => dropFromHand(serv, player, session, packet))
    player.on('dug', dug => {
      for (const other of sessions.values()) if (other.tableAt?.equals(dug.position)) other.forceClose()
      dug.dropBlock = false
      for (const { blockDropId } of dug.drops ?? []) {
        drop(serv, player, { item: wire.registry.items[blockDropId].name, count: 1 }, dug.position.offset(0.5, 0, 0.5), DUG_MS)
      }
    })
  }

  function drop (serv, player, stack, position, pickupTime = THROWN_MS) {
    const { registry } = wire
    const entity = serv.spawnObject(registry.entitiesByName.item.id, player.world, position.offset(0, 0.2, 0), {
      velocity: new Vec3(0, 0, 0),
      itemId: registry.itemsByName[stack.item].id,
      itemCount: stack.count,
      pickupTime,
      deathTime: 300000
    })
    drops.push(entity)
  }

  function collect (player, session, entity) {
    const name = wire.registry.items[entity.itemId].name
    const left = session.give(name, entity.itemCount)
    if (left === entity.itemCount) return
    entity.itemCount = left
    if (left > 0) return
    entity._writeOthersNearby('collect', { collectedEntityId: entity.id, collectorEntityId: player.id, pickupItemCount: 1 })
    drops.splice(drops.indexOf(entity), 1)
    entity.destroy()
  }

  /** The drop key: one or all of what is in the hand. */
  function dropFromHand (serv, player, session, packet) {
    if (packet.status !== 3 && packet.status !== 4) return
    const slot = 36 + player.heldItemSlot
    const held = session.menu.slots[slot]
    const count = packet.status === 3 ? held?.count : 1
    packet.status = 99
    if (!held) return
    session.menu.slots[slot] = held.count > count ? { item: held.item, count: held.count - count } : null
    drop(serv, player, { item: held.item, count }, player.position)
    mirror(player, session, wire)
    session.sendChanges({})
  }

  function dropped () {
    const counts = {}
    for (const entity of drops) {
      const item = `minecraft:${wire.registry.items[entity.itemId].name}`
      counts[item] = (counts[item] ?? 0) + entity.itemCount
    }
    return counts
  }

  return { server, sessions, dropped, report }
}

/** flying-squid reads the inventory itself when blocks are placed: it sees ours. */
function mirror (player, session, wire) {
  session.menu.slots.forEach((stack, slot) => { player.inventory.slots[slot] = stack && slot > 4 ? wire.item(stack) : null })
}

function sendTags (client, wire, rules) {
  if (!wire.tagsInConfiguration) return
  const write = client.write.bind(client)
  client.write = (name, packet) => write(name, name === 'tags' ? wire.itemTags(rules.tags) : packet)
}

async function standingPlace (serv, Vec3) {
  let place = new Vec3(SPAWN[0], 100, SPAWN[1])
  while (place.y > 1 && (await serv.overworld.getBlockType(place.offset(0, -1, 0))) === 0) place = place.offset(0, -1, 0)
  return place
}

module.exports = { plugin, BRAND }
