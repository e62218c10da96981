// The cards of a game. The deal of a seed is one sequence, of which more can be asked for at any
// time; so the cards of the next moves are known before they are needed.

import { size } from '../core/deck.js';
import { ask } from '../core/engine.js';
import { EngineError } from '../core/error.js';
import { read } from '../build/reading.js';
import { SECONDS, countSets } from './hints.js';

/** @typedef {import('../core/game.js').Setup} Setup */
/** @typedef {import('../core/game.js').Game} Game */

/** How many cards are asked for beyond those that are needed. */
const AHEAD = 500;

/**
 * The event that begins a game.
 * @param {Setup} setup
 * @param {AbortSignal} signal
 * @returns {Promise<import('../core/game.js').Begin>}
 */
export async function firstCards(setup, signal) {
  const { deck, goal, start, exactly, planted, untold, laid } = setup;
  if (goal.kind !== 'layout') return { type: 'begin', cards: await deal(setup, start + AHEAD, 'random', signal), at: 0 };
  const isExact = typeof exactly === 'number';
  const kind = isExact ? { exactly: String(exactly) } : planted ? 'planted' : 'random';
  const cards = laid ? (await read({ cards: laid, deck }, signal)).cards : await deal(setup, start, kind, signal);
  // Where the sets cannot be counted in time, their number stays unknown.
  const count = () => countSets(deck, cards, signal).then(Number, () => undefined);
  return { type: 'begin', cards, sets: untold ? undefined : isExact ? exactly : await count(), at: 0 };
}

/** Whether the cards of the next moves are known. @param {Game} game @param {number} moves */
export function isDealt({ setup, deal, dealt }, moves) {
  return setup.goal.kind === 'layout' || deal.length >= Math.min(dealt + moves * setup.deck.values, Number(size(setup.deck)));
}

/** The cards after those that are known. @param {Game} game @param {AbortSignal} signal */
export async function moreCards(game, signal) {
  return (await deal(game.setup, game.deal.length + AHEAD, 'random', signal)).slice(game.deal.length);
}

/** @param {Setup} setup @param {number} count @param {string | object} kind @param {AbortSignal} signal */
async function deal({ deck, seed }, count, kind, signal) {
  const request = { ask: 'deal', deck, size: Math.min(count, Number(size(deck))), seed, kind, timeout: SECONDS };
  const { answer, cards, why, reason } = await ask(request, { signal });
  if (answer === 'found') return /** @type {string[]} */ (cards);
  throw new EngineError(why ? { code: 'no-such-board', message: why } : reason);
}
