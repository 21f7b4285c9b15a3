'use strict'
// A player who died comes back, as flying-squid does it, with the packets that each version has.

const FULL_HEALTH = 20
/** No game mode before this one. */
const NONE = 255
/** The order to respawn, as the protocols call it. */
const RESPAWN = [0, 'perform_respawn']

/** `place()` is where players stand at first. Nobody who lives comes back. */
async function respawn ({ player, session, packet, wire, place }) {
  if (!session.dead || !RESPAWN.includes(packet.payload ?? packet.actionId)) return
  player._unloadAllChunks()
  tell(player, wire)
  player.loadedChunks = {}
  player.spawnPoint = await place()
  player.position = player.spawnPoint.clone()
  player.sendSpawnPosition()
  player.nearbyEntities = []
  player.updateHealth(FULL_HEALTH)
  player.updateAndSpawn()
  await player.worldSendInitialChunks()
  player.sendSelfPosition()
  session.dead = false
  session.sendAll()
  await player.worldSendRestOfChunks()
}

/** flying-squid's own packet lacks what versions from 1.19 on call the world. */
function tell (player, wire) {
  const { dimension, worldType, worldName, worldState } = wire.registry.loginPacket ?? {}
  player._client.write('respawn', {
    worldState: worldState && { ...worldState, gamemode: 'survival' },
    dimension: dimension ?? worldType ?? 0,
    worldName,
    hashedSeed: [0, 0],
    difficulty: 0,
    gamemode: 0,
    previousGamemode: NONE,
    levelType: 'default',
    isDebug: false,
    isFlat: true,
    portalCooldown: 0,
    copyMetadata: 0
  })
}

module.exports = { respawn }
