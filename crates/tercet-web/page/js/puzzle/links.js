// Links to puzzles, and the puzzles of a day: pure functions.
//
// `#puzzle?deck=3.4&seed=7&cards=12&sets=6` is a puzzle; `sets=some` hides a set, and `sets=?` does not
// tell how many there are. `#puzzle?deck=3.4&day=2026-11-22&level=hard` is a puzzle of a day (by UTC):
// its seed is the date and the number of the level, as digits, so everybody gets the same one.

import { deckName, readDeck, size } from '../core/deck.js';
import { writeLink } from '../core/link.js';
import { sizes } from './orders.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {typeof LEVELS[number]} Level */
/** @typedef {{ order: import('./orders.js').Order, seed: string, day?: string, level?: Level }} Puzzle */

/** The levels of a day. */
export const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard']);

/** The most cards that a link may ask for, and the largest seed. */
const MOST_CARDS = 200;
const MOST_SEED = 2n ** 64n - 1n;

/** The day of a time in milliseconds: `2026-11-22`. @param {number} time */
export const dayOf = (time) => new Date(time).toISOString().slice(0, 10);

/** @param {string} day */
export const dayBefore = (day) => dayOf(Date.parse(day) - 86_400_000);

/**
 * The puzzle of a day. Easy is the usual one on the smallest board; medium is the usual one on the
 * largest, or a single set where there is one size; hard is the largest board, without the number of its sets.
 * @param {Deck} deck that has made-to-order boards
 * @param {string} day
 * @param {Level} level
 * @returns {Puzzle}
 */
export function dailyPuzzle(deck, day, level) {
  const offered = sizes(deck);
  const { cards, usual } = level === 'easy' ? offered[0] : offered[offered.length - 1];
  const sets = level === 'hard' ? '?' : level === 'medium' && offered.length === 1 ? 1 : usual;
  return { order: { cards, sets }, seed: day.replaceAll('-', '') + (LEVELS.indexOf(level) + 1), day, level };
}

/**
 * The puzzle of a link, null if the link names none, or a sentence that says what is wrong with it.
 * @param {Record<string, string>} params
 * @param {Deck} deck
 * @returns {Puzzle | string | null}
 */
export function readPuzzle({ deck: named, day, level = 'easy', seed, cards, sets = '?' }, deck) {
  if (named !== undefined && !readDeck(named)) return 'The link names no deck: a deck is two numbers, such as 3.4.';
  if (day !== undefined) {
    const known = LEVELS.find((name) => name === level);
    const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && dayOf(Date.parse(day)) === day;
    if (!isDay || !known) return 'The link names a day or a level that does not exist.';
    return sizes(deck).length ? dailyPuzzle(deck, day, known) : null;
  }
  if (seed === undefined) return null;
  if (!/^\d{1,20}$/.test(seed) || BigInt(seed) > MOST_SEED) return 'The seed of the link is not a number of at most 64 bits.';
  const most = size(deck) < BigInt(MOST_CARDS) ? Number(size(deck)) : MOST_CARDS;
  if (!/^\d{1,3}$/.test(cards) || Number(cards) < deck.values || Number(cards) > most) {
    return `A puzzle of ${deckName(deck)} has ${deck.values} to ${most} cards.`;
  }
  if (!/^(\d{1,9}|some|\?)$/.test(sets)) return 'The number of sets in the link is neither a number nor “?”.';
  const wanted = sets === '?' || sets === 'some' ? sets : Number(sets);
  return { order: { cards: Number(cards), sets: wanted }, seed: String(BigInt(seed)) };
}

/** @param {Deck} deck @param {Puzzle} puzzle */
export function puzzleLink({ values, properties }, { order, seed, day, level }) {
  const deck = `${values}.${properties}`;
  return writeLink('puzzle', day ? { deck, day, level } : { deck, seed, ...order });
}
