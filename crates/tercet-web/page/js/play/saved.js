// Games under way, kept in the browser under their links. Each save is the whole game, so with two
// tabs the last one wins and what is kept is always a game.

import { all, get, put, remove } from '../core/store.js';
import { replay } from '../core/game.js';
import { VERSION } from './finished.js';

/** @typedef {import('../core/game.js').Game} Game */

/**
 * @typedef {object} Saved
 * @property {string} link
 * @property {string} id
 * @property {number} version
 * @property {import('../core/game.js').Setup} setup
 * @property {import('../core/game.js').GameEvent[]} events
 * @property {number} time
 * @property {string} date
 * @property {boolean} over
 */

/** How many games are kept. */
const MOST = 50;

/**
 * @param {string} link
 * @param {string} id
 * @param {Game} game
 * @param {number} time
 */
export async function save(link, id, game, time) {
  const { setup, events, over } = game;
  await put('saved', { link, id, version: VERSION, setup, events, time, date: new Date().toISOString(), over: over !== null });
}

/**
 * The game that was kept under a link, or null.
 * @param {string} link
 * @param {import('../core/game.js').Setup} setup which it must have
 * @returns {Promise<{ id: string, game: Game, time: number } | null>}
 */
export async function restore(link, setup) {
  try {
    const saved = await get('saved', link);
    if (saved?.version !== VERSION || JSON.stringify(saved.setup) !== JSON.stringify(setup)) return null;
    const game = replay(setup, saved.events);
    return game.deal.length ? { id: saved.id, game, time: saved.time } : null;
  } catch {
    // A browser that keeps nothing, or kept something else: the game begins.
    return null;
  }
}

/** @param {string} link */
export const forget = (link) => remove('saved', link).catch(() => {});

/**
 * The games that wait to be continued, the latest first. What is too many is forgotten.
 * @returns {Promise<Saved[]>}
 */
export async function waiting() {
  /** @type {Saved[]} */
  const games = await all('saved').catch(() => []);
  games.sort((a, b) => (a.date < b.date ? 1 : -1));
  for (const { link } of games.slice(MOST)) forget(link);
  return games.slice(0, MOST).filter(({ over, events }) => !over && events.length > 1);
}
