'use strict'
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { kicked, playable, refusal } = require('./joining.cjs')
const { Events } = require('./events.cjs')
const { Clock, until } = require('./waiting.cjs')
const { EventEmitter } = require('node:events')

test('the version to speak follows the protocol that the server names', () => {
  assert.equal(playable({ name: 'Paper 1.20.4', protocol: 765 }), '1.20.4')
  assert.throws(() => playable({ name: 'Future 9', protocol: 99999 }), { code: 'version' })
})

test('failures of the network have a code each', () => {
  const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'].map(code => refusal(Object.assign(new Error(code), { code })).code)
  assert.deepEqual(codes, ['refused', 'no_such_host', 'no_such_host', 'timeout'])
  assert.equal(refusal(new Error('Unexpected token < in JSON')).code, 'not_minecraft')
  assert.equal(refusal(new Error('This server is version 1.8, you are using version 1.20.4')).code, 'version')
})

test('kicks for accounts and versions are told from the rest', () => {
  assert.equal(kicked('Failed to verify username!').code, 'auth')
  assert.equal(kicked('Outdated client! Please use 1.20.4').code, 'version')
  assert.equal(kicked('You are not whitelisted on this server!').code, 'kicked')
})

test('the ring of events keeps the newest and numbers all', () => {
  const events = new Events(3)
  for (const text of 'abcde') events.note('chat', text)
  assert.deepEqual(events.since(0).map(({ seq, text }) => [seq, text]), [[3, 'c'], [4, 'd'], [5, 'e']])
  assert.deepEqual(events.since(5), [])
})

test('waiting ends by the event, by the clock, and by the end of the connection', async () => {
  const bot = Object.assign(new EventEmitter(), { _client: { ended: false } })
  let ready = false
  const wait = (ms = 5000) => until(bot, () => ready, [[bot, 'news']], ms, 'late', 'nothing came')
  const came = wait()
  ready = 'yes'
  bot.emit('news')
  assert.equal(await came, 'yes')
  ready = false
  await assert.rejects(wait(5), { code: 'late' })
  const ended = wait()
  bot.emit('end', 'kicked')
  await assert.rejects(ended, { code: 'disconnected' })
  bot._client.ended = true
  await assert.rejects(wait(), { code: 'disconnected' })
  assert.equal(bot.listenerCount('news') + bot.listenerCount('end'), 0)
})

test('a clock that has run out says so', () => {
  assert.throws(() => new Clock(-1).atMost(5), { code: 'out_of_time' })
  assert.ok(new Clock(1000).atMost(5000) <= 1000)
})
