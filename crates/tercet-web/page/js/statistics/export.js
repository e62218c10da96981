// Games as a file. What comes back is not believed: a game is what follows from its events, so they are
// folded again, and a game that is not over by its own rules is refused.

import { readDeck } from '../core/deck.js';
import { replay } from '../core/game.js';
import { finished } from '../play/finished.js';

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
    const { id, link, title, date, time, setup, events, version } = claimed;
    const isText = [id, link, title, date, setup.seed].every((text) => typeof text === 'string' && text.length < 100_000);
    const times = events.map((/** @type {any} */ event) => event.at);
    const isNumber = [time, setup.start, version, ...times].every((n) => Number.isFinite(n) && n >= 0);
    const isLink = /^#(play|puzzle)(\?|$)/.test(link) && /^\d+$/.test(setup.seed);
    const isDeck = readDeck(`${setup.deck.values}.${setup.deck.properties}`) !== null;
    if (!isText || !isNumber || !isLink || !isDeck || Number.isNaN(Date.parse(date))) return null;
    return { ...finished(replay(setup, events), { id, link, title, date, time }), version };
  } catch {
    // Whatever is missing or of another type makes the fold fail.
    return null;
  }
}
