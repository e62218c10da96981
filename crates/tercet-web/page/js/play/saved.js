// Games under way, kept in the browser under their links. Each save is the whole game, so what is
// kept is always a game: with two tabs, that of the last move. Games that are over are kept for good.

import { all, get, put } from '../core/store.js';
import { replay } from '../core/game.js';
import { VERSION, bests } from './finished.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/game.js').Setup} Setup */
/** @typedef {import('./finished.js').Finished} Finished */

/** The name of the clock in the storage of the tab. */
const TIME = 'tercet.time';

/** Tells other tabs the link of a game that was saved. */
const tabs = new BroadcastChannel('tercet.saved');

/** The links of games that another tab saved last. @type {Set<string>} */
const elsewhere = new Set();
tabs.addEventListener('message', ({ data }) => elsewhere.add(data));

/** Whether another tab saved the game of a link since this one read or saved it. @param {string} link */
export const isElsewhere = (link) => elsewhere.has(link);

/** @param {Game} game @param {{ link: string, id: string, time: number }} facts */
export async function save({ setup, events }, facts) {
  elsewhere.delete(facts.link);
  tabs.postMessage(facts.link);
  try {
    // A page that is left has no time for the database; its clock is kept at once.
    sessionStorage.setItem(TIME, JSON.stringify(facts));
    await put('saved', { ...facts, version: VERSION, setup, events });
  } catch {
    // A browser that keeps nothing lets games be played all the same.
  }
}

/**
 * The game that was kept under a link, or null.
 * @param {string} link
 * @param {Setup} setup which it must have
 * @returns {Promise<{ id: string, game: Game, time: number } | null>}
 */
export async function restore(link, setup) {
  elsewhere.delete(link);
  try {
    const { version, id, time, events, setup: kept } = await get('saved', link);
    if (version !== VERSION || JSON.stringify(kept) !== JSON.stringify(setup)) return null;
    const game = replay(setup, events);
    const last = JSON.parse(sessionStorage.getItem(TIME) ?? '{}');
    const spent = last.id === id && last.time > time ? last.time : time;
    return game.deal.length ? { id, game, time: spent } : null;
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

/** The best time of games without help: with the same cards, else of this kind. @param {Setup} setup */
export async function bestTime(setup) {
  const { same, kind } = bests(await keptGames(), { setup, helped: false });
  return same ?? kind;
}
