// Links to puzzles: pure functions.
//
// `#puzzle?deck=3.4&seed=7&cards=12&sets=6` is a puzzle; `sets=some` hides a set, and `sets=?` does not
// tell how many there are. `#puzzle?deck=3.4&day=2026-11-22` is a puzzle of a day (`daily.js`), and
// `#puzzle?day=2026-11-22` shows all puzzles of this day.

import { deckName, fullName, readDeck, size } from '../core/deck.js';
import { writeLink } from '../core/link.js';
import { DAILY, dailyLink, dailyName, dailySetup, dayName, isDay } from './daily.js';
import { orderName, setupOf } from './orders.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('./orders.js').Order} Order */
/** @typedef {{ setup: import('../core/game.js').Setup, order: Order, link: string, title: string, day?: string }} Puzzle */

/** The most cards that a link may ask for, and the largest seed. */
const MOST_CARDS = 200;
const MOST_SEED = 2n ** 64n - 1n;

/** The day where it begins first on Earth, 14 hours before UTC: links to its puzzles come from there. */
const newestDay = () => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);

/**
 * The puzzle of a link, null if the link names none, or a sentence that says what is wrong with it.
 * @param {Record<string, string>} params
 * @param {Deck} deck
 * @returns {Puzzle | string | null}
 */
export function readPuzzle({ deck: named, day, seed, cards, sets = '?' }, deck) {
  if (named !== undefined && !readDeck(named)) return 'The link names no deck: a deck is two numbers, such as 3.4.';
  if (day !== undefined) {
    if (!isDay(day)) return 'The link names a day that does not exist.';
    if (day > newestDay()) return `The day of the link, ${dayName(day)}, is still to come.`;
    return named === undefined ? null : dailyPuzzle(deck, day);
  }
  if (seed === undefined) return null;
  if (!/^\d{1,20}$/.test(seed) || BigInt(seed) > MOST_SEED) return 'The seed of the link is not a number of at most 64 bits.';
  const most = size(deck) < BigInt(MOST_CARDS) ? Number(size(deck)) : MOST_CARDS;
  if (!/^\d{1,3}$/.test(cards) || Number(cards) < deck.values || Number(cards) > most) {
    return `A puzzle of ${deckName(deck)} has ${deck.values} to ${most} cards.`;
  }
  if (!/^(\d{1,9}|some|\?)$/.test(sets)) return 'The number of sets in the link is neither a number nor “?”.';
  const wanted = sets === '?' || sets === 'some' ? sets : Number(sets);
  return orderedPuzzle(deck, { cards: Number(cards), sets: wanted }, String(BigInt(seed)));
}

/** @param {Deck} deck @param {string} day @returns {Puzzle | string} */
function dailyPuzzle(deck, day) {
  const setup = dailySetup(deck, day);
  if (!setup) return `There is no daily puzzle of ${deckName(deck)}: the decks are ${DAILY.map((daily) => deckName(daily.deck)).join(', ')}.`;
  const order = { cards: setup.start, sets: setup.told ?? 0 };
  return { setup, order, day, link: dailyLink(deck, day), title: `${dayName(day)}, ${dailyName(deck)}: ${orderName(order)}` };
}

/** @param {Deck} deck @param {Order} order @param {string} seed @returns {Puzzle} */
function orderedPuzzle(deck, order, seed) {
  const link = puzzleLink(deck, order, seed);
  return { setup: setupOf(deck, order, seed), order, link, title: `${orderName(order)} – ${fullName(deck)}` };
}

/** @param {Deck} deck @param {Order} order @param {string} seed */
export function puzzleLink({ values, properties }, order, seed) {
  return writeLink('puzzle', { deck: `${values}.${properties}`, seed, ...order });
}
