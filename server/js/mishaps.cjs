'use strict'
// What may befall a player or the whole server: at once, by the control port, or at a click, by the condition `mishaps`.

const { range, copy } = require('./stacks.cjs')

const FILLER = 'dirt'
const FULL_STACK = 64
/** Slots that things are put into when a player is given something. */
const ROOM = range(9, 45)

/** Maps each mishap's name to a function of its order. `practice` is the server, `named` checks an item's name. */
function mishaps (practice, named) {
  const session = name => practice.session(name)

  return {
    /** Without an item the seed decides which of those that the player holds. */
    steal_item ({ player, item, count = 1 }) {
      const found = session(player)
      const held = [...new Set(found.menu.slots.flatMap((stack, slot) => stack && slot > 0 ? [stack.item] : []))].sort()
      const taken = item ? named(item) : held[Math.floor(practice.conditions.random() * held.length)]
      return { item: taken ? `minecraft:${taken}` : null, taken: taken ? found.steal(taken, count) : 0 }
    },

    /** Every free slot of the inventory is filled with something else. */
    full_inventory ({ player, item = FILLER }) {
      const { menu } = session(player)
      const free = ROOM.filter(slot => !menu.slots[slot])
      const count = Math.min(FULL_STACK, practice.rules.stackSize(named(item)))
      for (const slot of free) menu.slots[slot] = copy({ item: named(item), count })
      session(player).told()
      return { filled: free.length }
    },

    /** A recipe makes nothing any more, and everybody is told, as after a reload. */
    recipe_disabled ({ recipe, disabled = true }) {
      practice.rules.disable(recipe, disabled)
      practice.reload()
    },

    /** A tag gains and loses members, in recipes too, and everybody is told. */
    tag_changed ({ tag, add = [], remove = [] }) {
      practice.rules.change({ members: { [tag]: add.map(named) }, without: { [tag]: remove.map(named) } })
      practice.reload()
    },

    close_window: ({ player }) => session(player).forceClose(),
    kick: ({ player, reason = 'kicked' }) => practice.kick(session(player), reason),
    die: ({ player }) => practice.die(session(player)),

    /** A process of this machine is killed: this server, or the one that is named. */
    kill: ({ pid = process.pid }) => { process.kill(pid, 'SIGKILL') },

    /** Everybody is thrown out, nobody can join for so many ms, and then everything is as it was left. */
    restart: ({ ms = 0 }) => practice.restart(ms)
  }
}

module.exports = { mishaps }
