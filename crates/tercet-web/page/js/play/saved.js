// Games under way, kept in the browser under their links. Each save is the whole game, so what is
// kept is always a game: with two tabs, that of the last move. A browser that keeps nothing lets games
// be played all the same. Games that are over are kept for good.

import { all, get, put } from '../core/store.js';
import { replay } from '../core/game.js';
import { VERSION } from './finished.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('./finished.js').Finished} Finished */

/** @param {Game} game @param {{ link: string, id: string, time: number }} facts */
export function save({ setup, events }, facts) {
  put('saved', { ...facts, version: VERSION, setup, events }).catch(() => {});
}

/**
 * The game that was kept under a link, or null.
 * @param {string} link
 * @param {import('../core/game.js').Setup} setup which it must have
 * @returns {Promise<{ id: string, game: Game, time: number } | null>}
 */
export async function restore(link, setup) {
  try {
    const { version, id, time, events, setup: kept } = await get('saved', link);
    if (version !== VERSION || JSON.stringify(kept) !== JSON.stringify(setup)) return null;
    const game = replay(setup, events);
    return game.deal.length ? { id, game, time } : null;
  } catch {
    // Nothing was kept, or what was kept is no game.
    return null;
  }
}

/** Keeps a game that is over, once. @param {Finished} game @returns {Promise<Finished>} as it was kept first */
export async function keep(game) {
  const kept = await get('games', game.id).catch(() => null);
  if (!kept) await put('games', game).catch(() => {});
  return kept ?? game;
}

/** The games that are over. @returns {Promise<Finished[]>} */
export const keptGames = () => all('games').catch(() => []);
