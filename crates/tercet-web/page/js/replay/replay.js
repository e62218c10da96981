// Replay: the record of a game, verified by the engine, or a game that was played in this browser.

import { deckName } from '../core/deck.js';
import { button, el, fill, plural } from '../core/dom.js';
import { writeLink } from '../core/link.js';
import { ask } from '../core/engine.js';
import { TercetError, inWords } from '../core/error.js';
import { startRace } from '../ghost/choose.js';
import { MINE, movesOf, pack } from '../ghost/pack.js';
import { keptGame } from '../play/games.js';
import { setupParams } from '../play/play.js';
import { player } from './player.js';
import { ghostOf, readRecord } from './record.js';
import { stepsOf } from './steps.js';

/** The most bytes of a record as the page sends it: the server takes 1 MiB with the rest of the question. */
const MOST = 2 ** 20 - 100;

/** @typedef {{ about: (Node | null)[], deck: import('../core/deck.js').Deck, steps: import('./steps.js').Step[] }} Shown */

/** @param {import('../core/view.js').Visit} visit */
export async function visit({ root, params, signal }) {
  const stage = el('div', { class: 'column' });
  let [showing, asking] = [new AbortController(), new AbortController()];
  const show = (/** @type {Shown} */ { about, deck, steps }) => {
    showing.abort();
    showing = new AbortController();
    const panel = el('section', { class: 'panel', tabIndex: -1, 'aria-label': 'The game' }, ...about);
    fill(stage, panel, steps.length > 0 && player(deck, steps, AbortSignal.any([signal, showing.signal])));
    source.open = false;
    panel.focus();
  };

  const error = el('p', { class: 'bad', role: 'alert', id: 'record-error' });
  const text = el('textarea', { id: 'record', spellcheck: false, 'aria-describedby': 'record-error' });
  const verify = async () => {
    fill(error);
    asking.abort();
    asking = new AbortController();
    try {
      const { size } = new Blob([JSON.stringify(text.value)]);
      if (size > MOST) throw new Error('This record is too long for a page. `tercet verify FILE` checks it.');
      show(await verified(text.value, AbortSignal.any([signal, asking.signal])));
    } catch (failure) {
      fill(error, inWords(failure));
    }
  };
  const read = async (/** @type {FileList | null | undefined} */ files) => {
    if (!files?.length) return;
    text.value = await files[0].slice(0, MOST + 1).text();
    verify();
  };
  const file = el('input', { type: 'file', accept: '.jsonl,.json,.log,.txt', on: { change: () => read(file.files) } });
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    read(event.dataTransfer?.files);
  };
  const dragover = (/** @type {Event} */ event) => event.preventDefault();
  const source = el(
    'details',
    { class: 'panel', open: true, on: { drop, dragover } },
    el('summary', {}, 'Open a record'),
    el(
      'div',
      { class: 'column' },
      el('p', {}, 'Play saves records, and so does ', el('code', {}, 'tercet game -o FILE'), '. The engine verifies them.'),
      el('label', {}, 'A file, chosen or dropped here', file),
      el('label', { for: 'record' }, 'Or its text'),
      text,
      error,
      el('div', { class: 'row' }, button('Verify and watch', verify, { class: 'main' })),
      el('p', {}, 'The games of this browser are listed in ', el('a', { href: '#statistics' }, 'Statistics'), '.'),
    ),
  );
  fill(root, el('h1', {}, 'Replay'), source, stage);
  if (params.game === undefined) return;
  try {
    const played = await keptGame(params.game);
    if (signal.aborted) return;
    if (!played) throw new Error('This game is not kept in this browser.');
    const { setup, date, title, link, events } = played;
    const about = el('p', {}, `${title}, played in this browser on ${new Date(date).toLocaleString()}.`);
    show({ about: [about, race(setup.deck, link, { name: MINE, moves: movesOf(setup, events) })], deck: setup.deck, steps: stepsOf(played) });
  } catch (failure) {
    fill(error, inWords(failure));
  }
}

/**
 * The engine's verdict on a record, and its steps as far as they are true.
 * @param {string} text
 * @param {AbortSignal} signal
 * @returns {Promise<Shown>}
 */
async function verified(text, signal) {
  try {
    const answer = await ask({ ask: 'verify', record: text }, { signal });
    return described(text, answer.line_count, el('p', { class: answer.answer === 'proved' ? 'good' : 'soft' }, verdict(answer)));
  } catch (error) {
    if (!(error instanceof TercetError && error.code === 'false-record' && error.place)) throw error;
    const { line } = error.place;
    const words = `Line ${line} is false: ${error.message}.${line > 2 ? ' The lines before it are true.' : ''}`;
    const wrong = el('code', {}, text.split('\n')[line - 1]?.slice(0, 300));
    return described(text, line - 1, el('p', { class: 'bad', role: 'alert' }, words), wrong);
  }
}

/** The button for a race against a game, if a link can hold it. @param {import('../core/deck.js').Deck} deck @param {string} link @param {import('../ghost/pack.js').Ghost} ghost */
function race(deck, link, ghost) {
  const text = pack(deck, link, ghost);
  return text === null ? null : el('div', {}, button('Race against this game', () => startRace(link, [text])));
}

/** @param {string} text @param {number} lines that are true @param {...Node} about @returns {Shown} */
function described(text, lines, ...about) {
  const record = readRecord(text, Math.max(1, lines));
  const { deck, seed, setup, method, steps } = record;
  const game = `A game of ${deckName(deck)} with the seed ${seed}, played by ${method}.`;
  return { about: [el('p', {}, game), ...about, race(deck, writeLink('play', setupParams(setup)), ghostOf(record))], deck, steps };
}

/** How an answer begins. @type {Record<string, string>} */
const HEADS = { proved: 'Proved', stopped: 'Proved in part', unproved: 'Nothing is false' };

/** @param {any} answer */
function verdict({ answer, reason, line_count, dealt, count, proved_count, unproved, unpicked, end, truncated }) {
  const moves = [`${plural(dealt, 'card')} dealt`, `${plural(count, 'set')} taken`, `${plural(proved_count, 'board')} without a set`];
  const open = [...unproved, ...unpicked];
  return [
    `${HEADS[answer]}: ${plural(line_count, 'line')}, ${moves.join(', ')}.`,
    open.length > 0 && `Not proved: line ${open.join(', ')}.`,
    reason && `Why: ${reason.message}.`,
    end === null && 'The game goes on after its last line.',
    truncated && 'The last line is not complete and was left out.',
  ].filter(Boolean).join(' ');
}
