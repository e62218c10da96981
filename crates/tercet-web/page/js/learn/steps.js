// The steps of the course, as data, and the way through them: pure functions. A step is a sentence or
// two and tasks of one kind on fresh cards of its deck. The last step takes any deck and its kinds of
// tasks in turn.

import { CLASSIC, isSameDeck, readDeck, size } from '../core/deck.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {'complete' | 'judge' | 'find'} Kind choose the missing card; is it a set?; find a set on a board */

/**
 * @typedef {object} Step
 * @property {string} id under which its progress is kept
 * @property {Deck | null} deck null: any
 * @property {Kind[]} kinds of its tasks, in turn; none: those of the deck
 * @property {number} enough how many right answers finish the step
 * @property {number} cards on a board to find a set; 0: as many as suit the deck
 * @property {string} title
 * @property {string} words
 */

/** @type {[string, Kind | null, number, number, string, string][]} */
const COURSE = [
  ['3.1', 'complete', 2, 0, 'Three cards',
    'In the smallest deck a card shows one of three values. One card of each value: that is a set. Which card is missing?'],
  ['3.2', 'complete', 3, 0, 'One property at a time',
    'Now the cards have two properties. Look at each on its own: in a set, all three are the same in it, or all differ.'],
  ['3.2', 'judge', 3, 0, 'Set or not?',
    'If two cards are alike in a property and the third is not, the three cards are not a set.'],
  ['3.2', 'find', 2, 5, 'Find a set',
    'There is a set among these cards. Choose its three cards.'],
  ['3.3', 'complete', 3, 0, 'Any two cards',
    'Whichever two cards you take, exactly one third card makes a set with them. Work it out property by property.'],
  ['3.3', 'judge', 3, 0, 'Three properties',
    'A set may be all the same in one property and all different in another. Only two against one is forbidden.'],
  ['3.3', 'find', 2, 7, 'Seven cards',
    'Take two cards, think of the third, and look whether it is there. If it is not, take another two.'],
  ['3.4', 'complete', 3, 0, 'The classic deck',
    'Four properties, 81 cards: this is the published game. The rule is the one you know.'],
  ['3.4', 'judge', 4, 0, 'A trained eye',
    'Sets that differ in all four properties are the hardest to see. Check one property after the other.'],
  ['3.4', 'find', 2, 9, 'A real board',
    'Find a set among nine cards. A whole game begins with twelve, so this is nearly one.'],
  ['4.2', 'complete', 3, 0, 'Sets of four',
    'With four values in each property, a set has four cards. Still, in every property all are the same or all are different.'],
  ['4.2', 'judge', 3, 0, 'Four that fit?',
    'More cards, more ways to miss: two pairs are not a set, and neither are three against one.'],
  ['4.2', 'find', 2, 7, 'Find four',
    'Two cards no longer tell the others, but three do. Choose the four cards of a set.'],
  ['any', null, 3, 0, 'Any deck',
    'The deck (v,p) has p properties with v values each. In each, the v cards of a set are all the same or all different.'],
];

/** @type {Step[]} */
export const STEPS = COURSE.map(([deck, kind, enough, cards, title, words]) => {
  return { id: kind ? `${deck}-${kind}` : deck, deck: readDeck(deck), kinds: kind ? [kind] : [], enough, cards, title, words };
});

/**
 * Which step a link leads to, from 0: the one that it names; the last one with a deck that was chosen;
 * else the first that is not done.
 * @param {Record<string, string>} params of the link
 * @param {Deck} chosen
 * @param {string[]} learned the steps that are done
 */
export function stepOf(params, chosen, learned) {
  const named = Number(params.step);
  if (Number.isInteger(named) && named >= 1 && named <= STEPS.length) return named - 1;
  const next = STEPS.findIndex(({ id }) => !learned.includes(id));
  return next < 0 || (params.deck && !isSameDeck(chosen, CLASSIC)) ? STEPS.length - 1 : next;
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
  const usual = cards || Math.min(3 * deck.values, deck.values + 6);
  return size(deck) < BigInt(usual) ? Number(size(deck)) : usual;
}
