'use strict'
// How one version's packets carry windows, stacks and tags.

/** How windows are called before 1.14, when they had names. */
const OLD_NAMES = { crafting: 'minecraft:crafting_table', furnace: 'minecraft:furnace', generic_9x3: 'minecraft:chest' }

class Wire {
  constructor (req, version) {
    this.version = version
    this.registry = req('prismarine-registry')(version)
    this.Item = req('prismarine-item')(this.registry)
    const from = wanted => this.registry.version['>='](wanted)
    this.from = from
    this.hasState = from('1.17.1')
    this.hasTransactions = !from('1.17')
    this.tagsInConfiguration = from('1.20.2')
    this.windows = req('prismarine-windows')(version).windows
  }

  toNotch (held) { return this.Item.toNotch(held ? this.item(held) : null) }

  item (held) { return new this.Item(this.registry.itemsByName[held.item].id, held.count) }

  fromNotch (raw) {
    const item = raw ? this.Item.fromNotch(raw) : null
    return item ? { item: item.name, count: item.count } : null
  }

  openWindow (windowId, type, title, slotCount) {
    const windowTitle = this.from('1.20.3') ? { type: 'string', value: title } : JSON.stringify({ text: title })
    const inventoryType = this.from('1.14') ? this.windows[`minecraft:${type}`].type : OLD_NAMES[type]
    return { windowId, inventoryType, windowTitle, slotCount: type === 'crafting' ? 0 : slotCount }
  }

  windowItems (windowId, stateId, stacks, cursor) {
    return { windowId, stateId, items: stacks.map(held => this.toNotch(held)), carriedItem: this.toNotch(cursor) }
  }

  setSlot (windowId, stateId, slot, held) { return { windowId, stateId, slot, item: this.toNotch(held) } }

  /** The cursor is slot -1 of window -1; where that number cannot be written it is 255, and from 1.21.2 it has its own packet. */
  cursor (stateId, held) {
    if (this.from('1.21.2')) return ['set_cursor_item', { contents: this.toNotch(held) }]
    return ['set_slot', this.setSlot(this.from('1.20.5') ? 255 : -1, stateId, -1, held)]
  }

  /** What tells clients which item an entity on the ground is. */
  itemMetadata (held) {
    const key = this.from('1.17') ? 8 : this.from('1.14') ? 7 : 6
    return [{ key, type: this.from('1.19.3') ? 'item_stack' : 6, value: this.toNotch(held) }]
  }

  itemTags (tags) {
    const list = Object.entries(tags).map(([name, items]) => ({
      tagName: name.includes(':') ? name : `minecraft:${name}`,
      entries: items.map(item => this.registry.itemsByName[item]?.id).filter(id => id !== undefined)
    }))
    if (this.from('1.17')) return { tags: [{ tagType: 'minecraft:item', tags: list }] }
    return { blockTags: [], itemTags: list, fluidTags: [], entityTags: [] }
  }
}

module.exports = { Wire }
