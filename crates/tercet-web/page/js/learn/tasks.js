// Tasks, made from a set that the engine dealt. Pure functions: chance is a function such as
// `Math.random`.

import { cardOf, isSet, values } from '../core/deck.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {() => number} Chance at least 0 and below 1 */

/** How many wrong cards there are to choose from. */
const WRONG = 3;

/**
 * A set without one of its cards, and cards of which only that one completes it. The others differ from
 * it in a property or two. In a deck of one property, all other cards lie there already.
 * @param {Deck} deck with at least three values
 * @param {string[]} set
 * @param {Chance} chance
 */
export function completeTask(deck, set, chance) {
  const [answer, ...given] = shuffled(set, chance);
  /** @type {Set<string>} */
  const wrong = new Set(deck.properties === 1 ? given.slice(0, WRONG) : []);
  for (let changes = 1; wrong.size < WRONG && deck.properties > 1; changes = 3 - changes) {
    const other = changed(deck, answer, changes, chance);
    if (!set.includes(other)) wrong.add(other);
  }
  return { given, choices: shuffled([answer, ...wrong], chance) };
}

/**
 * The cards of a set, or as likely ones that are nearly a set.
 * @param {Deck} deck with at least three values and two properties
 * @param {string[]} set
 * @param {Chance} chance
 */
export function judgeTask(deck, set, chance) {
  const cards = shuffled(set, chance);
  if (chance() < 0.5) return cards;
  const [last, ...others] = cards;
  for (let changes = 1; ; changes = 3 - changes) {
    const wrong = [...others, changed(deck, last, changes, chance)];
    if (new Set(wrong).size === set.length && !isSet(deck, wrong)) return shuffled(wrong, chance);
  }
}

/**
 * A card that shows another value in some properties.
 * @param {Deck} deck
 * @param {string} card
 * @param {number} changes in how many properties
 * @param {Chance} chance
 */
function changed(deck, card, changes, chance) {
  const shown = values(deck, card);
  const properties = shuffled([...shown.keys()], chance).slice(0, changes);
  for (const property of properties) {
    shown[property] = (shown[property] + 1 + Math.floor(chance() * (deck.values - 1))) % deck.values;
  }
  return cardOf(deck, shown);
}

/**
 * @template T
 * @param {T[]} items
 * @param {Chance} chance
 */
export function shuffled(items, chance) {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
  }
  return mixed;
}
