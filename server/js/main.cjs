'use strict'
// Runs the practice server until its stdin ends. Options are one JSON object in the first argument.

const fs = require('fs')
const { randomBytes } = require('crypto')
const { createRequire } = require('module')
const path = require('path')
const { Rules } = require('./rules.cjs')
const { Conditions } = require('./conditions.cjs')
const { Wire } = require('./wire.cjs')
const { Practice, BRAND, HOST } = require('./plugin.cjs')
const { listen } = require('./control.cjs')
const { listenToConsole, commandsOf } = require('./console.cjs')
const { operations } = require('./operations.cjs')
const { Keeping } = require('./keeping.cjs')
const { datapack } = require('./datapack.cjs')

const req = createRequire(path.join(process.env.CRAFTPLAN_NODE_PACKAGES ?? __dirname, 'package.json'))

async function main ({ version, port = 0, patch = {}, conditions = {}, keep = null, datapacks = [] }) {
  if (!Rules.versions().includes(version)) throw new Error(`no practice server for Minecraft ${version}; there is one for ${Rules.versions().join(', ')}`)
  globalThis.isMocha = true // else flying-squid eats errors and may exit by itself
  const wire = new Wire(req, version)
  const knows = item => wire.registry.itemsByName[item] !== undefined
  const rules = new Rules(version, patch, datapacks.map(folder => datapack(folder, knows, what => console.log(`${folder}: ${what}`))))
  const state = new Conditions()
  const practice = new Practice({ req, rules, conditions: state, wire, keeping: new Keeping(keep) })
  const squid = req('flying-squid')
  const serv = squid.createMCServer({
    motd: BRAND,
    host: HOST,
    port,
    version,
    'max-players': 64,
    'online-mode': false,
    logging: false,
    gameMode: 0,
    difficulty: 0,
    worldFolder: undefined,
    generation: { name: 'superflat', options: { worldHeight: 80, seed: 1 } },
    kickTimeout: 30000,
    plugins: {},
    'view-distance': 4,
    'player-list-text': { header: { text: '' }, footer: { text: '' } },
    'everybody-op': false,
    'max-entities': 5000,
    noConsoleOutput: true
  })
  serv.on('error', error => serv.isReady ? console.error(error) : fail(error))
  serv.addPlugin('craftplan', { server: practice.server }, {})
  await serv.waitForReady(20000)
  await practice.restore()
  const token = randomBytes(16).toString('hex')
  const answers = operations({ practice, rules, conditions: state, req })
  answers.conditions({ set: conditions })
  const control = await listen(token, answers)
  const rcon = await listenToConsole(token, commandsOf(practice, answers, item => wire.registry.itemsByName[item]))
  console.log('READY ' + JSON.stringify({ port: serv.listeningPort, control, rcon, token, version, pid: process.pid }))
}

process.stdin.on('end', () => process.exit(0))
process.stdin.on('close', () => process.exit(0))
process.on('exit', leaveNothing)
process.stdin.resume()
main(JSON.parse(process.argv[2])).catch(fail)

/** Who started this may have been killed: the folder made for it goes, if nothing but data packs lies there. */
function leaveNothing () {
  if (!path.basename(process.cwd()).startsWith('craftplan-practice-')) return
  try {
    fs.rmSync('packs', { recursive: true, force: true })
    fs.rmdirSync(process.cwd())
  } catch { /* something was written, or it is gone already */ }
}

function fail (error) {
  console.error(`Error: ${error.message}`)
  process.exit(1)
}
