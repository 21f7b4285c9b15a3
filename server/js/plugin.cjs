'use strict'
// The flying-squid plugin: its own inventory, clicks, chests, drops and tags are replaced by ours.

const { Session, truth } = require('./session.cjs')
const { Menu } = require('./menu.cjs')
const { Stations } = require('./stations.cjs')
const { Ground, DUG_MS } = require('./ground.cjs')
const { Book } = require('./book.cjs')
const { declared } = require('./declared.cjs')
const { tellWhoIsThere, tellWhoLeft } = require('./players.cjs')
const { respawn } = require('./respawn.cjs')
const { addWhispers } = require('./whispers.cjs')

const BRAND = 'craftplan practice server'
const SPAWN = [8, 8]
const REACH = 6
const EYES = 1.62
const LEAVES_BEHIND = 8
/** Blocks whose windows flying-squid would open wrongly. */
const SHUT = ['ender_chest']
const HOST = '127.0.0.1'
const [SWAPPED_OUT, DROP_ALL, DROP_ONE] = [99, 3, 4]
/** How near, in blocks, what lies on the ground is picked up. */
const NEAR = 1.75

class Practice {
  constructor ({ req, rules, conditions, wire, keeping }) {
    Object.assign(this, { rules, conditions, wire, keeping })
    this.Vec3 = req('vec3').Vec3
    this.sessions = new Map()
    this.menus = new Map()
    this.positions = new Map()
    this.mishaps = {}
    this.book = new Book(wire, rules)
    this.server = this.server.bind(this)
  }

  /** flying-squid calls this once. */
  server (serv) {
    this.serv = serv
    addWhispers(serv)
    this.ground = new Ground(serv, this.wire, this.Vec3)
    this.stations = new Stations({
      rules: this.rules,
      from: this.wire.from,
      conditions: this.conditions,
      onChange: container => {
        this.tell(container, null)
        this.keeping.save(this)
      },
      onCooked: (position, held) => this.ground.drop(serv.overworld, held, position.offset(0.5, 0, 0.5), DUG_MS)
    })
    this.handleBlocks()
    serv.getSpawnPoint = async () => this.standingPlace()
    serv._server.on('connection', client => this.correctTags(client))
    serv.on('newPlayer', player => this.join(player))
  }

  handleBlocks () {
    const { blocksByName } = this.wire.registry
    for (const name of [...Object.keys(this.stations.opens), 'campfire', 'soul_campfire']) {
      if (blocksByName[name]) this.serv.onBlockInteraction(name, ({ block, player }) => this.use(player, block))
    }
    for (const name of Object.keys(blocksByName)) {
      if (SHUT.includes(name) || name.endsWith('shulker_box')) this.serv.onBlockInteraction(name, () => true)
    }
  }

  /** A player uses a block: its window opens, or what is held goes onto the fire. Returns whether that was all. */
  use (player, block) {
    const session = this.sessions.get(player._client.username)
    if (!session || player.crouching) return false
    if (!within(player.position.offset(0, EYES, 0), block.position, REACH)) return true
    const opens = this.stations.at(block)
    if (opens) session.open(opens.container, opens.type, opens.title)
    else {
      const slot = 36 + player.heldItemSlot
      const held = session.menu.slots[slot]
      if (!held || !this.stations.lay(block, held.item)) return false
      session.reduce(slot, 1)
    }
    return true
  }

