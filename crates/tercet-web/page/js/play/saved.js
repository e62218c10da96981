// Games under way, kept in the browser under their links. Each save is the whole game, so what is
// kept is always a game: with two tabs, that of the last move.

import { all, get, put, remove } from '../core/store.js';
import { replay } from '../core/game.js';
import { VERSION } from './finished.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {{ link: string, id: string, version: number, time: number, date: string, isOver: boolean }} Facts */
/** @typedef {Facts & Pick<Game, 'setup' | 'events'>} Saved */

/** How many games are kept. */
const MOST = 50;

/** A browser that keeps nothing lets the game be played all the same. @param {Game} game @param {{ link: string, id: string, time: number }} facts */
export function save({ setup, events, over }, facts) {
  put('saved', { ...facts, version: VERSION, date: new Date().toISOString(), isOver: over !== null, setup, events }).catch(() => {});
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

/** The games that wait to be continued, the latest first. The oldest of too many are forgotten. @returns {Promise<Saved[]>} */
export async function waiting() {
  const games = /** @type {Saved[]} */ (await all('saved').catch(() => [])).sort((a, b) => (a.date < b.date ? 1 : -1));
  for (const { link } of games.splice(MOST)) remove('saved', link).catch(() => {});
  return games.filter(({ isOver, events }) => !isOver && events.length > 1);
}
