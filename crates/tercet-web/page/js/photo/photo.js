// Photo: a photograph of the table is chosen, taken, pasted or dropped, and read; or a camera watches the
// table.

import { announce, button, el, fill, panel, plural } from '../core/dom.js';
import { inWords } from '../core/error.js';
import { waits } from '../core/queue.js';
import { onSettings } from '../core/store.js';
import { isThere, watch } from './camera.js';
import { MOST_SETS, Overlay } from './overlay.js';
import { drawn, opened } from './picture.js';
import { PRIVACY, read } from './reader.js';
import { tableOf } from './reading.js';
import { result } from './result.js';

/** The last reading, for visitors who come back to it. @type {import('./result.js').Read | null} */
let kept = null;

/** @param {import('../core/view.js').Visit} visit */
export async function visit({ root, signal }) {
  let asking = new AbortController();
  signal.addEventListener('abort', () => asking.abort());

  const wrong = el('p', { class: 'bad', role: 'alert' });
  const doing = el('p', { role: 'status' });
  const own = { type: 'file', accept: 'image/*' };
  const file = el('input', { ...own, on: { change: () => open(file.files?.[0]) } });
  const taken = el('input', { ...own, on: { change: () => open(taken.files?.[0]) } });
  taken.setAttribute('capture', 'environment');
  const start = button('Live camera', live, { hidden: !isThere() });
  const form = el(
    'div',
    { class: 'column' },
    el('p', {}, `Tercet reads the cards of the published game, the deck (3,4). ${PRIVACY}`),
    el(
      'div',
      { class: 'row' },
      el('label', {}, 'Choose a photograph', file),
      el('label', { class: 'by-touch' }, 'Take a photograph', taken),
    ),
    el('p', { class: 'soft' }, 'You can also paste or drop one.'),
  );
  // It is folded when a photograph was read, which is shown below it.
  const fold = el('details', { open: true }, el('summary', {}, el('h2', {}, 'A photograph of the table')), form);
  const choice = el('section', { class: 'panel choice' }, fold, start, wrong, doing);
  const video = el('video', { muted: true, playsInline: true, 'aria-label': 'What the camera sees' });
  const overlay = new Overlay();
  const seen = el('p', {});
  const told = el('input', { type: 'checkbox' });
  const freeze = button('Freeze', () => look(drawn(video, video.videoWidth, video.videoHeight)), { class: 'main' });
  const stop = button('Stop the camera', () => {
    asking.abort();
    start.focus();
  });
  const figure = el('figure', { class: 'photograph' }, video, overlay.element);
  const camera = panel('Live camera', seen, figure, el('div', { class: 'row' }, freeze, stop, el('label', {}, told, 'All sets')));
  const shown = result((changed) => (kept = changed), signal);
  shown.element.hidden = camera.hidden = true;
  fill(root, el('h1', {}, 'Read a photograph'), choice, camera, shown.element);

  /** Begins something, which ends what went before. @param {string} words */
  function begin(words) {
    asking.abort();
    asking = new AbortController();
    shown.element.hidden = camera.hidden = true;
    fill(wrong);
    fill(doing, words);
    return asking.signal;
  }

  /** @param {File | null | undefined} chosen */
  async function open(chosen) {
    if (!chosen) return;
    const until = begin('Opening the photograph …');
    try {
      const picture = await opened(chosen);
      if (!until.aborted) await look(picture);
    } catch (error) {
      fail(error, until);
    }
  }

  /** Reads a photograph. @param {HTMLCanvasElement} picture */
  async function look(picture) {
    const reading = 'Reading the cards …';
    const until = begin(reading);
    try {
      const answer = await read(picture, until, { onLine: waits(doing, reading) });
      if (until.aborted) return;
      fill(doing);
      shown.element.hidden = fold.open = false;
      await shown.show({ picture, table: tableOf(answer) });
      if (!until.aborted) shown.focus();
    } catch (error) {
      fail(error, until);
    }
  }

  async function live() {
    const until = begin('Waiting for the camera …');
    until.addEventListener('abort', () => {
      video.srcObject = null;
      camera.hidden = true;
      fill(doing);
    });
    try {
      await watch(video, (answer) => {
        fill(doing);
        if (camera.hidden) {
          camera.hidden = false;
          freeze.focus();
        }
        const table = tableOf(answer);
        const sets = answer.sets.map((/** @type {string[]} */ set, /** @type {number} */ i) => [i + 1, set]);
        overlay.show(answer, table, told.checked ? sets.slice(0, MOST_SETS) : [], () => null);
        const words = inShort(answer);
        if (seen.textContent === words) return;
        fill(seen, words);
        announce(words);
      }, until);
    } catch (error) {
      fail(error, until);
      if (!until.aborted) asking.abort();
    }
  }

  /** @param {unknown} error @param {AbortSignal} until */
  function fail(error, until) {
    if (until.aborted) return;
    fill(doing);
    fill(wrong, inWords(error));
  }

  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    open(event.dataTransfer?.files[0]);
  };
  root.addEventListener('dragover', (event) => event.preventDefault());
  root.addEventListener('drop', drop);
  // While a dialog asks something, the photograph stays.
  const paste = (/** @type {ClipboardEvent} */ event) => !document.querySelector('dialog') && open(event.clipboardData?.files[0]);
  addEventListener('paste', paste, { signal });
  document.addEventListener('visibilitychange', () => document.hidden && video.srcObject && asking.abort(), { signal });
  onSettings(() => !shown.element.hidden && shown.redraw(), signal);
  if (!kept) return;
  shown.element.hidden = fold.open = false;
  await shown.show(kept);
}

/** What the camera sees, in words. @param {any} answer */
function inShort({ cards, sets, answer }) {
  const steady = cards.filter((/** @type {any} */ { doubts }) => !doubts.includes('unsteady')).length;
  if (!steady) return 'No cards are seen yet. Hold the camera above the table.';
  const doubt = answer === 'none' ? '' : ' so far';
  return `${plural(steady, 'card')}, ${sets.length ? plural(sets.length, 'set') : `no set${doubt}`}.`;
}
