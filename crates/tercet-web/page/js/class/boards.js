// The boards of a class: a link holds all of them, and the link of a result also the moves of a pupil. Pure functions.
//
// `#class?deck=3.4&boards=0000.0001.0002_1111.…` leads pupils to the boards, `&board=2` to the second one, `&results=1`
// to the table of the teacher, and `&result=Ab…1.Cd…1` holds the games of one pupil, a text of `ghost/pack.js` each.

import { writeLink } from '../core/link.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {{ name: string, sets: number, of: number, time: number, mistakes: number, hints: number, problem?: string }} Row the sum over all boards */

/** The most boards of a class. */
export const MOST_BOARDS = 20;

/** The boards of a text. @param {string} [text] */
export const readBoards = (text = '') => text.split('_').map((board) => board.split('.').filter(Boolean)).filter((board) => board.length);

/** @param {string[][]} boards */
export const writeBoards = (boards) => boards.map((board) => board.join('.')).join('_');

/** @param {Deck} deck @param {string[][]} boards @param {Record<string, string | number>} [more] */
export const classLink = ({ values, properties }, boards, more) => writeLink('class', { deck: `${values}.${properties}`, boards: writeBoards(boards), ...more });

/** The setup of a board with this number of sets. @param {Deck} deck @param {string[]} laid @param {number} told @returns {import('../core/game.js').Setup} */
export const boardSetup = (deck, laid, told) => ({ deck, seed: '0', goal: { kind: 'layout' }, start: laid.length, refill: 'at-once', laid, told });

/** What a game adds to a row. @param {Row} row @param {import('../core/game.js').Game} game @returns {Row} */
export function withGame(row, { setup, taken, wrong, falseNone, events }) {
  return {
    ...row,
    sets: row.sets + taken.length,
    of: row.of + (setup.told ?? 0),
    time: row.time + (events.at(-1)?.at ?? 0),
    mistakes: row.mistakes + wrong.length + falseNone,
    hints: row.hints + events.filter(({ type }) => type === 'hint').length,
  };
}

/** The rows as CSV; times are in seconds. @param {Row[]} rows */
export function csvOf(rows) {
  // Spreadsheets calculate what begins like a formula.
  const cell = (/** @type {string | number} */ value) => `"${String(value).replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
  const lines = rows.map(({ name, sets, of, time, mistakes, hints, problem = '' }) =>
    problem ? [cell(name), '', '', '', '', '', cell(problem)] : [cell(name), sets, of, time / 1000, mistakes, hints, '']);
  return `${[['name', 'sets', 'of', 'seconds', 'mistakes', 'hints', 'problem'], ...lines].map((line) => line.join(',')).join('\n')}\n`;
}
