// Statistics of finished games: times, and what is overlooked. Pure functions of games.

import { values } from '../core/deck.js';
import { plural } from '../core/dom.js';
import { isSameKind } from '../play/finished.js';
import { setupTitle } from '../play/play.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('../play/finished.js').Finished} Finished */

/**
 * The games by kind, the most frequent first. Only times without help and without giving up count.
 * @param {Finished[]} games
 */
export function kinds(games) {
  /** @type {Finished[][]} */
  const groups = [];
  for (const game of games) {
    const group = groups.find(([first]) => isSameKind(first.setup, game.setup));
    if (group) group.push(game);
    else groups.push([game]);
  }
  return groups
    .toSorted((a, b) => b.length - a.length)
    .map((group) => {
      const times = group.filter(({ helped, over }) => !helped && over !== 'given-up').map(({ time }) => time);
      const best = times.length ? Math.min(...times) : null;
      const { setup } = group[0];
      const exactly = setup.exactly ?? setup.told;
      const sets = Number.isInteger(exactly) ? ` with exactly ${plural(exactly ?? 0, 'set')}` : '';
      return { name: `${setupTitle(setup)}${sets}`, games: group.length, counted: times.length, best, median: median(times) };
    });
}

/** The middle of the numbers; null without numbers. @param {number[]} numbers */
export function median(numbers) {
  if (!numbers.length) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The sets that were found without a hint. @param {Finished[]} games */
export function unaided(games) {
  return games.flatMap(({ taken }) => taken).filter(({ hint }) => hint === 0);
}

/** The ends of the classes of times, in seconds. */
const CLASSES = [2, 4, 8, 16, 32, 64, 128];

/**
 * How many times lie in each class, up to the last class with one.
 * @param {number[]} times in milliseconds
 */
export function histogram(times) {
  const counts = new Array(CLASSES.length + 1).fill(0);
  for (const time of times) counts[CLASSES.filter((end) => time >= end * 1000).length] += 1;
  const name = (/** @type {number} */ i) =>
    i < CLASSES.length ? `${CLASSES[i - 1] ?? 0}–${CLASSES[i]} s` : `from ${CLASSES[i - 1]} s`;
  return counts.slice(0, counts.findLastIndex(Boolean) + 1).map((count, i) => ({ name: name(i), count }));
}

/**
 * The share of the deck's sets in which a given property differs. In each property v cards in a row are
 * all the same in v ways and all different in v! ways, and they are not the same in every property.
 * @param {Deck} deck
 */
export function expectedShare({ values: v, properties: p }) {
  let orders = 1;
  for (let i = 2; i <= v; i++) orders *= i;
  // Above 170! the number is infinite: then no property is ever the same.
  const same = v / (v + orders);
  return (1 - same) / (1 - same ** p);
}

/**
 * What is overlooked, property by property, in games of one deck: the share of sets in which the
 * property differs, of all sets that were found and of those that were found slowly (the slowest
 * quarter) or with a hint; and the share of wrong choices in which it is neither the same nor different.
 * @param {Deck} deck
 * @param {Finished[]} games of this deck
 */
export function overlooked(deck, games) {
  const taken = games.flatMap((game) => game.taken);
  const own = unaided(games).toSorted((a, b) => b.time - a.time);
  const hard = [...own.slice(0, Math.ceil(own.length / 4)), ...taken.filter(({ hint }) => hint > 0)];
  const wrong = games.flatMap((game) => game.wrong);
  const share = (/** @type {{ cards: string[] }[]} */ choices, /** @type {(distinct: number) => boolean} */ counts) => {
    const shown = choices.map(({ cards }) => cards.map((card) => values(deck, card)));
    return Array.from({ length: deck.properties }, (_, i) => {
      const hits = shown.filter((cards) => counts(new Set(cards.map((card) => card[i])).size)).length;
      return choices.length ? hits / choices.length : null;
    });
  };
  const differs = (/** @type {number} */ distinct) => distinct === deck.values;
  const isMixed = (/** @type {number} */ distinct) => distinct > 1 && distinct < deck.values;
  const counts = { found: taken.length, hard: hard.length, wrong: wrong.length };
  return { counts, found: share(taken, differs), hard: share(hard, differs), mixed: share(wrong, isMixed) };
}