  join (player) {
    const name = player._client.username
    const client = player._client
    const menu = this.menus.get(name) ?? this.newMenu()
    const session = new Session({ client, wire: this.wire, rules: this.rules, conditions: this.conditions, menu, hooks: this.hooks(player) })
    this.menus.set(name, menu)
    this.sessions.set(name, session)
    if (this.positions.has(name)) player.findSpawnPoint = async () => { player.spawnPoint = this.positions.get(name) }
    player.sendBrand = async () => client.writeChannel(this.wire.from('1.13') ? 'brand' : 'MC|Brand', BRAND)
    player.on('connected', () => this.tellRules(client))
    player.on('connected', () => tellWhoIsThere(this.serv, this.wire, player))
    player.on('spawned', () => {
      session.sendAll()
      this.book.open(session)
      this.book.unlock(session)
    })
    player.on('disconnected', () => this.leave(player, session))
    player.inventory.updateSlot = (slot, item) => this.replaced(session, slot, item)
    player.collect = entity => this.pickUp(entity)
    client.removeAllListeners('client_command')
    client.on('client_command', packet => session.later(() => respawn({ player, session, packet, wire: this.wire, place: () => this.standingPlace() })))
    client.prependListener('block_dig', packet => this.dropFromHand(player, session, packet))
    player.on('dug', dug => this.dug(player, dug))
    // placing waits its turn among the clicks: it must not work with a stack that a click has moved meanwhile
    const [place] = client.listeners('block_place')
    client.removeAllListeners('block_place')
    client.on('block_place', packet => session.later(async () => {
      session.placing = true
      await place(packet).finally(() => { session.placing = false })
    }))
    this.mirror(player, menu)
  }

  /** Somebody is near what lies on the ground: flying-squid names the first, but who has room for it takes it. */
  pickUp (entity) {
    const { world, position } = entity
    for (const player of this.serv.getNearby({ world, position, radius: NEAR })) {
      const session = this.sessions.get(player._client.username)
      if (!session || session.dead) continue
      this.ground.collect(player, entity, (item, count) => session.give(item, count))
      if (!this.ground.entities.has(entity)) return
    }
  }

  /** The session of a player who is there. */
  session (name) {
    const found = this.sessions.get(name)
    if (!found) throw new Error(`no player ${name}; there are ${[...this.sessions.keys()].join(', ') || 'none'}`)
    return found
  }

  befall (player, { op, ...order }) {
    try {
      this.mishaps[op]({ player, ...order })
    } catch (error) {
      console.error(`${op}: ${error.message}`)
    }
  }

  kick (session, reason) { this.serv.getPlayer(session.client.username).kick(reason) }

  die (session) {
    session.die()
    this.serv.getPlayer(session.client.username).updateHealth(0)
  }

  restart (ms) {
    const { _server: listening, listeningPort: port } = this.serv
    listening.close()
    setTimeout(() => listening.listen(port, HOST), ms)
  }

  newMenu () { return new Menu(this.rules, { sharedCursor: this.wire.hasTransactions }) }

  /** Where a player is, or was when it left. */
  whereIs (name) { return this.serv.getPlayer(name)?.position ?? this.positions.get(name) ?? null }

  /** Takes up where an earlier server ended, however it ended. */
  async restore () {
    const { players, kept, ground, blocks } = this.keeping.load()
    const place = ([x, y, z]) => new this.Vec3(x, y, z)
    for (const [key, stateId] of Object.entries(blocks)) await this.serv.setBlock(this.serv.overworld, place(key.split(',').map(Number)), stateId)
    for (const { position, ...block } of kept) this.stations.kept.set(String(place(position)), { ...block, position: place(position) })
    for (const { at, ...held } of ground) this.ground.drop(this.serv.overworld, held, place(at))
    for (const [name, { slots, loose, at }] of Object.entries(players)) {
      const menu = this.newMenu()
      menu.slots = slots
      for (const held of loose) menu.giveBack(held)
      this.menus.set(name, menu)
      if (at) this.positions.set(name, place(at))
    }
    const setBlock = this.serv.setBlock
    this.serv.setBlock = (world, position, stateId) => {
      this.remember(position, stateId)
      return setBlock(world, position, stateId)
    }
  }

  remember (position, stateId) {
    this.keeping.block(position, stateId)
    this.keeping.save(this)
  }

  hooks (player) {
    return {
      onDrop: held => this.ground.drop(player.world, held, player.position),
      onChange: () => {
        const menu = this.menus.get(player._client.username)
        const session = this.sessions.get(player._client.username)
        this.mirror(player, menu)
        if (session) this.book.unlock(session)
        if (menu.container && menu.view.kept) this.tell(menu.container, menu)
        const { position } = menu.container ?? {}
        if (position && !within(player.position, position, LEAVES_BEHIND)) session?.forceClose()
        this.keeping.save(this)
      },
      onClose: container => this.tell(container, null),
      onMishap: mishap => this.befall(player._client.username, mishap),
      propertiesOf: container => this.stations.propertiesOf(container)
    }
  }

