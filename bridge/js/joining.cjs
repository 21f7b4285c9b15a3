'use strict'
// Getting a bot onto a server, or saying exactly why not.

const { required, ofMineflayer } = require('./packages.cjs')
const { Trouble } = require('./trouble.cjs')
const { until, pause } = require('./waiting.cjs')
const { plainText } = require('./chat.cjs')

const OLDEST = '1.13'
const ASKED_AS = '1.20.4'
/** Which version asks for a server's version: any may; this one's packets are likely to be needed afterwards. */
const EXPLAIN_MS = 1000
const SILENT_MS = 60000
/** After how long without a keep-alive mineflayer gives a connection up. */

/** Connects and resolves with {bot, info} once the bot stands somewhere; rejects with a Trouble. `prepare` sees the bot first. */
async function join ({ host, port, username, auth, version, timeout }, prepare, onCode) {
  const end = Date.now() + timeout
  if (version) checkOld(version)
  const asked = ask(host, port, timeout, version ?? undefined).catch(trouble => trouble)
  const stated = version ? null : await asked
  if (stated instanceof Error) throw stated
  const minecraft = version ?? playable(stated)
  if (!version) checkOld(minecraft)
  const bot = create({ host, port, username, auth, version: minecraft, onMsaCode: onCode })
  try {
    prepare(bot)
    await landed(bot, Math.max(1, end - Date.now()))
  } catch (trouble) {
    abandon(bot)
    throw version ? await explained(trouble, version, asked) : trouble
  }
  const brand = bot.game.serverBrand ?? null
  return { bot, info: { version: exact(stated, bot), protocol: bot.protocolVersion, brand, username: bot.username } }
}

/** A failure with a version that the user named may be that version's fault; the server list's answer tells. */
async function explained (trouble, version, asked) {
  const said = await Promise.race([asked, pause(EXPLAIN_MS)])
  const { version: wanted } = required('minecraft-data')(version).version
  if (!said?.protocol || said.protocol === wanted || trouble.code === 'refused') return trouble
  return new Trouble('version', `the server runs ${said.name} (protocol ${said.protocol}), not ${version}: ${trouble.message}`)
}

/** Asks the server for its version, as the game's server list does. */
async function ask (host, port, timeout, version) {
  const { ping } = ofMineflayer('minecraft-protocol')
  let timer
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Trouble('timeout', `no answer within ${timeout} ms`)), timeout)
  })
  const asked = ping({ host, port, version: version ?? ASKED_AS, closeTimeout: timeout, noPongTimeout: 1000 })
  asked.catch(() => {})
  try {
    const answer = await Promise.race([asked, late])
    return { name: String(answer.version?.name ?? ''), protocol: answer.version?.protocol }
  } catch (error) {
    throw refusal(error)
  } finally {
    clearTimeout(timer)
  }
}

/** The version to speak: the one the server names, if its protocol is right, else the newest of that protocol. */
function playable ({ name, protocol }) {
  const known = required('minecraft-data').postNettyVersionsByProtocolVersion.pc[protocol] ?? []
  if (known.length === 0) throw new Trouble('version', `the server runs ${name || 'an unknown version'} (protocol ${protocol})`)
  return known[0].minecraftVersion
}

function exact (stated, bot) {
  const known = required('minecraft-data').postNettyVersionsByProtocolVersion.pc[bot.protocolVersion] ?? []
  const named = stated?.name.match(/\d+(\.\d+)+/g) ?? []
  return named.find(name => known.some(version => version.minecraftVersion === name)) ?? bot.version
}

function checkOld (minecraft) {
  const data = required('minecraft-data')(minecraft)
  if (!data) throw new Trouble('version', `mineflayer does not know Minecraft ${minecraft}`)
  if (data.version['<'](OLDEST)) throw new Trouble('version', `Minecraft ${minecraft} is older than ${OLDEST}`)
  if (data.version['>=']('1.17') && data.version['<']('1.17.1')) {
    throw new Trouble('version', 'Minecraft 1.17 neither acknowledges clicks nor numbers its windows; 1.17.1 does')
  }
}

function create (options) {
  try {
    return required('mineflayer').createBot({
      ...options, hideErrors: true, logErrors: false, viewDistance: 'tiny', checkTimeoutInterval: SILENT_MS
    })
  } catch (error) {
    throw new Trouble('version', error.message)
  }
}

/** Waits for the first of: the bot stands and the block under it is known; an error; a kick; the end; the time. */
async function landed (bot, ms) {
  let failed = null
  let spawned = false
  bot.once('spawn', () => { spawned = true })
  bot.once('error', error => { failed ??= refusal(error) })
  bot.once('kicked', reason => { failed = kicked(plainText(bot, reason)) })
  const look = () => failed ?? (spawned && bot.blockAt(bot.entity.position.offset(0, -0.5, 0)))
  const events = ['spawn', 'error', 'kicked', 'chunkColumnLoad', 'physicsTick', 'move'].map(name => [bot, name])
  const found = await until(bot, look, events, ms, 'timeout', 'the bot did not stand on the server').catch(trouble => trouble)
  if (failed) throw failed
  if (found instanceof Error) throw found
}

function refusal (error) {
  if (error instanceof Trouble) return error
  const { code } = error
  if (code === 'ECONNREFUSED') return new Trouble('refused', 'nothing listens there')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new Trouble('no_such_host', `the name cannot be resolved: ${error.message}`)
  if (code === 'ETIMEDOUT' || error.message === 'ETIMEDOUT') return new Trouble('timeout', 'no answer')
  if (/This server is version|Unsupported protocol|is not supported/.test(error.message)) return new Trouble('version', error.message)
  if (/authenticat|session|profile|credential/i.test(error.message)) return new Trouble('auth', error.message)
  return new Trouble('not_minecraft', `it does not answer as a Minecraft server: ${error.message}`)
}

function kicked (reason) {
  if (/outdated|incompatible|version/i.test(reason)) return new Trouble('version', `kicked: ${reason}`)
  if (/verify|authenticat|session|premium/i.test(reason)) return new Trouble('auth', `kicked: ${reason}`)
  return new Trouble('kicked', `kicked: ${reason}`)
}

/** Ends a connection for good; what it still reports is nobody's. */
function abandon (bot) {
  bot.on('error', () => {})
  bot._client.on('error', () => {})
  bot.end()
  bot._client.socket?.destroy()
}

module.exports = { join, abandon, playable, refusal, kicked }
