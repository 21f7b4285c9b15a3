'use strict'
// The item tags that the server sends. They come early (before the game begins, from 1.20.2 on) and again on /reload.

class Tags {
  constructor (bot) {
    this.bot = bot
    this.lists = null
    this.times = 0
    bot._client.on('tags', packet => this.hear(packet))
  }

  hear (packet) {
    const lists = itemLists(packet)
    if (!lists) return
    this.lists = lists
    this.times += 1
  }

  /** Names of items by name of tag; a number that this version has no item for is left out. */
  named () {
    const { items } = this.bot.registry
    return Object.fromEntries((this.lists ?? []).map(({ tagName, entries }) => [
      `#${tagName.includes(':') ? tagName : `minecraft:${tagName}`}`,
      entries.flatMap(id => items[id] ? [`minecraft:${items[id].name}`] : [])
    ]))
  }
}

/** The list of item tags in a packet of any version, or undefined. */
function itemLists (packet) {
  if (!Array.isArray(packet.tags)) return packet.itemTags
  return packet.tags.find(({ tagType }) => /^(minecraft:)?item$/.test(tagType))?.tags
}

module.exports = { Tags, itemLists }
