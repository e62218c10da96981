// The record of a game, as `tercet game --output` writes it: JSON, one line for each event. The engine
// has verified what is read here; a line that it found false is not read.

import { ENDS, dealt } from './steps.js';

/** @typedef {import('./steps.js').Step} Step */

/**
 * @typedef {object} GameRecord
 * @property {import('../core/deck.js').Deck} deck
 * @property {string} seed digits
 * @property {string} method what played
 * @property {Step[]} steps
 */

/**
 * @param {string} text
 * @param {number} count how many lines of it are read
 * @returns {GameRecord}
 */
export function readRecord(text, count) {
  const [first, ...rest] = text.split('\n').slice(0, count).filter(Boolean);
  const { deck, method } = JSON.parse(first);
  // A seed can be too large for a number of JavaScript.
  const seed = /"seed":(\d+)/.exec(first)?.[1] ?? '';
  let [sets, size] = [0, 0];
  const steps = rest.map((line, i) => {
    const { event, cards, why } = JSON.parse(line);
    const step = /** @type {Step} */ ({ kind: event, words: '', line: i + 2 });
    if (event === 'deal') {
      size += cards.length;
      return { ...step, ...dealt(cards) };
    }
    if (event === 'set') {
      size -= cards.length;
      return { ...step, words: `Set ${++sets}`, chosen: cards, take: cards, size: size + cards.length };
    }
    return { ...step, words: event === 'none' ? `No set in ${cards} cards` : (ENDS[why] ?? `The end: ${why}`) };
  });
  return { deck, seed, method, steps };
}
