// Games that are over, as the browser keeps them: what Statistics, Replay and the best times need.
// Pure functions; the store is elsewhere.

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/game.js').Setup} Setup */

/** Raised when the same setup becomes another game, so that their times are not compared. */
export const VERSION = 1;

/**
 * @typedef {object} Finished
 * @property {string} id
 * @property {number} version {@link VERSION} when it was played
 * @property {string} link of the game: `#play?…`, `#puzzle?…`
 * @property {string} title
 * @property {string} date when it was over (ISO 8601)
 * @property {Setup} setup
 * @property {import('../core/game.js').GameEvent[]} events `replay(setup, events)` is the game
 * @property {import('../core/game.js').Taken[]} taken
 * @property {{ cards: string[], at: number }[]} wrong the choices that were no sets
 * @property {number} falseNone how often "no set" was said of a board with one
 * @property {number} passed how often "no set" was right
 * @property {boolean} helped whether a hint was given
 * @property {number} time in milliseconds, without pauses
 * @property {NonNullable<Game['over']>} over
 */

/**
 * @param {Game} game that is over
 * @param {{ id: string, link: string, title: string, time: number, date: string }} facts
 * @returns {Finished}
 */
export function finished(game, facts) {
  const { setup, events, taken, wrong, falseNone, passed, helped, over } = game;
  if (!over) throw new Error('the game goes on');
  return { ...facts, version: VERSION, setup, events, taken, wrong, falseNone, passed, helped, over };
}

/** Whether two games have the same deck, rules and goal, whatever their seeds. @param {Setup} a @param {Setup} b */
export function isSameKind(a, b) {
  const kind = (/** @type {Setup} */ { deck, goal, start, refill, exactly = null }) =>
    JSON.stringify([deck.values, deck.properties, goal.kind, goal.kind === 'sets' ? goal.sets : null, start, refill, exactly]);
  return kind(a) === kind(b);
}

/**
 * The best times that a game compares with, in milliseconds: those of games that were finished without giving up, with
 * help only if it had help. `same` is of the same cards, `kind` of any seed.
 * @param {Finished[]} games
 * @param {{ setup: Setup, helped: boolean, id?: string }} game which is left out itself
 * @returns {{ same: number | null, kind: number | null, games: number }}
 */
export function bests(games, { setup, helped, id }) {
  const alike = games.filter(
    (other) =>
      other.id !== id && other.version === VERSION && other.helped === helped && other.over !== 'given-up' && isSameKind(other.setup, setup),
  );
  const best = (/** @type {Finished[]} */ some) => (some.length ? Math.min(...some.map((other) => other.time)) : null);
  return { same: best(alike.filter((other) => other.setup.seed === setup.seed)), kind: best(alike), games: alike.length };
}
