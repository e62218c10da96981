// Storm: three minutes, and one board after the other. `#storm?deck=3.4&seed=7` has the same boards for everybody.

import { Board } from '../core/board.js';
import { pictures } from '../core/cards.js';
import { fullName, isSet, whyNotSet } from '../core/deck.js';
import { announce, button, clock, copyButton, el, fill, panel, plural } from '../core/dom.js';
import { inWords } from '../core/error.js';
import { Clock } from '../core/game.js';
import { keyName, onKeys } from '../core/keys.js';
import { address, writeLink } from '../core/link.js';
import { all, put, remove, settings } from '../core/store.js';
import { BEST, LOST, STREAK, TIME, WON, after, hasStorms, newStorm, ranked, stormBoard } from './course.js';

/** @typedef {import('./course.js').StormResult} StormResult */

/** @param {import('../core/view.js').Visit} visit */
export async function visit({ root, deck, params, signal }) {
  const named = `${deck.values}.${deck.properties}`;
  const head = el('h1', {}, `Storm, ${fullName(deck)}`);
  if (!hasStorms(deck)) {
    const classic = el('a', { class: 'button', href: '#storm?deck=3.4' }, 'Storm with (3,4)');
    const words = 'A storm needs a deck of three to five values, at least two properties and at most 1024 cards.';
    return fill(root, head, el('section', { class: 'panel' }, el('p', {}, words), el('p', {}, classic)));
  }
  const given = /^\d{1,10}$/.test(params.seed ?? '') ? params.seed : null;
  const fresh = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
  const seconds = (/** @type {number} */ ms) => `${ms / 1000} s`;

  /** What a storm is, and the best ones. @param {StormResult} [now] the storm that is over */
  async function show(now) {
    const best = await bestStorms(named, now);
    if (signal.aborted) return;
    const rules = `Each board has a set. Find it, and the next board comes: it is harder. You have ${TIME / 60_000} minutes. ${STREAK} sets in a row win ${seconds(WON)}; a mistake, or a board that you skip, costs ${seconds(LOST)}.`;
    const again = now && button('The same boards again', () => play(now.seed));
    const start = button(now ? 'Another storm' : 'Start', () => play(!now && given ? given : fresh()), { class: 'main' });
    const link = now && copyButton('Copy link', () => address(writeLink('storm', { deck: named, seed: now.seed })), 'Link copied. It leads to the same boards.');
    const title = now ? `${plural(now.found, 'set')} in the storm` : 'As many sets as you can';
    const words = now ? [`${plural(now.mistakes, 'mistake')}, ${plural(now.longest, 'set')} in a row at most.`] : [rules, given && 'These boards were chosen by a link.'];
    const first = el('section', { class: 'panel', tabIndex: -1, 'aria-label': title }, el('h2', {}, title), words.map((one) => one && el('p', {}, one)), el('div', { class: 'row' }, start, again, link));
    fill(root, head, el('div', { class: 'days' }, first, best.length > 0 && bestPanel(best, now)));
    if (!now) return;
    announce(`The time is over. ${title}.`);
    first.focus();
  }

  /** @param {string} seed */
  async function play(seed) {
    const leaving = new AbortController();
    const until = AbortSignal.any([signal, leaving.signal]);
    const drawn = pictures(deck);
    const watch = new Clock();
    let [storm, number, isDrawing] = [newStorm(), -1, false];
    /** The cards that can be pressed, and those that are. @type {string[][]} */
    let [cards, picked] = [[], []];
    const time = el('span', { class: 'clock number', role: 'timer', 'aria-label': 'Time left' });
    const counts = el('span', { class: 'counts soft' });
    const said = el('p', { class: 'said' });
    const key = (/** @type {string} */ action) => el('kbd', { 'aria-hidden': 'true' }, keyName(settings().keys[action]));
    const board = new Board({ label: 'Cards on the board', keys: true, room: 'field', onCard: press });
    const moves = el('div', { class: 'row' }, button('Skip', skip, {}, key('none')), button('Clear', clear, {}, key('clear')));
    const desk = [
      el('div', { class: 'status' }, time, el('h1', {}, `Storm, ${fullName(deck)}`), counts),
      el('div', { class: 'middle' }, board.field),
      el('div', { class: 'moves' }, said, moves),
    ];

    const tick = () => {
      const left = storm.time - watch.time;
      time.textContent = clock(Math.max(0, left));
      if (left <= 0 && !leaving.signal.aborted) finish();
    };
    const tell = () => {
      fill(counts, [plural(storm.found, 'set'), storm.streak > 1 && `${storm.streak} in a row`].map((words) => words && el('span', {}, words)));
      tick();
    };
    const boardOf = (/** @type {number} */ one) => stormBoard(deck, seed, one);

    /** The next board; until its cards are drawn, the time stands, and the last board can be neither played nor skipped. */
    async function deal() {
      watch.stop('drawing');
      [number, isDrawing, cards, picked] = [number + 1, true, [], []];
      const next = boardOf(number);
      await drawn.draw(next).finally(() => (isDrawing = false));
      if (until.aborted) return;
      cards = next;
      board.show(cards, drawn);
      board.press([]);
      board.mark({});
      tell();
      requestAnimationFrame(() => ['begin', 'drawing'].forEach((reason) => watch.go(reason)));
      drawn.draw(boardOf(number + 1)).catch(() => {});
    }

    /** @param {boolean} isRight @param {string} words @param {string} [why] */
    function judge(isRight, words, why = '') {
      const before = storm.time;
      storm = after(storm, isRight);
      const change = storm.time - before;
      const gain = change ? ` (${change > 0 ? '+' : '−'}${Math.abs(change) / 1000} s)` : '';
      fill(said, el('strong', { class: isRight ? 'good' : 'bad' }, `${words}${gain}`), why);
      announce(`${words}${gain}${why}`);
      tell();
    }

    /** @param {string | null} card */
    function press(card) {
      if (card === null || !cards.includes(card)) return false;
      picked = picked.includes(card) ? picked.filter((other) => other !== card) : [...picked, card];
      board.mark({});
      if (picked.length === deck.values) {
        const chosen = picked;
        picked = [];
        const isRight = isSet(deck, chosen);
        if (isRight) judge(true, '✓ Set');
        else judge(false, '✗ Not a set', `. ${whyNotSet(deck, chosen, drawn.properties).join('; ')}`);
        if (leaving.signal.aborted) return true;
        if (isRight) deal().catch(fail);
        else {
          board.mark({ wrong: chosen }, { wrong: 'not a set' });
          board.shake(chosen);
        }
      }
      board.press(picked);
      return true;
    }

    function clear() {
      picked = [];
      board.press(picked);
    }

    function skip() {
      if (isDrawing) return;
      judge(false, '✗ Skipped');
      if (!leaving.signal.aborted) deal().catch(fail);
    }

    /** @param {unknown} error */
    const fail = (error) => !until.aborted && fill(said, el('strong', { class: 'bad' }, inWords(error)));

    function finish() {
      leaving.abort();
      const { found, longest, mistakes } = storm;
      const date = new Date().toISOString();
      show({ id: `${date} ${seed}`, deck: named, seed, found, longest, mistakes, date });
    }

    fill(root, el('div', { class: 'table alone' }, el('section', { class: 'desk', 'aria-label': 'Storm' }, desk)));
    const ticking = setInterval(tick, 100);
    until.addEventListener('abort', () => clearInterval(ticking));
    const act = (/** @type {string} */ action) => (action === 'none' ? (skip(), true) : action === 'clear' ? (clear(), true) : false);
    onKeys({ act, other: (event) => press(board.cardOf(event)) }, until);
    const wait = (/** @type {Event} */ event) => watch[/** @type {CustomEvent} */ (event).detail ? 'stop' : 'go']('dialog');
    document.addEventListener('dialog', wait, { signal: until });
    const hide = () => watch[document.hidden ? 'stop' : 'go']('hidden');
    document.addEventListener('visibilitychange', hide, { signal: until });
    await deal();
    board.focus(0);
  }

  await show();
}

/** The best storms of a deck, with the one that is over. @param {string} deck @param {StormResult} [now] @returns {Promise<StormResult[]>} */
async function bestStorms(deck, now) {
  if (now?.found) await put('storms', now).catch(() => {});
  /** @type {StormResult[]} */
  const kept = (await all('storms').catch(() => [])).filter((/** @type {StormResult} */ result) => result.deck === deck);
  const best = ranked(kept);
  for (const { id } of best.slice(BEST)) await remove('storms', id).catch(() => {});
  return best.slice(0, BEST);
}

/** @param {StormResult[]} best @param {StormResult} [now] */
function bestPanel(best, now) {
  const items = best.map(({ id, found, mistakes, date }) => {
    const when = new Date(date).toLocaleDateString([], { dateStyle: 'medium' });
    const words = [el('strong', {}, plural(found, 'set')), ` with ${plural(mistakes, 'mistake')}, `, el('span', { class: 'soft' }, when), id === now?.id && el('strong', { class: 'good' }, ' – now')];
    return el('li', {}, words);
  });
  return panel('Your best storms', el('ol', {}, items));
}
