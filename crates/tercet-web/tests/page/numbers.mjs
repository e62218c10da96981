// Helpers for several tests: random numbers from a seed, and sets by the definition.

import { isSet } from '../../page/js/core/deck.js';

/** A source of numbers below 2^32 (mulberry32). @param {number} seed */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** @template T @param {T[]} items @param {() => number} next @returns {T[]} in random order */
export function shuffled(items, next) {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = next() % (i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** All sets of cards, found by trying all choices. */
export function setsOf(deck, cards, chosen = []) {
  if (chosen.length === deck.values) return isSet(deck, chosen) ? [chosen] : [];
  return cards.flatMap((card, i) => setsOf(deck, cards.slice(i + 1), [...chosen, card]));
}