  /** Tells all who look into a container what has changed in it. */
  tell (container, but) {
    for (const session of this.sessions.values()) {
      if (session.menu.container !== container || session.menu === but) continue
      session.sendChanges()
      session.sendProperties()
    }
  }

  leave (player, session) {
    const name = player._client.username
    if (this.sessions.get(name) !== session) return
    this.positions.set(name, player.position.clone())
    session.leave()
    this.sessions.delete(name)
    tellWhoLeft(this.wire, player)
  }

  /** Recipes and tags, as after a reload. From 1.20.2 the tags come earlier, see correctTags. */
  tellRules (client, reload = false) {
    this.recipes ??= declared(this.wire, this.rules)
    client.write('declare_recipes', this.recipes)
    if (reload || !this.wire.tagsInConfiguration) client.write('tags', this.wire.itemTags(this.rules.tags))
  }

  /** The rules have changed: everybody is told. */
  reload () {
    this.recipes = undefined
    this.book.forget()
    for (const session of this.sessions.values()) {
      this.tellRules(session.client, true)
      this.book.open(session)
      session.menu.refresh()
      session.menu.shown = []
      session.sendChanges()
    }
  }

  correctTags (client) {
    if (!this.wire.tagsInConfiguration) return
    const write = client.write.bind(client)
    client.write = (name, packet) => write(name, name === 'tags' ? this.wire.itemTags(this.rules.tags) : packet)
  }

  /** flying-squid reads the inventory itself when blocks are placed: it sees ours. */
  mirror (player, menu) {
    menu.slots.forEach((held, slot) => { player.inventory.slots[slot] = held && slot > 4 ? this.wire.item(held) : null })
  }

  /** flying-squid changes a slot. What it thinks of a stack that a block is placed from may be old by then. */
  replaced (session, slot, item) {
    if (!session.placing) session.replace(slot, item ? { item: item.name, count: item.count } : null)
    else if (session.menu.slots[slot]) session.reduce(slot, 1)
  }

  /** The drop key: one or all of what is in the hand. */
  dropFromHand (player, session, packet) {
    if (packet.status !== DROP_ALL && packet.status !== DROP_ONE) return
    const slot = 36 + player.heldItemSlot
    const all = packet.status === DROP_ALL
    packet.status = SWAPPED_OUT
    session.later(() => {
      const held = session.menu.slots[slot]
      if (!held) return
      session.menu.dropped.push({ item: held.item, count: all ? held.count : 1 })
      session.reduce(slot, all ? held.count : 1)
    })
  }

  dug (player, dug) {
    dug.dropBlock = false
    const { items } = this.wire.registry
    const drops = (dug.drops ?? []).map(({ blockDropId }) => ({ item: items[blockDropId].name, count: 1 }))
    for (const held of drops) this.ground.drop(player.world, held, dug.position.offset(0.5, 0, 0.5), DUG_MS)
    this.cleared(dug.position)
    this.remember(dug.position, 0)
  }

  /** A block is no more: windows on it close, and what it held falls. */
  cleared (position) {
    for (const session of this.sessions.values()) if (session.menu.container?.position?.equals(position)) session.forceClose()
    for (const held of this.stations.remove(position)) this.ground.drop(this.serv.overworld, held, position.offset(0.5, 0, 0.5), DUG_MS)
  }

  async standingPlace () {
    let place = new this.Vec3(SPAWN[0], 100, SPAWN[1])
    while (place.y > 1 && (await this.serv.overworld.getBlockType(place.offset(0, -1, 0))) === 0) place = place.offset(0, -1, 0)
    return place
  }

  truth (name) { return { ...truth(this.menus.get(name)), online: this.sessions.has(name) } }
}

function within (from, block, distance) { return from.distanceTo(block.offset(0.5, 0.5, 0.5)) <= distance }

module.exports = { Practice, BRAND, HOST }
