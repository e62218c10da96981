// The sets among a few cards, where the page must know them without the engine.

import { values } from './deck.js';

/**
 * All sets among cards, in layout order. Cards are added one by one, as long as in each property all are the same or all
 * differ; so it is quick for boards of a game, and slow for hundreds of cards.
 * @param {import('./deck.js').Deck} deck
 * @param {string[]} cards
 */
export function setsOf(deck, cards) {
  const shown = cards.map((card) => values(deck, card));
  /** @type {string[][]} */
  const sets = [];
  const extend = (/** @type {number[]} */ chosen, /** @type {number} */ from) => {
    if (chosen.length === deck.values) return void sets.push(chosen.map((i) => cards[i]));
    const [first, second] = chosen.map((i) => shown[i]);
    for (let i = from; i < cards.length; i++) {
      const fits = (/** @type {number} */ value, /** @type {number} */ property) =>
        chosen.every((other) => (shown[other][property] === value) === (first[property] === second[property]));
      if (second === undefined || shown[i].every(fits)) extend([...chosen, i], i + 1);
    }
  };
  extend([], 0);
  return sets;
}
