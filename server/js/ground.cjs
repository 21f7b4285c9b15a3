'use strict'
// What lies on the ground, and who picks it up.

const { counts } = require('./stacks.cjs')

/** How long a dropped item lies before it can be picked up, and before it is gone, as in the game. */
const [DUG_MS, THROWN_MS, GONE_MS] = [500, 2000, 300000]

class Ground {
  constructor (serv, wire, Vec3) {
    Object.assign(this, { serv, wire, registry: wire.registry, Vec3 })
    this.entities = new Set()
    // flying-squid's own words about things on the ground cannot be read by clients of many versions
    serv.on('newEntity', entity => { if (entity.type === 'object') entity.sendMetadata = () => this.describe(entity) })
  }

  describe (entity) {
    const held = { item: this.registry.items[entity.itemId].name, count: entity.itemCount }
    entity._writeOthersNearby('entity_metadata', { entityId: entity.id, metadata: this.wire.itemMetadata(held) })
  }

  drop (world, held, position, pickupTime = THROWN_MS) {
    const entity = this.serv.spawnObject(this.registry.entitiesByName.item.id, world, position.offset(0, 0.2, 0), {
      velocity: new this.Vec3(0, 0, 0),
      itemId: this.registry.itemsByName[held.item].id,
      itemCount: held.count,
      pickupTime,
      deathTime: GONE_MS
    })
    entity.size = null // so that it lies where it is: flying-squid lets things fall through chunks that nobody looks at
    this.entities.add(entity)
  }

  /** A player walks over something: what finds room is taken. `give(item, count)` returns how many found none. */
  collect (player, entity, give) {
    const left = give(this.registry.items[entity.itemId].name, entity.itemCount)
    if (left === entity.itemCount) return
    const taken = entity.itemCount - left
    entity.itemCount = left
    if (left > 0) return this.describe(entity)
    entity._writeOthersNearby('collect', { collectedEntityId: entity.id, collectorEntityId: player.id, pickupItemCount: taken })
    this.entities.delete(entity)
    entity.destroy()
  }

  /** Every stack that lies there, with its place. */
  lying () {
    for (const entity of this.entities) if (!this.serv.entities[entity.id]) this.entities.delete(entity)
    return [...this.entities].map(({ itemId, itemCount, position }) => ({ held: { item: this.registry.items[itemId].name, count: itemCount }, position }))
  }

  /** Nothing lies there any more. */
  sweep () {
    for (const entity of this.entities) if (this.serv.entities[entity.id]) entity.destroy()
    this.entities.clear()
  }

  /** Counts by item of all that still lies there. */
  counts () {
    return counts(this.lying().map(({ held }) => held))
  }
}

module.exports = { Ground, DUG_MS, THROWN_MS }
