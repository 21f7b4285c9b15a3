'use strict'
// What neither recordings nor minecraft-data hold of the versions from 1.20.5 on. Kept by hand.

/** minecraft-data's 1.21.3 has the recipes of a trial of 1.21.4; and every later file one map recipe that is none. */
const WINTER = /pale_|creaking|resin|eyeblossom/

const TUFF = ['tuff', 'polished_tuff', 'tuff_brick']
const AGES = ['', 'exposed_', 'weathered_', 'oxidized_']

function has (version, from) { return version.localeCompare(from, 'en', { numeric: true }) >= 0 }

function isJunk (version, { result }) { return result === 'map' || (!has(version, '1.21.4') && WINTER.test(result)) }

/** The crafting recipes that minecraft-data lacks. `base` finds one of 1.20.4's by its name. */
function recipes (version, base) {
  if (!has(version, '1.21.4')) return [base('map')]
  const [clump, brick, bricks, slab] = ['resin_clump', 'resin_brick', 'resin_bricks', 'resin_brick_slab']
  return [
    base('map'),
    square('resin_block', 1, clump, 3, 3),
    { id: clump, result: clump, count: 9, parts: [['resin_block']] },
    square(bricks, 1, brick, 2, 2),
    square(slab, 6, bricks, 3, 1),
    square('resin_brick_wall', 6, bricks, 3, 2),
    square('chiseled_resin_bricks', 1, slab, 1, 2),
    square('creaking_heart', 1, 'pale_oak_log', 1, 3, { 1: 'resin_block' }),
    { id: 'resin_brick_stairs', result: 'resin_brick_stairs', count: 4, shape: [[[bricks], null, null], [[bricks], [bricks], null], [[bricks], [bricks], [bricks]]] },
    { id: 'gray_dye_from_closed_eyeblossom', result: 'gray_dye', count: 1, parts: [['closed_eyeblossom']] },
    { id: 'orange_dye_from_open_eyeblossom', result: 'orange_dye', count: 1, parts: [['open_eyeblossom']] },
    ...['open_eyeblossom', 'closed_eyeblossom'].map(stew)
  ]
}

function square (result, count, item, width, height, rows = {}) {
  return { id: result, result, count, shape: Array.from({ length: height }, (_, y) => Array(width).fill([rows[y] ?? item])) }
}

function stew (flower) {
  return { id: `suspicious_stew_from_${flower}`, result: 'suspicious_stew', count: 1, parts: [['bowl'], ['brown_mushroom'], ['red_mushroom'], [flower]] }
}

/** The name of a recipe that 1.20.4 does not have. */
function nameOf ({ result, parts }) {
  if (result === 'suspicious_stew') return `suspicious_stew_from_${parts.flat().find(item => !['bowl', 'brown_mushroom', 'red_mushroom'].includes(item))}`
  return parts?.some(part => part.includes('honeycomb')) ? `${result}_from_honeycomb` : result
}

/** Stonecutting that came with 1.21 and 1.21.4, over 1.20.4's. */
function stonecutting (version) {
  const found = []
  const cut = (input, result, count) => found.push({ id: `${result}_from_${input}_stonecutting`, result, count, input: [input] })
  const family = (input, base) => {
    cut(input, `${base}_slab`, 2)
    for (const form of ['stairs', 'wall']) cut(input, `${base}_${form}`, 1)
  }
  if (has(version, '1.21')) {
    TUFF.forEach((base, at) => TUFF.slice(0, at + 1).forEach(from => family(from === 'tuff_brick' ? 'tuff_bricks' : from, base)))
    for (const input of ['tuff', 'polished_tuff', 'tuff_bricks']) cut(input, 'chiseled_tuff_bricks', 1)
    for (const input of ['tuff', 'polished_tuff']) cut(input, 'tuff_bricks', 1)
    for (const result of ['chiseled_tuff', 'polished_tuff']) cut('tuff', result, 1)
    for (const age of AGES.flatMap(age => [age, `waxed_${age}`])) {
      const block = age === '' || age === 'waxed_' ? `${age}copper_block` : `${age}copper`
      for (const result of ['chiseled_copper', 'copper_grate']) cut(block, age + result, 4)
      cut(`${age}cut_copper`, `${age}chiseled_copper`, 1)
    }
  }
  if (has(version, '1.21.4')) {
    family('resin_bricks', 'resin_brick')
    cut('resin_bricks', 'chiseled_resin_bricks', 1)
  }
  return found
}

function smelting (version) {
  return has(version, '1.21.4') ? [{ id: 'resin_brick', result: 'resin_brick', count: 1, input: ['resin_clump'], ticks: 200 }] : []
}

/** 1.20.6 has items of a trial of 1.21, which are in no tag yet. */
const TRIAL = /copper_(door|trapdoor)|tuff_|_tuff|^mace$|^(bolt|flow|guster|scrape)_/

/** Members that a tag gained, from a version on. */
const GAINED = {
  '1.21.2': { wolf_food: ['cod', 'cooked_cod', 'cooked_salmon', 'pufferfish', 'rabbit_stew', 'salmon', 'tropical_fish'] },
  '1.21.4': {
    bee_food: ['open_eyeblossom'],
    dirt: ['pale_moss_block'],
    slabs: ['resin_brick_slab'],
    small_flowers: ['open_eyeblossom', 'closed_eyeblossom'],
    stairs: ['resin_brick_stairs'],
    trim_materials: ['resin_brick'],
    walls: ['resin_brick_wall']
  }
}

/** A tag's members in a version, from those in 1.21.1. Where 1.21.4 has the dark oak's thing it has the pale oak's, too. */
function members (version, tag, items) {
  const gained = Object.entries(GAINED).flatMap(([from, tags]) => has(version, from) ? tags[tag] ?? [] : [])
  const pale = has(version, '1.21.4') && tag !== 'dark_oak_logs' ? items.filter(item => item.includes('dark_oak')).map(item => item.replace('dark_oak', 'pale_oak')) : []
  const all = [...items, ...gained, ...pale]
  return has(version, '1.21') ? all : all.filter(item => !TRIAL.test(item))
}

module.exports = { has, isJunk, recipes, nameOf, stonecutting, smelting, members }
