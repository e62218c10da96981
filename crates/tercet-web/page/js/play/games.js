// Games: their cards, which the engine deals, and the games under way, which the browser keeps under
// their links. The deal of a seed is one sequence, of which more can be asked for at any time. Each save
// is the whole game, so what is kept is always a game. Games that are over are kept for good.

import { isSameDeck, size } from '../core/deck.js';
import { dealOf } from '../core/dealer.js';
import { ask } from '../core/engine.js';
import { TercetError } from '../core/error.js';
import { VERSION, cardsOf, replay } from '../core/game.js';
import { withGhosts } from '../core/link.js';
import { all, get, put, remove } from '../core/store.js';

/** @typedef {import('../core/game.js').Setup} Setup */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('./finished.js').Finished} Finished */
/** @typedef {import('../core/deck.js').Deck} Deck */

/** The most time of a question about the board. */
export const SECONDS = 10;

/** The largest deck that the page deals by itself. */
const SMALL = 1024n;

/** How many cards are asked for beyond those that are needed. */
const AHEAD = 500;

/**
 * The event that begins a game.
 * @param {Setup} setup
 * @param {AbortSignal} signal
 * @returns {Promise<import('../core/game.js').Begin>}
 */
export async function firstCards(setup, signal) {
  const { deck, goal, start, exactly, planted, untold, told, laid } = setup;
  if (goal.kind !== 'layout') return { type: 'begin', cards: await deal(setup, start + AHEAD, 'random', signal), at: 0 };
  const isExact = typeof exactly === 'number';
  const kind = isExact ? { exactly: String(exactly) } : planted ? 'planted' : 'random';
  const read = async (/** @type {string[]} */ named) => {
    const { read } = await import('../build/reading.js');
    return (await read({ deck, cards: named }, signal)).cards;
  };
  const cards = laid ? await read(laid) : await deal(setup, start, kind, signal);
  return { type: 'begin', cards, sets: isExact && !untold ? exactly : told, at: 0 };
}

/** The cards on the screen. @param {Game} game */
export const shownOf = (game) => [...cardsOf(game), ...(game.verdict?.cards ?? [])];

/** Whether the cards of the next moves are known. @param {Game} game @param {number} moves */
export function isDealt({ setup: { deck, goal }, deal, dealt, undealt }, moves) {
  return goal.kind === 'layout' || deal.length >= Math.min(dealt + undealt + moves * deck.values, Number(size(deck)));
}

/** The cards after those that are known. @param {Game} game @param {AbortSignal} signal */
export async function moreCards(game, signal) {
  return (await deal(game.setup, game.deal.length + AHEAD, 'random', signal)).slice(game.deal.length);
}

/** @param {Setup} setup @param {number} count @param {string | object} kind @param {AbortSignal} signal */
async function deal({ deck, seed }, count, kind, signal) {
  if (kind === 'random' && size(deck) <= SMALL) return dealOf(deck, seed).slice(0, count);
  const request = { ask: 'deal', deck, size: Math.min(count, Number(size(deck))), seed, kind, timeout: SECONDS };
  const { answer, cards, why, reason } = await ask(request, { signal });
  if (answer === 'found') return /** @type {string[]} */ (cards);
  throw new TercetError(why ? { code: 'no-such-board', message: why } : reason);
}

/** How many sets cards hold. @param {Deck} deck @param {string[]} cards @param {AbortSignal} signal */
export async function countSets(deck, cards, signal) {
  if (cards.length < deck.values) return 0n;
  const request = { ask: 'count', board: { deck, cards }, search: { timeout: SECONDS } };
  const { answer, count, reason } = await ask(request, { signal });
  if (answer === 'stopped') throw new TercetError(reason);
  return BigInt(count);
}

/** How many games under way are kept. */
const MOST = 50;

/** The name of the newest state in the storage of the tab. */
const TIME = 'tercet.time';

/**
 * What is kept beside the events: the day of the beginning, the clock, whether the game is paused, and whether a
 * game that is over was kept with the finished ones; and the ghosts that it races.
 * @typedef {{ link: string, id: string, day: string, time: number, isPaused: boolean, isKept: boolean, ghosts?: string[] }} Facts
 */

