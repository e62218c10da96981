// Links to puzzles and the puzzles of a day: pure functions.
//
// `#puzzle?deck=3.4&seed=7&cards=12&sets=6` is a puzzle; `sets=some` hides a set, and `sets=?` does not
// tell how many there are. `#puzzle?deck=3.4&day=2026-11-22&level=hard` is one of a day's puzzles: its
// seed is the date and the level, as digits, so it is the same for everybody.

import { size } from '../core/deck.js';
import { writeLink } from '../core/link.js';
import { sizes } from './orders.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('./orders.js').Order} Order */

/** The levels of a day. */
export const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard']);
/** @typedef {typeof LEVELS[number]} Level */

/** @typedef {{ order: Order, seed: string, day?: string, level?: Level }} Puzzle */

/** The most cards that a link may ask for. */
export const MOST_CARDS = 200;

/** The day of a time, by UTC: `2026-11-22`. @param {number} time in milliseconds */
export const dayOf = (time) => new Date(time).toISOString().slice(0, 10);

/** The day before. @param {string} day */
export const dayBefore = (day) => dayOf(Date.parse(day) - 86_400_000);

/**
 * The puzzle of a day: easy, the usual one on the smallest board; medium, the usual one on the largest,
 * or a single set where there is one size; hard, the largest board without a word on its sets.
 * @param {Deck} deck that has boards to order
 * @param {string} day
 * @param {Level} level
 * @returns {Puzzle}
 */
export function dailyPuzzle(deck, day, level) {
  const offered = sizes(deck);
  const [first, last] = [offered[0], offered[offered.length - 1]];
  const medium = offered.length > 1 ? last.usual : 1;
  const sets = level === 'easy' ? first.usual : level === 'medium' ? medium : '?';
  const seed = `${day.replaceAll('-', '')}${LEVELS.indexOf(level) + 1}`;
  return { order: { cards: level === 'easy' ? first.cards : last.cards, sets }, seed, day, level };
}

/**
 * What a link asks for: a puzzle, nothing yet, or nonsense, with a word on it.
 * @param {Record<string, string>} params
 * @param {Deck} deck
 * @returns {Puzzle | string | null}
 */
export function readPuzzle(params, deck) {
  if (params.day !== undefined) {
    const level = LEVELS.find((name) => name === (params.level ?? 'easy'));
    const isDay = /^\d{4}-\d\d-\d\d$/.test(params.day) && !Number.isNaN(Date.parse(params.day));
    if (!isDay || !level) return 'The link names a day or a level that does not exist.';
    return sizes(deck).length ? dailyPuzzle(deck, params.day, level) : null;
  }
  if (params.seed === undefined) return null;
  const cards = Number(params.cards);
  const most = size(deck) < BigInt(MOST_CARDS) ? Number(size(deck)) : MOST_CARDS;
  if (!/^\d{1,19}$/.test(params.seed)) return 'The seed in the link is not a whole number.';
  if (!Number.isInteger(cards) || cards < deck.values || cards > most) {
    return `A puzzle of this deck has ${deck.values} to ${most} cards.`;
  }
  const sets = params.sets ?? '?';
  if (sets === '?' || sets === 'some') return { order: { cards, sets }, seed: params.seed };
  if (!/^\d{1,9}$/.test(sets)) return 'The number of sets in the link is not a whole number.';
  return { order: { cards, sets: Number(sets) }, seed: params.seed };
}

/** @param {Deck} deck @param {Puzzle} puzzle */
export function puzzleLink({ values, properties }, { order, seed, day, level }) {
  const deck = `${values}.${properties}`;
  if (day) return writeLink('puzzle', { deck, day, level });
  return writeLink('puzzle', { deck, seed, ...order });
}
