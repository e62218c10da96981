// A storm: as many sets as possible in three minutes, each on a board of its own. The boards follow from a seed and
// grow harder; a streak wins seconds, and a mistake costs some. Pure functions.

import { cardOf, size } from '../core/deck.js';
import { dealOf } from '../core/dealer.js';
import { setsOf } from '../core/sets.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {{ found: number, streak: number, longest: number, mistakes: number, time: number }} Storm `time` is all that there is, in milliseconds */
/** @typedef {{ id: string, deck: string, seed: string, date: string } & Omit<Storm, 'time' | 'streak'>} StormResult what is kept of a storm */

/** The time at the beginning, what each streak of `STREAK` sets wins, and what a mistake costs, in milliseconds. */
export const TIME = 180_000;
export const STREAK = 5;
export const WON = 5000;
export const LOST = 10_000;

/** How many cards lie on a board: numbers that fill a rectangle. */
const SIZES = [6, 8, 9, 10, 12, 15, 16, 18, 20, 21];

/** How many of the best storms of a deck are kept. */
export const BEST = 10;

/** Whether a deck has storms: the page deals its boards by itself, and a set is neither trivial nor long. @param {Deck} deck */
export const hasStorms = (deck) => deck.values >= 3 && deck.values <= 5 && deck.properties >= 2 && size(deck) <= 1024n;

/** @returns {Storm} */
export const newStorm = () => ({ found: 0, streak: 0, longest: 0, mistakes: 0, time: TIME });

/** The storm after a set, or after a mistake: a wrong choice, or a board that was skipped. @param {Storm} storm @param {boolean} isRight @returns {Storm} */
export function after({ found, streak, longest, mistakes, time }, isRight) {
  if (!isRight) return { found, streak: 0, longest, mistakes: mistakes + 1, time: time - LOST };
  const now = streak + 1;
  return { found: found + 1, streak: now, longest: Math.max(longest, now), mistakes, time: time + (now % STREAK ? 0 : WON) };
}

/**
 * A board of a storm, with exactly one set, unless the deck is too small for that. The boards become
 * larger after every third one, and after every fourth one the cards of the set differ in one property more.
 * @param {Deck} deck
 * @param {string} seed digits
 * @param {number} number from 0
 */
export function stormBoard(deck, seed, number) {
  const { values, properties } = deck;
  const own = `${seed}${String(number).padStart(4, '0')}`;
  const random = (/** @type {number} */ count, /** @type {number} */ i) =>
    dealOf({ values: count, properties: 1 }, `${own}${i}`).map((value) => parseInt(value, 36));
  const differing = random(properties, 0).slice(0, 1 + Math.floor(number / 4));
  const shown = Array.from({ length: properties }, (_, i) => random(values, i + 1));
  const set = Array.from({ length: values }, (_, card) => cardOf(deck, shown.map((column, i) => column[differing.includes(i) ? card : 0])));
  const sizes = SIZES.filter((cards) => cards >= values + 3 && cards <= 3 * values + 6);
  const most = sizes[Math.min(Math.floor(number / 3), sizes.length - 1)];
  const order = dealOf(deck, own);
  const cards = [...set];
  for (const card of order) {
    if (cards.length >= most) break;
    if (!set.includes(card) && setsOf(deck, [...cards, card]).length === 1) cards.push(card);
  }
  return order.filter((card) => cards.includes(card));
}

/** The results by their rank: more sets, then fewer mistakes, then the earlier one. @param {StormResult[]} results */
export function ranked(results) {
  return results.toSorted((a, b) => b.found - a.found || a.mistakes - b.mistakes || (a.date < b.date ? -1 : 1));
}
