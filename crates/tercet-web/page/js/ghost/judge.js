// The questions of ghosts to the engine: the cards of their deal, whether there is a set, and all sets.

import { ask } from '../core/engine.js';
import { TercetError } from '../core/error.js';
import { cardsOf, newGame, step } from '../core/game.js';
import { SECONDS, countSets, firstCards, isDealt, moreCards } from '../play/games.js';
import { hint } from '../play/hints.js';

/** @typedef {import('../core/game.js').Game} Game */

/** The most sets of a board among which a bot chooses. */
const MOST = 1000;

/** The value of an answer, or null where a limit ended the search. @template T @param {Promise<T>} answer */
const unlessStopped = (answer) => answer.catch((error) => (error instanceof TercetError && error.isStop ? null : Promise.reject(error)));

/**
 * A game with its first cards, as the table begins it.
 * @param {import('../core/game.js').Setup} setup
 * @param {AbortSignal} signal
 */
export async function begun(setup, signal) {
  const game = step(newGame(setup), await firstCards(setup, signal));
  if (setup.goal.kind !== 'layout' || setup.untold || game.sets !== null) return game;
  const sets = await unlessStopped(countSets(setup.deck, cardsOf(game), signal));
  return sets === null ? game : step(game, { type: 'sets', sets: Number(sets), at: 0 });
}

/**
 * @param {AbortSignal} signal
 * @param {() => void} [onUnsure] is called where a limit ended the check of a claim
 * @returns {import('./replayed.js').Judge}
 */
export function judgeOf(signal, onUnsure) {
  /** @type {{ game: Game, hasSet: boolean | null } | undefined} */
  let last;
  return {
    more: async (game) => (isDealt(game, 1) ? [] : moreCards(game, signal)),
    // A ghost may say of one board many times that it has no set.
    hasSet: async (game) => {
      if (last?.game.board !== game.board || last.game.taken !== game.taken) {
        const answer = await unlessStopped(hint(game, 0, signal));
        last = { game, hasSet: answer && answer.isFound };
        if (!answer) onUnsure?.();
      }
      return last.hasSet;
    },
  };
}

/** The sets on the board. @param {Game} game @param {AbortSignal} signal @returns {Promise<string[][]>} */
export async function setsOn(game, signal) {
  const request = { ask: 'list', board: { deck: game.setup.deck, cards: cardsOf(game) }, first: MOST, search: { timeout: SECONDS } };
  return (await ask(request, { signal })).sets ?? [];
}
