'use strict'
// The bridge's agent with mineflayer's own crafting beside it, so that both can be measured on the same bot.

const { call, session } = require('../../bridge/js/agent.cjs')

/** Crafts with `bot.craft` and answers how many clicks that sent; everything else is the agent's. */
async function botCraft ({ item, crafts, table }) {
  const { bot } = session
  const block = table && bot.blockAt(bot.entity.position.clone().set(table.x, table.y, table.z))
  const { id } = bot.registry.itemsByName[item]
  const [recipe] = bot.recipesFor(id, null, 1, block ?? null)
  if (!recipe) return { error: 'bot.recipesFor finds nothing' }
  let clicks = 0
  const write = bot._client.write
  bot._client.write = (name, packet) => {
    if (name === 'window_click') clicks += 1
    return write.call(bot._client, name, packet)
  }
  try {
    await bot.craft(recipe, crafts, block ?? null)
    return { clicks }
  } catch (error) {
    return { clicks, error: error.message }
  } finally {
    bot._client.write = write
  }
}

module.exports = {
  call: async text => {
    const { command, args } = JSON.parse(text)
    return command === 'botCraft' ? JSON.stringify({ value: await botCraft(args) }) : await call(text)
  }
}
