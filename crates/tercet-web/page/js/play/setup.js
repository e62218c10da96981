// Links of games: `#play?deck=3.4&seed=7&goal=10`. Whatever a link leaves out is as usual for its
// deck; what it says must be within the bounds, or a sentence says what is not.

import { deckName, readDeck, size } from '../core/deck.js';
import { usualSetup } from '../core/game.js';

/** @typedef {import('../core/game.js').Setup} Setup */

/** Bounds of what a link may say. */
export const MOST_START = 2000;
export const MOST_SETS = 1_000_000;
const MOST_SEED = 2n ** 64n - 1n;

/**
 * The setup that a link describes.
 * @param {Record<string, string>} params of the link, with a seed
 * @param {import('../core/deck.js').Deck} usualDeck the deck of a link that names none
 * @returns {Setup | string} or what is wrong with it
 */
export function readSetup(params, usualDeck) {
  const deck = params.deck === undefined ? usualDeck : readDeck(params.deck);
  if (!deck) return `“${short(params.deck)}” is no deck: a deck is two numbers, such as 3.4.`;
  if (!/^\d{1,20}$/.test(params.seed) || BigInt(params.seed) > MOST_SEED) return 'The seed of the link is not a number of at most 64 bits.';
  const usual = usualSetup(deck, String(BigInt(params.seed)));
  const setup = { ...usual };
  const { goal = 'deck', start, refill } = params;
  if (start !== undefined) {
    const most = size(deck) < BigInt(MOST_START) ? Number(size(deck)) : MOST_START;
    const count = whole(start, most);
    if (count === null) return `A game of ${deckName(deck)} starts with 1 to ${most} cards, not “${short(start)}”.`;
    setup.start = count;
  }
  if (goal === 'layout') {
    setup.goal = { kind: 'layout' };
  } else if (goal !== 'deck') {
    const sets = whole(goal, MOST_SETS);
    if (sets === null) return `“${short(goal)}” is no goal: a goal is deck, layout, or a number of sets.`;
    setup.goal = { kind: 'sets', sets };
  }
  if (refill === 'up-to-start' || refill === 'at-once') setup.refill = refill;
  else if (refill !== undefined) return `“${short(refill)}” is no rule of dealing: it is up-to-start or at-once.`;
  return setup;
}

/**
 * What the link of a setup says: all but what is usual.
 * @param {Setup} setup
 * @returns {Record<string, string | number | null>}
 */
export function setupParams({ deck, seed, goal, start, refill }) {
  const usual = usualSetup(deck, seed);
  return {
    deck: `${deck.values}.${deck.properties}`,
    seed,
    goal: goal.kind === 'sets' ? goal.sets : goal.kind === 'layout' ? 'layout' : null,
    start: start === usual.start ? null : start,
    refill: refill === usual.refill || goal.kind === 'layout' ? null : refill,
  };
}

/** A setup in a few words: `First 10 sets of (3,4)`. @param {Setup} setup */
export function setupTitle({ deck, goal, start }) {
  if (goal.kind === 'layout') return `All sets of ${start} cards of ${deckName(deck)}`;
  if (goal.kind === 'deck') return `The whole deck ${deckName(deck)}`;
  return goal.sets === 1 ? `The first set of ${deckName(deck)}` : `The first ${goal.sets} sets of ${deckName(deck)}`;
}

/** @param {string} text @param {number} most */
function whole(text, most) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : null;
}

/** @param {string} text */
const short = (text) => (text.length > 20 ? `${text.slice(0, 20)}…` : text);
