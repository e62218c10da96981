// The record of a game, as `tercet game --output` writes it: JSON, one line for each event. The engine
// has verified what is read here; a line that it found false is not read.

import { changes } from '../core/game.js';
import { ENDS, dealt } from './steps.js';

/** @typedef {import('./steps.js').Step} Step */

/**
 * @typedef {object} GameRecord
 * @property {import('../core/deck.js').Deck} deck
 * @property {string} seed digits
 * @property {import('../core/game.js').Setup} setup of the game on this page
 * @property {string} method what played
 * @property {Step[]} steps
 */

/** The time between two moves of a record as a ghost, in milliseconds: a record has no times. */
const PACE = 10_000;

/** A record as a ghost. @param {GameRecord} record @returns {import('../ghost/pack.js').Ghost} */
export function ghostOf({ deck, method, setup, steps }) {
  // Nobody says of a few cards at the end that there is no set.
  const least = changes(setup).chains ? 2 * deck.values - 1 : deck.values;
  const kinds = steps.flatMap(({ kind, chosen, size = 0 }) => ((kind === 'set' || kind === 'wrong' || (kind === 'none' && size >= least)) ? [{ kind, cards: chosen }] : []));
  return { name: method, moves: kinds.map((move, i) => ({ ...move, at: (i + 1) * PACE })) };
}

/**
 * @param {string} text
 * @param {number} count how many lines of it are read
 * @returns {GameRecord}
 */
export function readRecord(text, count) {
  const [first, ...rest] = text.split('\n').slice(0, count).filter(Boolean);
  const { deck, method, rules } = JSON.parse(first);
  const { chains } = changes(rules);
  /** @type {string[]} */
  let last = [];
  // A seed can be too large for a number of JavaScript.
  const seed = /"seed":(\d+)/.exec(first)?.[1] ?? '';
  let [sets, size] = [0, 0];
  const steps = rest.map((line, i) => {
    const { event, cards, why } = JSON.parse(line);
    const step = /** @type {Step} */ ({ kind: event === 'turn' ? 'wrong' : event, words: '', line: i + 2 });
    if (event === 'deal') {
      size += cards.length;
      return { ...step, ...dealt(cards) };
    }
    if (event === 'set') {
      const take = chains ? last.filter((card) => !cards.includes(card)) : cards;
      last = cards;
      size -= take.length;
      return { ...step, words: `Set ${++sets}`, chosen: cards, take, size: size + take.length };
    }
    if (event === 'shuffle') return { ...step, size, words: 'The board is shuffled', order: cards };
    if (event === 'turn') return { ...step, size, words: 'Not a set', chosen: cards };
    return { ...step, size, words: event === 'none' ? `No set in ${cards} cards` : (ENDS[why] ?? `The end: ${why}`) };
  });
  const goal = rules.sets === null ? { kind: /** @type {const} */ ('deck') } : { kind: /** @type {const} */ ('sets'), sets: rules.sets };
  return { deck, seed, setup: { deck, seed, goal, start: rules.start, refill: rules.refill, ...(rules.variant !== 'standard' && { variant: rules.variant }) }, method, steps };
}
