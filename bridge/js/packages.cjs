'use strict'
// The pinned packages. An installed wheel's code lies elsewhere than node_modules, so a folder names where they are.

const { createRequire } = require('node:module')
const { join } = require('node:path')

const folder = process.env.CRAFTPLAN_NODE_PACKAGES ?? __dirname
const direct = createRequire(join(folder, 'package.json'))

/** Requires a package of our own package.json. */
const required = name => direct(name)

/** Requires a package in the version that mineflayer itself uses, so that its objects are ours too. */
const ofMineflayer = name => createRequire(direct.resolve('mineflayer'))(name)

module.exports = { required, ofMineflayer }
