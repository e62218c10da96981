// Pure functions for made-to-order boards: the orders that a deck draws at once, and their setup.
//
// The engine draws a board with a given number of sets by the classes of hands, which is feasible
// only for small decks, or by dealing until a board fits, which is quick if sets are not too rare.
// The table holds the orders that were measured to take at most a tenth of a second. In any other
// deck a set is hidden among few cards.

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('../core/game.js').Setup} Setup */
/** @typedef {number | 'some' | '?'} Sets their number; `some`, of which one was hidden; or `?`, if the number is not shown */
/** @typedef {{ cards: number, sets: Sets }} Order */
/** @typedef {{ cards: number, most: number, usual: Sets }} Size 0 to `most` sets are quick to draw; if it is 0, hidden ones */

/** By deck: how many cards, the most sets that are quick to draw, and the usual number. @type {Record<string, number[][]>} */
const QUICK = {
  '3.2': [[4, 1, 1]],
  '3.3': [[7, 3, 2], [9, 6, 4]],
  '3.4': [[9, 6, 4], [12, 14, 6]],
  '3.5': [[9, 6, 3], [10, 7, 4]],
  '3.6': [[9, 6, 3]],
  '3.7': [[12, 2, 2]],
  '3.8': [[17, 2, 2]],
  '3.9': [[24, 2, 2]],
  '4.2': [[8, 4, 2]],
  '4.4': [[13, 2, 2]],
  '4.5': [[22, 2, 2]],
  '5.2': [[8, 2, 2]],
  '5.4': [[24, 2, 2]],
  '6.3': [[19, 2, 2]],
};

/** The most sets of a board whose number of sets is not shown. */
const MOST_UNTOLD = 6;

/**
 * The made-to-order boards of a deck, the smallest first; none if every board is trivial, that is if any v
 * cards are a set, or only the whole deck is.
 * @param {Deck} deck
 * @returns {Size[]}
 */
export function sizes({ values, properties }) {
  if (values < 3 || properties < 2) return [];
  const quick = QUICK[`${values}.${properties}`];
  if (quick) return quick.map(([cards, most, usual]) => ({ cards, most, usual }));
  return [values + Math.min(values, 6), 2 * values + 4].map((cards) => ({ cards, most: 0, usual: 'some' }));
}

/**
 * The suggestions for a deck: sets to find, a single set, and a board without the number of its sets.
 * @param {Deck} deck
 * @returns {Order[]}
 */
export function suggestions(deck) {
  return sizes(deck).slice(-1).flatMap(({ cards, most, usual }) => {
    /** @type {Sets[]} */
    const sets = most > 0 && usual !== 1 ? [usual, 1, '?'] : [usual, '?'];
    return sets.map((some) => ({ cards, sets: some }));
  });
}

/** An order in words. @param {Order} order */
export function orderName({ cards, sets }) {
  if (sets === '?') return `${cards} cards, how many sets?`;
  if (sets === 'some') return `${cards} cards with a hidden set`;
  return `${cards} cards with ${sets === 1 ? 'one set' : `${sets} sets`}`;
}

/**
 * The game of an order; for the same seed everybody gets the same one. What `?` hides depends on the seed
 * alone, too: how many sets there are, or, where boards with a number of sets are not quick, whether one was hidden.
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
  const most = sizes(deck).find((size) => size.cards === cards)?.most ?? 0;
  if (most === 0) return { ...setup, untold: true, planted: mixed(seed) % 2 === 1 };
  return { ...setup, untold: true, exactly: mixed(seed) % (Math.min(most, MOST_UNTOLD) + 1) };
}

/** A number that depends on all characters of a text (FNV-1a). @param {string} text */
export function mixed(text) {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
