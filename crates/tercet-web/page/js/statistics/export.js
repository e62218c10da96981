// Games as a file. A file that is read is not trusted: a game follows from its events, so they are
// folded again, and a game that is not over by its own rules is refused. So is a game whose setup
// or events the page would not write, since the fold does not check them.

import { cardOf, readDeck, values } from '../core/deck.js';
import { REFILLS, replay } from '../core/game.js';
import { finished } from '../play/finished.js';
import { isDay } from '../puzzle/daily.js';

/** @typedef {import('../play/finished.js').Finished} Finished */

const SCHEMA = 'tercet.games/1';

/** @param {Finished[]} games */
export function writeGames(games) {
  return `${JSON.stringify({ schema: SCHEMA, games })}\n`;
}

/**
 * The games of a file, and how many others were refused.
 * @param {string} text
 * @returns {{ games: Finished[], refused: number }}
 */
export function readGames(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    file = null;
  }
  if (file?.schema !== SCHEMA || !Array.isArray(file.games)) throw new Error('This is not a file of exported games.');
  const games = file.games.map(readGame).filter((/** @type {Finished | null} */ game) => game !== null);
  return { games, refused: file.games.length - games.length };
}

/** @param {any} claimed @returns {Finished | null} */
function readGame(claimed) {
  try {
    const { id, link, title, date, day, time, setup, events, version } = claimed;
    const isText = [id, link, title, date, setup.seed].every((text) => typeof text === 'string' && text.length < 100_000);
    const isLink = /^#(play|puzzle|class)(\?|$)/.test(link);
    const isTimed = isWhole(time) && isWhole(version) && !Number.isNaN(Date.parse(date)) && isDay(day);
    if (!isText || !isLink || !isTimed || !isSetup(setup) || !areEvents(setup.deck, events, time)) return null;
    return { ...finished(replay(setup, events), { id, link, title, date, day, time }), version };
  } catch {
    // A value that is missing or of another type makes the fold fail.
    return null;
  }
}

/** @param {unknown} n */
const isWhole = (n) => Number.isSafeInteger(n) && Number(n) >= 0;

/** @param {any} setup */
function isSetup({ deck, seed, goal, start, refill, exactly, told, laid, planted, untold, untilSet }) {
  const isDeck = isWhole(deck.values) && isWhole(deck.properties) && readDeck(`${deck.values}.${deck.properties}`) !== null;
  const isGoal = ['deck', 'layout'].includes(goal.kind) || (goal.kind === 'sets' && isWhole(goal.sets));
  const isDealt = isWhole(start) && REFILLS.includes(refill) && /^\d{1,20}$/.test(seed);
  const isLayout = [exactly, told].every((sets) => (sets ?? null) === null || isWhole(sets));
  const isLaid = laid === undefined || (Array.isArray(laid) && laid.every((card) => typeof card === 'string'));
  const isTold = [planted, untold, untilSet].every((is) => [undefined, true, false].includes(is));
  return isDeck && isGoal && isDealt && isLayout && isLaid && isTold;
}

/**
 * Whether events are those of a game, in the order of time: but cards that are dealt ahead may come while a
 * move waits for them, which counts from when it was made.
 * @param {import('../core/deck.js').Deck} deck
 * @param {any[]} events
 * @param {number} time of the end
 */
function areEvents(deck, events, time) {
  const dealing = events.filter(({ type }) => type === 'begin' || type === 'more');
  const deal = dealing.flatMap(({ cards }) => [...cards]);
  const isCard = (/** @type {string} */ card) => {
    const shown = values(deck, card);
    const isShown = shown.length === deck.properties && shown.every((value) => isWhole(value) && value < deck.values);
    return isShown && cardOf(deck, shown) === card;
  };
  const isDeal = dealing.every(({ cards }) => Array.isArray(cards)) && deal.every(isCard) && new Set(deal).size === deal.length;
  const isBegun = events.every(({ type }, i) => (type === 'begin') === (i === 0));
  const isNumbered = events.every(({ at, sets = 0, stage = 0 }) => [at, sets, stage].every(isWhole) && at <= time);
  const moves = events.filter(({ type }) => type !== 'more');
  return isDeal && isBegun && isNumbered && moves.every(({ at }, i) => i === 0 || at >= moves[i - 1].at);
}
