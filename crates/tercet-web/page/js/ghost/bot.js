// Bots: ghosts that play a deal with the answers of the engine, at a speed and with a habit.
//
// People find sets as in a horse race: each set on the board is searched for by itself, and the first that is found
// is taken, so they are faster where there are more; and they find sets of similar cards first (M. Jacob and
// S. Hochstein, Set recognition as a window to perceptual and cognitive processes, Perception & Psychophysics 70, 2008).
// So each set has a random time, of which the least counts, and its mean grows by the factor HABIT with each property
// that differs. The time also grows with the cards on the board and in a set, in proportion. The paper gives the
// order; HABIT, HIDDEN and this proportion are ours. A unit test measures the mean times that `paceOf` promises.

import { values } from '../core/deck.js';
import { words } from '../core/dealer.js';
import { cardsOf, changes, step } from '../core/game.js';
import { eventsOf } from './pack.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('./pack.js').Move} Move */

/** The levels with names, of 1 to 100. */
export const LEVELS = { Beginner: 20, Player: 50, Expert: 80 };
/** The seconds of a set of the classic game at the levels 0 and 100. */
const [SLOW, FAST] = [60, 1.5];
/** The factor by which one more property that differs makes a set slower to find. */
const HABIT = 1.5;
/** The mean time of a set that differs in one property, where it is the only one among 12 cards, in those of a set. */
const ALONE = 0.84;
/** The factor by which a set takes longer if cards lie face down, all of which a bot remembers. */
const HIDDEN = 3;
/** The time that a bot looks before it says that there is no set, in times of a set. */
const DOUBT = 2;

/** The mean seconds of a set in the classic game. @param {number} level */
export const paceOf = (level) => SLOW * (FAST / SLOW) ** (level / 100);

/** The level of the name of a bot in a link, such as `bot50`, else 0. @param {string} name */
export function levelOf(name) {
  const level = Number(/^bot(\d{1,3})$/.exec(name)?.[1] ?? 0);
  return level <= 100 ? level : 0;
}

/** The name of a bot on the screen. @param {number} level */
export function botName(level) {
  const named = Object.entries(LEVELS).find(([, known]) => known === level)?.[0];
  return named ? `${named} bot` : `Bot ${level}`;
}

/** The random numbers between 0 and 1 of a bot, from the seed of the game. @param {string} seed @param {number} level */
export function* chances(seed, level) {
  for (const word of words(String(BigInt.asUintN(64, BigInt(seed) * 101n + BigInt(level) + 1n)))) yield (word + 0.5) / 2 ** 32;
}

/**
 * The next move of a bot: a set, or the claim that there is none.
 * @param {Game} game that is not over
 * @param {string[][]} sets on the board
 * @param {number} level
 * @param {Generator<number, void>} random
 * @returns {Move}
 */
export function nextMove(game, sets, level, random) {
  const { setup, taken, events } = game;
  const { deck, untilSet } = setup;
  const unit = (1000 * paceOf(level) * cardsOf(game).length * deck.values * (changes(setup).hides ? HIDDEN : 1)) / 36;
  // The rules of the game say which sets can be taken now. In a fixed order every engine leads to the same game.
  const isTaken = (/** @type {string[]} */ cards) => eventsOf({ kind: 'set', at: 0, cards }).reduce(step, game).taken.length > taken.length;
  const possible = sets.map((cards) => cards.toSorted()).toSorted((a, b) => (String(a) < String(b) ? -1 : 1)).filter(isTaken);
  const found = possible.map((cards) => {
    const shown = cards.map((card) => values(deck, card));
    const different = shown[0].filter((value, i) => value !== shown[1]?.[i]).length;
    return { cards, wait: -Math.log(random.next().value ?? 1) * unit * ALONE * HABIT ** (different - 1) };
  });
  const first = found.reduce((best, one) => (one.wait < best.wait ? one : best), { cards: [''], wait: Infinity });
  const wait = possible.length ? first.wait : untilSet ? 0 : unit * DOUBT;
  const at = Math.round(((events.at(-1)?.at ?? 0) + wait) / 10) * 10;
  return possible.length ? { kind: 'set', at, cards: first.cards } : { kind: untilSet ? 'auto' : 'none', at };
}
