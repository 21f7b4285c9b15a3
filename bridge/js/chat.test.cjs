'use strict'
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { ofMineflayer } = require('./packages.cjs')
const { read, sendable, plainText } = require('./chat.cjs')

const registry = ofMineflayer('prismarine-registry')('1.20.4')
const ChatMessage = ofMineflayer('prismarine-chat')(registry)
const said = (json, uuid = null) => read(new ChatMessage(json), uuid)
const bot = { registry, supportFeature: name => name === 'lessCharsInChat' }

test('a line that names its parts is read by them', () => {
  const line = { translate: 'chat.type.text', with: [{ text: 'Ann' }, { text: '!craft stick' }] }
  assert.deepEqual(said(line), { sender: 'Ann', text: '!craft stick', whisper: false })
  assert.equal(said({ ...line, translate: 'commands.message.display.incoming' }).whisper, true)
})

test('a line whose sender the packet states is read by the format it carries', () => {
  const uuid = '11111111-2222-3333-4444-555555555555'
  assert.deepEqual(said({ translate: '<%s> %s', with: ['Ann', '<Bob> !craft'] }, uuid), { sender: 'Ann', text: '<Bob> !craft', whisper: false })
  assert.equal(said({ translate: '%s whispers to you: %s', with: ['Ann', 'hi'] }, uuid).whisper, true)
})

test('plain text in the usual forms has a sender, and nothing else has', () => {
  assert.deepEqual(said({ text: '<Ann> !plan torch' }), { sender: 'Ann', text: '!plan torch', whisper: false })
  assert.deepEqual(said({ text: 'Ann whispers to you: hi' }), { sender: 'Ann', text: 'hi', whisper: true })
  assert.equal(said({ text: 'Ann joined the game' }).sender, null)
  assert.equal(said({ text: '* Ann <Bob> !craft' }).sender, null)
  assert.equal(said({ translate: 'multiplayer.player.joined', with: ['Ann', 'x'] }).sender, null)
})

test('what is sent is one line without codes, as long as the server takes', () => {
  assert.equal(sendable(bot, ' a\n\u0007b§cc\td '), 'a bc d')
  assert.equal(sendable(bot, 'x'.repeat(500)).length, 100)
})

test('a kick tells its reason in whatever form it comes', () => {
  assert.equal(plainText(bot, '{"text":"full"}'), 'full')
  assert.equal(plainText(bot, 'full'), 'full')
  assert.equal(plainText(bot, { type: 'string', value: 'full' }), 'full')
})
