'use strict'
// How one version's packets carry windows, stacks and tags.

class Wire {
  constructor (req, version) {
    this.registry = req('prismarine-registry')(version)
    this.Item = req('prismarine-item')(this.registry)
    const at = this.registry.version
    this.hasState = at['>=']('1.17.1')
    this.hasTransactions = at['<']('1.17')
    this.hasCarriedItem = this.hasState
    this.hasCursorPacket = at['>=']('1.21.2')
    this.tagsInConfiguration = at['>=']('1.20.2')
    this.tagsByType = at['>=']('1.17')
    this.windows = req('prismarine-windows')(version)
  }

  toNotch (stack) {
    return this.Item.toNotch(stack ? this.item(stack) : null)
  }

  item (stack) { return new this.Item(this.registry.itemsByName[stack.item].id, stack.count) }

  fromNotch (raw) {
    const item = raw ? this.Item.fromNotch(raw) : null
    return item ? { item: item.name, count: item.count } : null
  }

  openWindow (id, kind, title) {
    const type = this.windows.windows[`minecraft:${kind}`]
    const windowTitle = this.registry.version['>=']('1.20.3') ? { type: 'string', value: title } : JSON.stringify({ text: title })
    return { windowId: id, inventoryType: type?.type ?? `minecraft:${kind}`, windowTitle }
  }

  windowItems (id, stateId, stacks, cursor) {
    const items = stacks.map(stack => this.toNotch(stack))
    return { windowId: id, stateId, items, carriedItem: this.toNotch(cursor) }
  }

  setSlot (id, stateId, slot, stack) { return { windowId: id, stateId, slot, item: this.toNotch(stack) } }

  itemTags (tags) {
    const list = Object.entries(tags).map(([name, items]) => ({
      tagName: `minecraft:${name}`,
      entries: items.map(item => this.registry.itemsByName[item]?.id).filter(id => id !== undefined)
    }))
    if (this.tagsByType) return { tags: [{ tagType: 'minecraft:item', tags: list }] }
    return { blockTags: [], itemTags: list, fluidTags: [], entityTags: [] }
  }
}

module.exports = { Wire }
