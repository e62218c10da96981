// Boards to order: which ones a deck has that are drawn at once, and how an order becomes a setup.
// Pure functions.
//
// Drawing a board with exactly so many sets is quick in two cases. The engine knows the classes of the
// hands of small decks; the table below holds what takes at most a tenth of a second. In large decks it
// deals until a board fits, which is quick where sets are not too rare. Between them lie decks whose
// classes are out of reach, but only after a search for them, and in decks with large sets a board would
// need a hundred cards. There a set is hidden among few cards instead.

import { size } from '../core/deck.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('../core/game.js').Setup} Setup */

/**
 * How many sets: so many; `some`, one of which was hidden; or `?`, which is not told.
 * @typedef {number | 'some' | '?'} Sets
 */

/** @typedef {{ cards: number, sets: Sets }} Order */

/**
 * A size of boards and the numbers of sets that are quick to draw. `least` and `most` are missing where
 * none is.
 * @typedef {{ cards: number, least?: number, most?: number, usual: Sets }} Size
 */

/** @type {Record<string, Size[]>} */
const BY_CLASSES = {
  '3.2': [{ cards: 4, least: 0, most: 1, usual: 1 }, { cards: 5, least: 1, most: 2, usual: 2 }],
  '3.3': [{ cards: 7, least: 0, most: 3, usual: 2 }, { cards: 9, least: 0, most: 6, usual: 4 }],
  '3.4': [{ cards: 9, least: 0, most: 6, usual: 4 }, { cards: 12, least: 0, most: 14, usual: 6 }],
  '3.5': [{ cards: 9, least: 0, most: 6, usual: 3 }, { cards: 10, least: 0, most: 7, usual: 4 }],
  '3.6': [{ cards: 9, least: 0, most: 6, usual: 3 }],
  '4.2': [{ cards: 8, least: 0, most: 4, usual: 2 }],
  '5.2': [{ cards: 8, least: 0, most: 2, usual: 1 }],
};

/** Decks in which the search for the classes takes long. */
const SLOW = ['4.3', '5.3', '6.2', '7.2', '8.2', '9.2', '10.2'];

/** How many sets are to be expected where deals that fit come soon, up to two sets. */
const ENOUGH = 0.1;

/** The most cards on which somebody looks for one set. */
const MANY = 24;

/**
 * The boards to order of a deck, the smallest first; none where every board would be trivial: any v
 * cards are a set, or only the whole deck is.
 * @param {Deck} deck
 * @returns {Size[]}
 */
export function sizes(deck) {
  const { values, properties } = deck;
  if (values < 3 || properties < 2) return [];
  const name = `${values}.${properties}`;
  if (name in BY_CLASSES) return BY_CLASSES[name];
  let cards = values;
  while (cards <= MANY && expectedSets(deck, cards) < ENOUGH) cards++;
  if (cards <= MANY && !SLOW.includes(name)) return [{ cards, least: 0, most: 2, usual: 2 }];
  return [{ cards: values + Math.min(values, 6), usual: 'some' }, { cards: Math.min(2 * values + 4, Number(size(deck))), usual: 'some' }];
}

/**
 * How many sets are to be expected among random cards. A deck has ((v! + v)^p − v^p) / v! sets, and each
 * lies there with the same probability. In logarithms, because v! may be huge.
 * @param {Deck} deck
 * @param {number} cards at least v
 */
export function expectedSets({ values, properties }, cards) {
  let logFactorial = 0;
  let logExpected = 0;
  for (let i = 0; i < values; i++) {
    logFactorial += Math.log(i + 1);
    logExpected += Math.log((cards - i) / (values ** properties - i));
  }
  const logRows = logFactorial + Math.log1p(values / Math.exp(logFactorial));
  const varied = -Math.expm1(properties * (Math.log(values) - logRows));
  return Math.exp(logExpected + properties * logRows + Math.log(varied) - logFactorial);
}

/**
 * What is suggested for a deck: sets to find, a single one, and a board about which nothing is told.
 * @param {Deck} deck
 * @returns {Order[]}
 */
export function suggestions(deck) {
  const last = sizes(deck).at(-1);
  if (!last) return [];
  const { cards, usual } = last;
  const one = /** @type {Order[]} */ (usual === 1 || usual === 'some' ? [] : [{ cards, sets: 1 }]);
  return [{ cards, sets: usual }, ...one, { cards, sets: '?' }];
}

/** An order in words. @param {Order} order */
export function orderName({ cards, sets }) {
  if (sets === '?') return `${cards} cards: are you sure?`;
  if (sets === 'some') return `${cards} cards with a hidden set`;
  if (sets === 1) return `${cards} cards, one set: find it`;
  return sets === 0 ? `${cards} cards without a set` : `${cards} cards with ${sets} sets`;
}

/**
 * The game of an order: everybody gets the same one for the same seed. What `?` hides depends on the
 * seed alone, too: a number of sets that is quick to draw, at most six; or, where none is, whether a set
 * was hidden.
 * @param {Deck} deck
 * @param {Order} order
 * @param {string} seed digits
 * @returns {Setup}
 */
export function setupOf(deck, { cards, sets }, seed) {
  /** @type {Setup} */
  const setup = { deck, seed, goal: { kind: 'layout' }, start: cards, refill: 'at-once', exactly: null };
  if (sets === 'some') return { ...setup, planted: true };
  if (sets !== '?') return { ...setup, exactly: sets };
  const known = sizes(deck).find((size) => size.cards === cards);
  if (known?.least === undefined || known.most === undefined) return { ...setup, planted: mixed(seed) % 2 === 1 };
  return { ...setup, exactly: known.least + (mixed(seed) % (Math.min(known.most, 6) - known.least + 1)) };
}

/** A number that depends on all characters of a text (FNV-1a). @param {string} text */
function mixed(text) {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return hash ^ (hash >>> 15);
}
