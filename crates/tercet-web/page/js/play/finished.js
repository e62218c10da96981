// Games that are over, as the browser keeps them: what Statistics, Replay and the best times need.

import { VERSION } from '../core/game.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/game.js').Setup} Setup */

/**
 * What is kept: `replay(setup, events)` is the game, and the rest follows from it. `time` is in
 * milliseconds, without pauses; `link` leads to the game; `date` is that of the end (ISO 8601), and `day` that of the
 * beginning where it was played (`2026-11-22`).
 * @typedef {{ id: string, link: string, title: string, time: number, date: string, day: string }} Facts
 * @typedef {Pick<Game, 'setup' | 'events' | 'taken' | 'wrong' | 'falseNone' | 'passed' | 'helped'>
 *   & Facts & { version: number, over: NonNullable<Game['over']> }} Finished
 */

/** @param {Game} game that is over @param {Facts} facts @returns {Finished} */
export function finished({ setup, events, taken, wrong, falseNone, passed, helped, over }, facts) {
  if (!over) throw new Error('the game goes on');
  return { ...facts, version: VERSION, setup, events, taken, wrong, falseNone, passed, helped, over };
}

/** Whether games have the same deck, rules and goal, whatever their seeds. @param {Setup} a @param {Setup} b */
export function isSameKind(a, b) {
  const sets = (/** @type {Setup['goal']} */ goal) => (goal.kind === 'sets' ? goal.sets : goal.kind);
  const kind = (/** @type {Setup} */ { deck, goal, start, refill, exactly, planted, untold, told, laid, untilSet, variant }) => {
    const layout = [exactly ?? told ?? null, planted ?? false, untold ?? false, laid ?? [], untilSet ?? false, variant ?? 'standard'];
    return JSON.stringify([deck.values, deck.properties, sets(goal), start, refill, layout]);
  };
  return kind(a) === kind(b);
}

/**
 * The best game of the same cards: one without help if there is any.
 * @param {Finished[]} games
 * @param {Setup} setup
 * @returns {Finished | undefined}
 */
export function bestGame(games, setup) {
  const isSame = (/** @type {Finished} */ game) =>
    game.version === VERSION && game.over !== 'given-up' && game.setup.seed === setup.seed && isSameKind(game.setup, setup);
  return games.filter(isSame).sort((a, b) => Number(a.helped) - Number(b.helped) || a.time - b.time)[0];
}

/**
 * The best times with which a game compares: of the same cards, and of its kind with other cards. Only
 * games that were not given up count, and those with hints only beside others with hints.
 * @param {Finished[]} games
 * @param {{ setup: Setup, helped: boolean, id?: string }} game which is left out itself
 * @returns {{ same: number | null, others: number | null }} in milliseconds
 */
export function bests(games, { setup, helped, id }) {
  const comparable = games.filter((game) => game.id !== id && game.version === VERSION && game.over !== 'given-up');
  const kind = comparable.filter((game) => game.helped === helped && isSameKind(game.setup, setup));
  const best = (/** @type {Finished[]} */ some) => (some.length ? Math.min(...some.map(({ time }) => time)) : null);
  const isSame = (/** @type {Finished} */ game) => game.setup.seed === setup.seed;
  return { same: best(kind.filter(isSame)), others: best(kind.filter((game) => !isSame(game))) };
}
