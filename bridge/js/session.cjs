'use strict'
// One bot on one server, and what can be asked of it. Each command is async and takes {args} and its time in ms.

const { createHash } = require('crypto')
const { Crafting } = require('./crafting.cjs')
const { Cooking } = require('./cooking.cjs')
const { Campfire } = require('./campfire.cjs')
const { join, abandon } = require('./joining.cjs')
const { listen, say, whisper } = require('./chat.cjs')
const { Recipes } = require('./recipes.cjs')
const { snapshot } = require('./snapshot.cjs')
const { walk } = require('./walking.cjs')
const { Storing } = require('./storing.cjs')
const { Tags } = require('./tags.cjs')
const { Trouble } = require('./trouble.cjs')
const { Clock, pause } = require('./waiting.cjs')
const { Windows } = require('./windows.cjs')
const stations = require('./stations.cjs')

class Session {
  constructor (events) {
    this.pastEvents = events
    this.bot = null
    this.joining = null
  }

  async ping () { return { node: process.version, pid: process.pid } }

  /** Begins to join; `joined` tells how it goes. */
  async connect (args, timeout) {
    if (this.isOn || this.joining) throw new Trouble('connected', 'this bot is on a server already')
    const onCode = ({ message }) => this.pastEvents.note('auth', message)
    this.joining = join({ ...args, timeout }, bot => this.prepare(bot), onCode)
    this.joining.catch(() => {})
  }

  prepare (bot) {
    this.seen = new Map()
    this.hashed = null
    this.tags = new Tags(bot)
    this.recipes = new Recipes(bot, this.tags)
    bot.once('inject_allowed', () => { this.windows = new Windows(bot, (kind, text) => this.pastEvents.note(kind, text)) })
    listen(bot, this.pastEvents)
  }

  /** What came of joining within `ms`: the server's words of itself, a Trouble, or null while it goes on. */
  async joined ({ ms }) {
    const { joining } = this
    if (!joining) throw new Trouble('disconnected', 'the bot is not joining any server')
    const over = await Promise.race([joining, pause(ms)]).catch(trouble => { this.joining = null; throw trouble })
    if (!over) return null
    this.joining = null
    this.bot = over.bot
    setImmediate(() => this.told().catch(() => {})) // a run asks for it at once
    return over.info
  }

  async snapshot ({ reach = 0 }, timeout) { return await snapshot(this.connected(), reach, new Clock(timeout)) }

  async walk ({ position }, timeout) { return await walk(this.connected(), position, new Clock(timeout)) }

  async attempt (order, timeout) { return await new (HANDS[order.station] ?? Crafting)(this.connected(), order, new Clock(timeout)).run() }

  async store (order, timeout) { return await new Storing(this.connected(), order, new Clock(timeout)).run() }

  /** One click on the open window, and nothing else: for tests that need a mess. */
  async click (click, timeout) { await this.connected().windows.send([{ ...click, held: null }], new Clock(timeout)) }

  /** What a grid was seen to make here, until the server tells other recipes or tags. */
  remember (order) { this.seen.set(nameOf(order), this.times) }

  remembers (order) { return this.seen.get(nameOf(order)) === this.times }

  forget (order) { this.seen.delete(nameOf(order)) }

  get times () { return `${this.tags.times} ${this.recipes.times}` }

  async placeStation ({ block }, timeout) {
    try {
      return { position: await stations.place(this.connected(), block, new Clock(timeout)) }
    } catch (error) {
      if (!(error instanceof Trouble) || !REFUSALS.includes(error.code)) throw error
      return { reason: error.code, detail: error.message }
    }
  }

  async takeStation ({ position }, timeout) { return await stations.take(this.connected(), position, new Clock(timeout)) }

  async collect (wanted, timeout) { return await stations.collect(this.connected(), wanted, new Clock(timeout)) }

  async events ({ after }) { return this.pastEvents.since(after) }

  async chat ({ text }) { say(this.connected().bot, text) }

  async whisper ({ player, text }) { whisper(this.connected().bot, player, text) }

  async itemTags () { return { tags: this.connected().tags.named(), times: this.tags.times } }

  async serverRecipes () { return this.connected().recipes.told() }

  /** A hash over the item tags and the recipes: whoever knows it need not be told them again. */
  async told () {
    const { tags, recipes, hashed } = this.connected()
    const at = `${tags.times} ${recipes.heard}`
    if (hashed?.at !== at) this.hashed = { at, hash: hashOf([tags.named(), recipes.told()?.recipes]) }
    return this.hashed.hash
  }

  async disconnect () {
    if (this.bot) abandon(this.bot)
    this.bot = null
  }

  get isOn () { return this.bot !== null && !this.bot._client.ended }

  connected () {
    if (!this.isOn) throw new Trouble('disconnected', 'the bot is on no server')
    return this
  }
}

/** What a station's window wants of the hands, where it makes nothing at once. */
const HANDS = { furnace: Cooking, blast_furnace: Cooking, smoker: Cooking, campfire: Campfire }
const REFUSALS = ['no_item', 'no_spot', 'place_refused']
const hashOf = told => createHash('sha256').update(JSON.stringify(told)).digest('hex')
const nameOf = ({ station, cells, result }) => JSON.stringify([station, cells.map(({ slot, item }) => [slot, item]).sort(), result.item, result.count])
const FREE = ['ping', 'joined', 'events', 'chat', 'whisper', 'itemTags', 'serverRecipes', 'told', 'disconnect']
/** What may be asked while the hands are at work, or are hanging. */

Session.free = FREE
Session.commands = [...FREE, 'connect', 'snapshot', 'attempt', 'click', 'placeStation', 'takeStation', 'collect', 'walk', 'store']

module.exports = { Session }
