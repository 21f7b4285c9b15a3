'use strict'
// The server's remote console, RCON as real servers have it: a few of the game's commands, answered in the game's words.

const net = require('net')

const [LOGIN, COMMAND, RESPONSE, REFUSED] = [3, 2, 0, -1]
const [HEADER, LONGEST] = [4, 4096]

/** Starts listening on loopback; `commands` maps a command to a function of its words that returns what is said. */
function listenToConsole (password, commands) {
  const server = net.createServer(socket => {
    let bytes = Buffer.alloc(0)
    let known = false
    socket.on('error', () => socket.destroy())
    socket.on('data', async chunk => {
      bytes = Buffer.concat([bytes, chunk])
      while (bytes.length >= HEADER && bytes.length >= HEADER + bytes.readInt32LE(0)) {
        const length = bytes.readInt32LE(0)
        if (length < 10 || length > LONGEST) return socket.destroy()
        const packet = bytes.subarray(HEADER, HEADER + length)
        bytes = bytes.subarray(HEADER + length)
        const [id, kind, text] = [packet.readInt32LE(0), packet.readInt32LE(4), packet.toString('utf8', 8, length - 2)]
        if (kind === LOGIN) known = text === password
        const said = known && kind === COMMAND ? await answer(commands, text) : ''
        socket.write(pack(known ? id : REFUSED, kind === LOGIN ? COMMAND : RESPONSE, said))
      }
    })
  })
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(server.address().port))
  })
}

function pack (id, kind, text) {
  const body = Buffer.from(text)
  const packet = Buffer.alloc(HEADER + 10 + body.length)
  packet.writeInt32LE(10 + body.length, 0)
  packet.writeInt32LE(id, 4)
  packet.writeInt32LE(kind, 8)
  body.copy(packet, 12)
  return packet
}

async function answer (commands, text) {
  const [name, ...words] = text.replace(/^\//, '').trim().split(/\s+/)
  if (!Object.hasOwn(commands, name)) return `Unknown or incomplete command, see below for error\n${name}<--[HERE]`
  try {
    return await commands[name](...words)
  } catch (error) {
    return error.message
  }
}

/** The commands of a server, which `operations` does; `knows(item)` is the registry's item or undefined. */
function commandsOf (practice, operations, knows) {
  const there = player => {
    if (!practice.sessions.has(player)) throw new Error('No player was found')
    return practice.sessions.get(player)
  }
  const item = name => {
    const found = knows(String(name).replace(/^minecraft:/, ''))
    if (!found) throw new Error(`Unknown item '${name}'`)
    return found
  }
  return {
    list: () => `There are ${practice.sessions.size} of a max of 64 players online: ${[...practice.sessions.keys()].join(', ')}`,
    give (player, name, count = '1') {
      there(player)
      operations.give({ player, item: item(name).name, count: Number(count) })
      return `Gave ${count} [${item(name).displayName}] to ${player}`
    },
    clear (player, name, most = String(Number.MAX_SAFE_INTEGER)) {
      const session = there(player)
      const held = session.menu.own(item(name).name)
      if (held === 0) return `No items were found on player ${player}`
      if (most === '0') return `Found ${held} matching item(s) on player ${player}`
      return `Removed ${session.steal(item(name).name, Number(most))} item(s) from player ${player}`
    },
    kill (player) {
      practice.die(there(player))
      return `Killed ${player}`
    },
    kick (player, ...reason) {
      practice.kick(there(player), reason.join(' ') || 'Kicked by an operator')
      return `Kicked ${player}: ${reason.join(' ') || 'Kicked by an operator'}`
    },
    reload () {
      operations.reload()
      return 'Reloading!'
    },
    async setblock (x, y, z, block) {
      await operations.setblock({ x: Number(x), y: Number(y), z: Number(z), block })
      return `Changed the block at ${x}, ${y}, ${z}`
    },
    stop () {
      operations.stop()
      return 'Stopping the server'
    }
  }
}

module.exports = { listenToConsole, commandsOf }
