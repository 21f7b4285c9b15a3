'use strict'
// Who is on the server, told to who joins and when somebody leaves: flying-squid tells the first to the others only, and
// the second, from 1.19.3 on, by a packet that clients do not take for it.

/** Tells a player who else is there. */
function tellWhoIsThere (serv, wire, player) {
  const others = serv.players.filter(other => other !== player)
  const bits = wire.from('1.19.3')
  const entry = ({ uuid, username: name, profileProperties: properties = [], gameMode: gamemode, _client: { latency = 0 } }) =>
    bits ? { uuid, player: { name, properties }, gamemode, latency } : { uuid, name, properties, gamemode, ping: latency }
  if (others.length === 0) return
  player._client.write('player_info', { action: bits ? { add_player: true } : 'add_player', data: others.map(entry) })
}

function tellWhoLeft (wire, player) {
  if (wire.from('1.19.3')) player._writeOthers('player_remove', { players: [player.uuid] })
}

module.exports = { tellWhoIsThere, tellWhoLeft }
