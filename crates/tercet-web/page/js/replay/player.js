// Steps through a game: its board, the way between the steps, and where its time went.

import { bars } from '../core/bars.js';
import { Board } from '../core/board.js';
import { pictures } from '../core/cards.js';
import { announce, button, clock, duration, el, fill, plural } from '../core/dom.js';
import { inWords } from '../core/error.js';
import { onKeys } from '../core/keys.js';
import { onSettings } from '../core/store.js';
import { boardAt } from './steps.js';

/** @typedef {import('./steps.js').Step} Step */

/** How long a step is shown while playing, in milliseconds. */
const PACE = 1200;

/**
 * @param {import('../core/deck.js').Deck} deck
 * @param {Step[]} steps at least one
 * @param {AbortSignal} signal ends it
 */
export function player(deck, steps, signal) {
  const last = steps.length - 1;
  const board = new Board({ label: 'The board', room: 'width' });
  const words = el('p', {});
  const slide = () => go(Number(slider.value));
  const slider = el('input', { type: 'range', max: last, value: 0, 'aria-label': 'Step', on: { input: slide } });
  const play = button('Play', () => run(!timer));
  const sets = setBars(steps, (index) => go(index));
  let [now, timer] = [0, 0];

  /** @param {boolean} isOn */
  function run(isOn) {
    clearInterval(timer);
    timer = isOn ? setInterval(() => (now < last ? show(now + 1) : run(false)), PACE) : 0;
    fill(play, isOn ? 'Pause' : 'Play');
    if (isOn && now === last) show(0);
  }

  /** @param {number} index */
  function go(index) {
    run(false);
    show(Math.max(0, Math.min(last, index)));
  }

  /** @param {number} index */
  async function show(index) {
    now = index;
    const drawn = pictures(deck);
    const cards = boardAt(steps, index);
    try {
      await drawn.draw(cards);
    } catch (error) {
      return fill(words, inWords(error));
    }
    if (index !== now || drawn !== pictures(deck) || signal.aborted) return;
    const { kind, at, line, chosen = [], ...step } = steps[index];
    board.show(cards, drawn);
    board.mark(kind === 'set' ? { right: chosen } : { wrong: chosen }, { right: 'taken', wrong: 'not a set' });
    const place = line ? `line ${line}` : clock(at ?? 0);
    const where = ` · step ${index + 1} of ${steps.length}, ${place}, ${plural(cards.length, 'card')}`;
    fill(words, el('strong', {}, step.words), el('span', { class: 'soft number' }, where));
    if (!timer) announce([step.words, ...chosen.map((card) => drawn.name(card))].join('; '));
    slider.value = String(index);
    slider.setAttribute('aria-valuetext', `${index + 1}: ${step.words}`);
    sets.show(index);
  }

  /** @type {Record<string, [sign: string, name: string, act: () => void]>} */
  const moves = {
    Home: ['«', 'First step', () => go(0)],
    ArrowLeft: ['‹', 'Step back', () => go(now - 1)],
    ArrowRight: ['›', 'Next step', () => go(now + 1)],
    End: ['»', 'Last step', () => go(last)],
  };
  const movers = Object.values(moves).map(([sign, name, move]) => button(sign, move, { 'aria-label': name, title: name }));
  const act = (/** @type {string} */ action) => action === 'pause' && (run(!timer), true);
  onKeys({ act, other: ({ key }) => key in moves && (moves[key][2](), true) }, signal);
  onSettings(() => show(now), signal);
  signal.addEventListener('abort', () => clearInterval(timer));
  const controls = el('div', { class: 'row' }, movers.slice(0, 2), play, movers.slice(2));
  const panel = el('section', { class: 'panel', 'aria-label': 'Steps' }, words, controls, slider);
  return el('div', { class: 'split' }, el('div', { class: 'column' }, panel, board.element), sets.element);
}

/**
 * A bar for each set: its time, or the size of its board where no times are known.
 * @param {Step[]} steps
 * @param {(index: number) => void} onStep
 */
function setBars(steps, onStep) {
  const sets = steps.map((step, index) => ({ ...step, index })).filter(({ kind }) => kind === 'set');
  const isTimed = sets.some(({ time }) => time !== undefined);
  const row = (/** @type {Step} */ { words, time = 0, size = 0 }) =>
    isTimed ? { name: words, length: time, value: duration(time) } : { name: words, length: size, value: plural(size, 'card') };
  const list = bars(sets.map(row), (set) => onStep(sets[set].index));
  const [title, about] = isTimed
    ? ['Where the time went', 'The time of each set since the one before.']
    : ['The sets', 'A record has no times. The bars are the cards on the board.'];
  const heading = el('h2', {}, title);
  /** @param {number} step */
  const show = (step) => {
    const current = sets.findLastIndex(({ index }) => index <= step);
    list.querySelectorAll('button').forEach((bar, i) => bar.setAttribute('aria-current', i === current ? 'step' : 'false'));
  };
  return { element: el('section', { class: 'panel' }, heading, el('p', { class: 'soft' }, about), list), show };
}
