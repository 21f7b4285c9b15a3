'use strict'
// The packet in which servers tell their recipes: up to 1.21.1 all of them, later only what stations take. Up to then the
// tags' names are lost in it: a cell carries its members.

const { stations } = require('./book.cjs')

/** Category and the like are for the recipe book only. */
const MISC = 3
const COOKED = { smelting: 0.1, blasting: 0.1, smoking: 0.35, campfire_cooking: 0.35 }

/** Returns declare_recipes' content for one version's rules. */
function declared (wire, rules) {
  if (wire.from('1.21.2')) return stations(wire, rules)
  const prefix = wire.from('1.14') ? 'minecraft:' : ''
  const stacks = accepted => (accepted ?? []).map(item => wire.toNotch({ item, count: 1 }))
  const order = nesting(wire.registry)
  const recipes = []
  const add = (kind, recipe, data) => {
    const id = `minecraft:${recipe.id}`
    recipes.push({ type: prefix + kind, recipeId: id, name: id, data: { group: '', category: MISC, result: wire.toNotch({ item: recipe.result, count: recipe.count }), ...data } })
  }
  for (const recipe of rules.recipes) {
    if (recipe.parts) add('crafting_shapeless', recipe, { ingredients: recipe.parts.map(stacks) })
    else add('crafting_shaped', recipe, shaped(recipe.shape, stacks, order))
  }
  for (const [kind, experience] of Object.entries(COOKED)) {
    for (const recipe of rules[kind]) add(kind, recipe, { ingredient: stacks(recipe.input), experience, cookTime: recipe.ticks, category: 0 })
  }
  for (const recipe of rules.stonecutting) add('stonecutting', recipe, { ingredient: stacks(recipe.input) })
  for (const recipe of rules.smithing) {
    const cells = recipe.cells.map(stacks)
    if (cells.length === 3) add('smithing_transform', recipe, { template: cells[0], base: cells[1], addition: cells[2] })
    else add('smithing', recipe, { base: cells[0], addition: cells[1] })
  }
  return { recipes }
}

/**
 * On the wire cells lie row by row. The protocol's description nests them, in most versions as columns of a wrong length:
 * what is written is right if the flat list is cut into pieces as the description wants them.
 */
function shaped (shape, stacks, order) {
  const [width, height] = [shape[0].length, shape.length]
  const flat = shape.flat().map(stacks)
  const size = order === 'width' ? height : width
  const ingredients = Array.from({ length: flat.length / size }, (_, at) => flat.slice(at * size, (at + 1) * size))
  return { width, height, gridWidth: width, gridHeight: height, ingredients, showNotification: true }
}

/** Which of width and height the outer list has, by the protocol's description. */
function nesting (registry) {
  const text = JSON.stringify(registry.protocol.play.toClient.types.packet_declare_recipes)
  const outer = /"count":"(\w+)","type":\["array"/.exec(text)[1]
  return outer.toLowerCase().endsWith('width') ? 'width' : 'height'
}

module.exports = { declared }
