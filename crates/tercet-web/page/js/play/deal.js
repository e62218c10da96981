// The cards of a game. The deal of a seed is one sequence, of which more can be asked for at any
// time, so a table knows the next cards before they are needed.

import { size } from '../core/deck.js';
import { ask } from '../core/engine.js';
import { EngineError } from '../core/error.js';
import { wanted } from '../core/game.js';
import { SECONDS, countSets } from './hints.js';

/** @typedef {import('../core/game.js').Setup} Setup */

/** How many cards are asked for beyond those that are needed. */
const AHEAD = 500;

/**
 * The event that begins a game of a setup.
 * @param {Setup} setup
 * @param {boolean} hideSets whether the number of sets of a layout is not to be known
 * @param {AbortSignal} signal
 * @returns {Promise<import('../core/game.js').Begin>}
 */
export async function firstCards(setup, hideSets, signal) {
  const { deck, goal, start, exactly } = setup;
  if (goal.kind !== 'layout') return { type: 'begin', cards: await deal(setup, ahead(setup, start), 'random', signal), at: 0 };
  const isExact = typeof exactly === 'number';
  const cards = await deal(setup, start, isExact ? { exactly: String(exactly) } : 'random', signal);
  /** @type {number | undefined} */
  let sets;
  // Where they cannot be counted in time, their number stays unknown.
  if (!hideSets) sets = isExact ? exactly : await countSets(deck, cards, signal).then(Number, () => undefined);
  return { type: 'begin', cards, sets, at: 0 };
}

/** Whether cards of the next moves are not known yet. @param {import('../core/game.js').Game} game */
export function isShort(game) {
  const { setup, deal } = game;
  return setup.goal.kind !== 'layout' && BigInt(deal.length) < size(setup.deck) && deal.length < wanted(game) + setup.deck.values;
}

/**
 * The cards that follow those that are known.
 * @param {import('../core/game.js').Game} game
 * @param {AbortSignal} signal
 */
export async function moreCards(game, signal) {
  const cards = await deal(game.setup, ahead(game.setup, wanted(game)), 'random', signal);
  return cards.slice(game.deal.length);
}

/** @param {Setup} setup @param {number} needed */
function ahead({ deck }, needed) {
  const count = needed + AHEAD;
  return size(deck) < BigInt(count) ? Number(size(deck)) : count;
}

/**
 * @param {Setup} setup
 * @param {number} count
 * @param {'random' | { exactly: string }} kind
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>}
 */
async function deal({ deck, seed }, count, kind, signal) {
  const dealt = await ask({ ask: 'deal', deck, size: count, seed, kind, timeout: SECONDS }, { signal });
  if (dealt.answer === 'found') return dealt.cards;
  throw new EngineError({ code: 'no-such-board', message: dealt.why ?? dealt.reason?.message ?? 'there is no such board' });
}
