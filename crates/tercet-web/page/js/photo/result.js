// A photograph that was read: its cards drawn over it and listed, corrected by a person, and whether they
// hold a set. More is said of the sets only when somebody asks: at a table people still look for them.

import { boardParams } from '../build/hand.js';
import { pictures } from '../core/cards.js';
import { CLASSIC } from '../core/deck.js';
import { button, el, fill, panel, plural } from '../core/dom.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { writeLink } from '../core/link.js';
import { thumbs } from '../play/verdict.js';
import { SetList } from '../solve/sets.js';
import { askCard } from './card-dialog.js';
import { outlineAt } from './outline.js';
import { MOST_SETS, Overlay } from './overlay.js';
import { cut } from './picture.js';
import { add, cardsOf, doubtful, doubtsOf, isDoubtful, isSure, label, sentence, settle, verdict } from './reading.js';

/** @typedef {import('./reading.js').Point} Point */
/** @typedef {{ picture: HTMLCanvasElement, table: import('./reading.js').Table }} Read */

/**
 * @param {(read: Read) => void} onChange is called after each correction
 * @param {AbortSignal} signal
 */
export function result(onChange, signal) {
  /** @type {Read} */
  let read;
  let drawn = pictures(CLASSIC);
  let changing = new AbortController();
  /** How many cards of a set are shown; below 0, all sets are. */
  let stage = 0;
  /** The sets that are shown, or the cards of the hint. @type {string[][]} */
  let sets = [];
  /** @type {string[] | null} */
  let chosen = null;

  const overlay = new Overlay((at) => change(at), (point) => change(null, point));
  const figure = el('figure', { class: 'photograph' });
  const title = el('h2', { tabIndex: -1 });
  const said = el('div', { role: 'status' });
  const wrong = el('p', { class: 'bad', role: 'alert' });
  const list = el('ol', { class: 'spots', 'aria-label': 'Cards, row by row' });
  const check = button('Check the doubtful cards', checkAll, { class: 'main' });
  const whole = button('These are all the cards', () => become({ ...read.table, whole: true }));
  const missed = button('Add a missed card', () => change(null));
  const found = new SetList('Sets', (set) => {
    chosen = set;
    draw();
  });
  const how = el('p', { class: 'soft' }, 'Press a card, here or in the photograph, to correct it.');
  const hint = button('Hint', () => become(read.table, stage + 1));
  const all = button('All sets', () => become(read.table, stage < 0 ? 0 : -1));
  const play = el('a', { class: 'button' }, 'Play this board');
  const solve = el('a', { class: 'button' }, 'Solve');
  const element = el(
    'div',
    { class: 'split' },
    panel(title, el('div', { class: 'row' }, check, whole, hint, all, play, solve), said, wrong, figure, found.element),
    el('div', { class: 'column' }, panel('Cards', how, list, el('div', { class: 'row' }, missed))),
  );

  /** @param {Read} next */
  async function show(next) {
    read = next;
    stage = 0;
    read.picture.setAttribute('role', 'img');
    read.picture.setAttribute('aria-label', 'The photograph; its cards are listed');
    fill(figure, read.picture, overlay.element);
    overlay.clear();
    await become(read.table);
  }

  /**
   * Shows a table, and of its sets what is asked for.
   * @param {import('./reading.js').Table} table
   * @param {number} [next] how many cards of a set are shown now; below 0, all sets are
   */
  async function become(table, next = stage) {
    changing.abort();
    changing = new AbortController();
    const until = AbortSignal.any([signal, changing.signal]);
    const cards = cardsOf(table);
    // A hint about other cards may be wrong now.
    stage = next < 0 || `${cards}` === `${cardsOf(read.table)}` ? next : 0;
    const isOpen = stage < 0;
    read = { ...read, table };
    onChange(read);
    const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
    const isLost = [check, whole].some((one) => one === document.activeElement);
    fill(wrong);
    try {
      drawn = pictures(CLASSIC);
      await drawn.draw([...cards, ...table.spots.flatMap(({ likely }) => likely.map(({ card }) => card))]);
      if (until.aborted) return;
      const open = doubtful(table).length;
      fill(title, [plural(cards.length, 'card'), open && `${open} doubtful`].filter(Boolean).join(', '));
      check.hidden = !open;
      whole.hidden = open > 0 || isSure(table) || !cards.length;
      play.hidden = solve.hidden = !cards.length;
      play.href = writeLink('play', boardParams(CLASSIC, cards));
      solve.href = writeLink('solve', boardParams(CLASSIC, cards));
      fill(list, table.spots.map(item));
      if (focused >= 0) focusOn(focused);
      else if (isLost && document.activeElement === document.body) title.focus();
      [sets, chosen] = [[], null];
      draw();
      const question = { ask: isOpen ? 'list' : 'hint', board: { cards, deck: CLASSIC }, ...(!isOpen && { stage }) };
      // An answer without sets has no list of positions.
      const { positions = [], count = 0 } = await ask(question, { signal: until });
      sets = (isOpen ? positions : [positions]).map((/** @type {number[]} */ set) => set.map((at) => cards[at]));
      draw();
      fill(said, verdict(table, Number(count), isOpen), !isOpen && positions.length > 0 && [' In it: ', thumbs(sets[0], drawn)]);
      all.ariaPressed = `${isOpen}`;
      all.hidden = !Number(count);
      hint.hidden = isOpen || all.hidden;
      found.clear();
      if (isOpen) found.add(sets, drawn);
    } catch (error) {
      if (!until.aborted) fill(wrong, inWords(error));
    }
  }

  function draw() {
    /** @type {[number, string[]][]} */
    const numbered = sets.map((set, i) => [i + 1, set]);
    const marked = chosen ? numbered.filter(([, set]) => set === chosen) : numbered.slice(0, MOST_SETS);
    overlay.show(read.picture, read.table, marked, (card) => drawn.picture(card));
  }

  /** @param {import('./reading.js').Spot} spot @param {number} at */
  function item(spot, at) {
    const words = label(read.table, spot, (card) => drawn.name(card));
    const state = isDoubtful(read.table, spot) ? 'doubtful' : spot.settled && spot.card === null ? 'gone' : 'known';
    const picture = spot.card === null ? el('span', { class: 'no-picture' }) : drawn.picture(spot.card);
    const [point, leave] = [() => overlay.point(at), () => overlay.point(null)];
    const on = { focus: point, blur: leave, pointerenter: point, pointerleave: leave, click: () => change(at) };
    return el('li', {}, el('button', { type: 'button', class: `spot ${state}`, on }, picture, el('span', {}, words)));
  }

  /** @param {number} at */
  function focusOn(at) {
    /** @type {HTMLElement | null | undefined} */ (list.children[at]?.querySelector('button'))?.focus();
  }

  /**
   * Asks which card lies in a place, or which card was missed. Returns whether there was an answer.
   * @param {number | null} at
   * @param {Point} [point] where the missed card lies
   */
  async function change(at, point) {
    const { picture, table } = read;
    const spot = at === null ? null : table.spots[at];
    const others = table.spots.flatMap(({ corners }) => (corners ? [corners] : []));
    const corners = spot ? spot.corners : point ? outlineAt(point, others, Math.max(picture.width, picture.height)) : null;
    const { likely, card } = spot ?? { likely: [], card: null };
    const question = {
      title: sentence(spot?.name ?? 'a missed card'),
      crop: corners && cut(picture, corners),
      doubts: spot ? doubtsOf(table, spot) : [],
      likely,
      card,
      isAdded: !spot,
    };
    const answer = await askCard(question, drawn);
    if (answer === undefined || signal.aborted || read.table !== table) return false;
    if (at !== null) await become(settle(table, at, answer));
    else if (answer !== null) await become(add(table, answer, corners));
    return true;
  }

  /** Asks for one doubtful card after the other. */
  async function checkAll() {
    for (let at = doubtful(read.table)[0]; at !== undefined; at = doubtful(read.table)[0]) {
      if (!(await change(at))) return focusOn(at);
    }
    title.focus();
  }

  /** Draws in the style of the settings. */
  const redraw = () => drawn !== pictures(CLASSIC) && become(read.table);

  return { element, show, redraw, focus: () => title.focus() };
}
