'use strict'
// Chat lines as events with their sender, and text that is fit to be sent.

const { ofMineflayer } = require('./packages.cjs')

const SPOKEN = /^chat\.type\.(text|announcement|team\.text)$/
const WHISPERED = 'commands.message.display.incoming'
/** Up to 1.18 a line says by key what it is; from 1.19 on it carries the format itself, and the packet names the sender. */
const PLAIN = /^<(\w{1,16})> (.*)$/s
const PLAIN_WHISPER = /^(\w{1,16}) whispers(?: to you)?: (.*)$/s
/** How servers write chat that they send as plain text. */

/** Notes what others say. `uuid` is what the packet states; it is null where the server sent the line as plain text. */
function listen (bot, events) {
  bot.on('message', (message, position, sender) => {
    if (position === 'game_info') return
    const uuid = typeof sender === 'string' && /[1-9a-f]/.test(sender) ? sender : null
    const line = read(message, uuid)
    if (line.sender === bot.username || (uuid && uuid === bot._client.uuid)) return
    events.note(line.sender ? 'chat' : 'message', line.text, { sender: line.sender, whisper: line.whisper, uuid: line.sender ? uuid : null })
  })
  bot.on('kicked', reason => events.note('kicked', plainText(bot, reason)))
  bot.on('end', reason => events.note('end', reason))
  bot.on('error', error => events.note('error', error.message))
  bot.on('playerLeft', player => events.note('left', player.username))
  bot.on('death', () => events.note('death', 'the bot died'))
}

/** Who said what: from the message's own parts, else from how plain text is written. */
function read (message, uuid) {
  const { translate, with: parts } = message
  if (parts?.length >= 2 && (uuid || SPOKEN.test(translate) || translate === WHISPERED)) {
    const whisper = translate === WHISPERED || /whisper/.test(translate)
    return { sender: String(parts[0]), text: String(parts.at(-1)), whisper }
  }
  const text = message.toString()
  const spoken = PLAIN.exec(text)
  if (spoken) return { sender: spoken[1], text: spoken[2], whisper: false }
  const whispered = PLAIN_WHISPER.exec(text)
  if (whispered) return { sender: whispered[1], text: whispered[2], whisper: true }
  return { sender: null, text, whisper: false }
}

/** A kick's reason as people see it; servers send it as JSON, as NBT or as plain text. */
function plainText (bot, reason) {
  try {
    const ChatMessage = ofMineflayer('prismarine-chat')(bot.registry)
    return ChatMessage.fromNotch(reason).toString()
  } catch {
    return typeof reason === 'string' ? reason : JSON.stringify(reason)
  }
}

/** One line without control characters and colour codes, as long as the server takes. */
function sendable (bot, text) {
  const limit = bot.supportFeature('lessCharsInChat') ? 100 : 256
  // eslint-disable-next-line no-control-regex
  return text.replace(/§.?/g, '').replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim().slice(0, limit)
}

function say (bot, text) {
  const line = sendable(bot, text)
  if (line && !line.startsWith('/')) bot.chat(line)
}

function whisper (bot, player, text) {
  const head = `/tell ${player} `
  const line = sendable(bot, text).slice(0, 256 - head.length)
  if (/^\w{1,16}$/.test(player) && line) bot.chat(head + line)
}

module.exports = { listen, read, plainText, sendable, say, whisper }
