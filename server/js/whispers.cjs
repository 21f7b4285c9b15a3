'use strict'
// /tell, which flying-squid does not have: one player says something to another, and nobody else hears it.

/** Adds the command, under the names that it has in the game. */
function addWhispers (serv) {
  serv.commands.add({
    base: 'tell',
    aliases: ['msg', 'w'],
    info: 'to say something to one player',
    usage: '/tell <player> <message>',
    onlyPlayer: true,
    parse (text) {
      const said = /^(\S+) (.+)$/s.exec(text)
      return said ? { name: said[1], text: said[2] } : false
    },
    action ({ name, text }, { player }) {
      const other = serv.getPlayer(name)
      if (!other) return 'No player was found'
      other.system(`${player.username} whispers to you: ${text}`)
      player.system(`You whisper to ${other.username}: ${text}`)
    }
  })
}

module.exports = { addWhispers }