/** Tells other tabs of a game that was saved. */
const tabs = new BroadcastChannel('tercet.saved');

/** How many events a player made. @param {import('../core/game.js').GameEvent[]} events */
const moves = (events) => events.filter(({ type }) => type !== 'more' && type !== 'sets').length;

/**
 * Calls back when another tab saves another state of a game.
 * @param {string} link
 * @param {() => { id: string, game: Game }} mine the state of this tab
 * @param {() => void} onOther
 * @param {AbortSignal} signal
 */
export function watch(link, mine, onOther, signal) {
  const hear = (/** @type {MessageEvent} */ { data }) => {
    const { id, game } = mine();
    if (data.link === link && (data.id !== id || data.moves !== moves(game.events))) onOther();
  };
  tabs.addEventListener('message', hear, { signal });
}

/** @param {Game} game @param {Facts} facts */
export async function save({ setup, events, over }, facts) {
  tabs.postMessage({ link: facts.link, id: facts.id, moves: moves(events) });
  try {
    // A page that is being left has no time for the database; its clock is kept at once.
    sessionStorage.setItem(TIME, JSON.stringify(facts));
  } catch {
    // Without it the clock resumes from the last move.
  }
  // Games can be played even if the browser keeps nothing.
  await put('saved', { ...facts, version: VERSION, setup, events, over, date: Date.now() }).catch(() => {});
}

/**
 * The game that was kept under a link, or null.
 * @param {string} link
 * @param {Setup} setup which it must have
 * @returns {Promise<Facts & { game: Game } | null>}
 */
export async function restore(link, setup) {
  try {
    const { version, setup: kept, events, id, day, time, isPaused, isKept } = await get('saved', link);
    if (version !== VERSION || JSON.stringify(kept) !== JSON.stringify(setup)) return null;
    const game = replay(setup, events);
    const last = JSON.parse(sessionStorage.getItem(TIME) ?? '{}');
    const facts = last.id === id && last.time > time ? last : { link, id, day, time, isPaused, isKept };
    return game.deal.length ? { ...facts, game } : null;
  } catch {
    // Nothing was saved, or the saved value is not a game.
    return null;
  }
}

/** The saved games, the newest first. @returns {Promise<any[]>} */
async function savedGames() {
  const saved = await all('saved').catch(() => []);
  return saved.sort((/** @type {any} */ a, /** @type {any} */ b) => (b.date ?? 0) - (a.date ?? 0));
}

/** The link of the newest game of a deck in Play that is not over. @param {Deck} deck @returns {Promise<string | null>} */
export async function unfinished(deck) {
  const isIt = (/** @type {any} */ { version, link, setup, over }) =>
    version === VERSION && over === null && link.startsWith('#play') && isSameDeck(setup.deck, deck);
  const found = (await savedGames()).find(isIt);
  return found ? withGhosts(found.link, found.ghosts ?? []) : null;
}

/** Forgets the oldest of the games under way. */
export async function prune() {
  for (const { link } of (await savedGames()).slice(MOST)) await remove('saved', link).catch(() => {});
}

/** The games of this visit that the browser does not keep, by their ids. @type {Map<string, Finished>} */
const unkept = new Map();

/** Keeps a game that is over: without storage as long as the page is open. @param {Finished} game */
export const keep = (game) => put('games', game).catch(() => void unkept.set(game.id, game));

/** The games that are over. @returns {Promise<Finished[]>} */
export const keptGames = async () => [...(await all('games').catch(() => [])), ...unkept.values()];
/** The game of an id that is over, if there is one. @param {string} id @returns {Promise<Finished | undefined>} */
export const keptGame = async (id) => unkept.get(id) ?? get('games', id);

/** The best times of games without help. @param {Setup} setup */
export async function bestTimes(setup) {
  const { bests } = await import('./finished.js');
  return bests(await keptGames(), { setup, helped: false });
}
