// The steps of the course, as data, and the way through them: pure functions. A step is a sentence or
// two and tasks of one kind on fresh cards of its deck. The last step takes any deck, and its kinds of
// tasks follow from the deck.

import { CLASSIC, isSameDeck, size } from '../core/deck.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {'complete' | 'judge' | 'find'} Kind choose the missing card; is it a set?; find a set on a board */

/**
 * @typedef {object} Step
 * @property {string} id under which its progress is kept
 * @property {Deck | null} deck null: any
 * @property {Kind | null} kind null: each in turn
 * @property {string} title
 * @property {string} words
 * @property {number} enough how many right answers finish the step
 * @property {number} [cards] on the board of `find`
 */

/** @param {number} values @param {number} properties @returns {Deck} */
const deck = (values, properties) => ({ values, properties });

/** @type {Step[]} */
export const STEPS = [
  { id: '3.1-complete', deck: deck(3, 1), kind: 'complete', enough: 2, title: 'Three cards', words: 'In the smallest deck a card has one property with three values. One card of each value: that is a set. Which card is missing?' },
  { id: '3.2-complete', deck: deck(3, 2), kind: 'complete', enough: 3, title: 'One property at a time', words: 'Now the cards have two properties. Look at each on its own: in a set, the three cards are all the same in it, or all different.' },
  { id: '3.2-judge', deck: deck(3, 2), kind: 'judge', enough: 3, title: 'Set or not?', words: 'Two cards alike and a third that differs: where this happens in any property, the cards are not a set.' },
  { id: '3.2-find', deck: deck(3, 2), kind: 'find', cards: 5, enough: 2, title: 'Find a set', words: 'One of the sets of this deck lies here. Choose its three cards.' },
  { id: '3.3-complete', deck: deck(3, 3), kind: 'complete', enough: 3, title: 'Any two cards', words: 'Whichever two cards you take, exactly one third card makes a set with them. Work it out property by property.' },
  { id: '3.3-judge', deck: deck(3, 3), kind: 'judge', enough: 3, title: 'All three properties', words: 'A set may be all the same in one property and all different in another. Only two against one is forbidden.' },
  { id: '3.3-find', deck: deck(3, 3), kind: 'find', cards: 7, enough: 2, title: 'Seven cards', words: 'Take two cards, think of the third, and look whether it is there. If it is not, take another two.' },
  { id: '3.4-complete', deck: CLASSIC, kind: 'complete', enough: 3, title: 'The classic deck', words: 'Four properties, 81 cards: this is the published game. The rule is the one you know.' },
  { id: '3.4-judge', deck: CLASSIC, kind: 'judge', enough: 4, title: 'A trained eye', words: 'Sets that differ in all four properties are the hardest to see. Check one property after the other.' },
  { id: '3.4-find', deck: CLASSIC, kind: 'find', cards: 9, enough: 2, title: 'A real board', words: 'Find a set among nine cards. In a whole game there are twelve, so this is nearly it.' },
  { id: '4.2-complete', deck: deck(4, 2), kind: 'complete', enough: 3, title: 'Sets of four', words: 'With four values in each property, a set has four cards. Still: all the same or all different in every property.' },
  { id: '4.2-judge', deck: deck(4, 2), kind: 'judge', enough: 3, title: 'Four that fit?', words: 'More cards, more ways to miss: two pairs are not a set, and neither are three against one.' },
  { id: '4.2-find', deck: deck(4, 2), kind: 'find', cards: 7, enough: 2, title: 'Find four', words: 'Two cards no longer tell the others; three do. Choose the four cards of a set.' },
  { id: 'any', deck: null, kind: null, enough: 3, title: 'Any deck', words: 'The deck (v,p) has p properties with v values each. A set is v cards that are, in every property, all the same or all different.' },
];

/**
 * Which step a link leads to, from 0: the one that it names; the last one with a deck that only this
 * one has; else the first that is not done.
 * @param {Record<string, string>} params of the link
 * @param {Deck} chosen
 * @param {string[]} learned the steps that are done
 */
export function stepOf(params, chosen, learned) {
  const named = Number(params.step);
  if (Number.isInteger(named) && named >= 1 && named <= STEPS.length) return named - 1;
  if (params.deck && !isSameDeck(chosen, CLASSIC)) return STEPS.length - 1;
  const next = STEPS.findIndex(({ id }) => !learned.includes(id));
  return next < 0 ? STEPS.length - 1 : next;
}

/**
 * The kinds of tasks that a deck has. Where any v cards are a set, there is nothing to judge, and with
 * one property the only set is the whole deck.
 * @param {Deck} deck
 * @returns {Kind[]}
 */
export function kindsOf({ values, properties }) {
  if (values < 3) return ['find'];
  if (properties === 1) return ['complete'];
  return values > 12 ? ['complete', 'judge'] : ['complete', 'judge', 'find'];
}

/**
 * How many cards a board has on which a set is to be found.
 * @param {Step} step
 * @param {Deck} deck
 */
export function boardSize({ cards }, deck) {
  const usual = BigInt(cards ?? Math.min(3 * deck.values, deck.values + 6));
  return Number(size(deck) < usual ? size(deck) : usual);
}
