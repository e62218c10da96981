// The results of a class: links, one a line, are replayed and become a table.

import { announce, button, clock, download, el, fill, plural } from '../core/dom.js';
import { inWords } from '../core/error.js';
import { readLink } from '../core/link.js';
import { table } from '../core/table.js';
import { begun, judgeOf } from '../ghost/judge.js';
import { unpack } from '../ghost/pack.js';
import { Forged, replayed } from '../ghost/replayed.js';
import { csvOf, writeBoards, withGame } from './boards.js';

/** @typedef {import('./boards.js').Row} Row */
/** @typedef {import('../core/game.js').Setup} Setup */

/**
 * @param {import('../core/deck.js').Deck} deck
 * @param {string[][]} boards
 * @param {Setup[]} setups of the boards
 * @param {string[]} links of the boards
 * @param {AbortSignal} signal
 */
export function resultsView(deck, boards, setups, links, signal) {
  const beginnings = setups.map((setup) => begun(setup, signal));
  for (const beginning of beginnings) beginning.catch(() => {});

  /** The result in a link, once it is replayed. @param {string} line @returns {Promise<Row>} */
  async function read(line) {
    let board = 0;
    let row = { name: line.length > 30 ? `${line.slice(0, 30)}…` : line, sets: 0, of: 0, time: 0, mistakes: 0, hints: 0 };
    const { view, params } = readLink(line.slice(line.indexOf('#')));
    const texts = (params.result ?? '').split('.');
    if (!line.includes('#') || view !== 'class' || !params.result) return { ...row, problem: 'not the link of a result' };
    if (params.deck !== `${deck.values}.${deck.properties}` || params.boards !== writeBoards(boards) || texts.length !== boards.length) {
      return { ...row, problem: 'of other boards' };
    }
    try {
      for (; board < texts.length; board++) {
        const ghost = unpack(deck, links[board], texts[board]);
        if (typeof ghost === 'string') return { ...row, problem: `forged or ${ghost}` };
        if (board === 0) row.name = ghost.name || 'no name';
        const game = await replayed(await beginnings[board], ghost.moves, judgeOf(signal));
        if (!game.over) throw new Forged('forged: it does not end');
        row = withGame(row, game);
      }
      return row;
    } catch (error) {
      if (!(error instanceof Forged)) throw error;
      return { ...row, problem: `${error.message}, on board ${board + 1}` };
    }
  }

  const out = el('div', { class: 'column' });
  const text = el('textarea', { value: readLink(location.hash).params.result ? location.href : '', spellcheck: false });
  const open = async () => {
    try {
      const rows = await Promise.all(text.value.split('\n').map((line) => line.trim()).filter(Boolean).map(read));
      if (signal.aborted) return;
      const cells = rows.map(({ name, sets, of, time, mistakes, hints, problem }) =>
        problem ? [el('div', { class: 'claim' }, name), el('span', { class: 'bad' }, problem)] : [name, `${sets} of ${of}`, clock(time), mistakes, hints]);
      const save = button('Save as CSV', () => download('results.csv', csvOf(rows)));
      fill(out, table('Results', ['Name', 'Sets', 'Time', 'Mistakes', 'Hints'], cells), el('div', {}, save));
      announce(plural(rows.length, 'result'));
    } catch (error) {
      fill(out, el('p', { class: 'bad', role: 'alert' }, inWords(error)));
    }
  };
  if (text.value) open();
  const words = 'The links of results, one a line. Each is replayed by the engine before it counts; only its times are as the pupil says.';
  return el('section', { class: 'panel' }, el('h2', {}, 'Results'), el('label', {}, words, text), el('div', {}, button('Show the results', open, { class: 'main' })), out);
}
