// Puzzle: boards to order, and those of the day. A puzzle is a link: the same board for everybody.

import { button, clock, el, fill } from '../core/dom.js';
import { deckName } from '../core/deck.js';
import { EngineError, inWords } from '../core/error.js';
import { writeLink } from '../core/link.js';
import { all } from '../core/store.js';
import { Table } from '../play/table.js';
import { LEVELS, dailyPuzzle, dayBefore, dayOf, puzzleLink, readPuzzle } from './links.js';
import { orderForm } from './order-form.js';
import { orderName, setupOf, sizes, suggestions } from './orders.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('../core/place.js').Visit} Visit */
/** @typedef {import('./links.js').Puzzle} Puzzle */
/** @typedef {import('./orders.js').Order} Order */

/** @param {Visit} visit */
export async function visit(visit) {
  const { root, deck, params } = visit;
  const puzzle = readPuzzle(params, deck);
  if (puzzle === null) return choose(visit);
  if (typeof puzzle === 'string') return fill(root, el('h1', {}, 'Puzzle'), refusal(puzzle), orders(visit));
  await solve(visit, puzzle);
}

/** @param {Visit} visit @param {Puzzle} puzzle */
async function solve(visit, puzzle) {
  const { root, deck, signal } = visit;
  const { order } = puzzle;
  const next = () => {
    const level = puzzle.level && LEVELS[LEVELS.indexOf(puzzle.level) + 1];
    if (puzzle.day && level) return el('a', { class: 'button', href: puzzleLink(deck, dailyPuzzle(deck, puzzle.day, level)) }, `The ${level} one`);
    return button('Another like it', () => deal(visit, order), { class: 'main' });
  };
  const about = el(
    'section',
    { class: 'panel', 'aria-label': 'Puzzle' },
    el('p', {}, task(order)),
    el('p', {}, el('a', { href: writeLink('puzzle', { deck: linked(deck) }) }, 'All puzzles')),
  );
  const table = new Table({
    setup: setupOf(deck, order, puzzle.seed),
    link: puzzleLink(deck, puzzle),
    signal,
    title: puzzle.day ? `${dayName(puzzle.day)}, ${puzzle.level}: ${orderName(order)}` : `${orderName(order)} of ${deckName(deck)}`,
    extra: [about],
    onOver: next,
  });
  fill(root, table.element);
  try {
    await table.start();
  } catch (error) {
    const words = inWords(error);
    if (words === null || signal.aborted) return;
    const isStop = error instanceof EngineError && error.isStop;
    const advice = isStop ? 'Such boards are rare or hard to draw. Fewer cards or a number nearer to the usual one help.' : 'Order another board:';
    fill(root, el('h1', {}, 'Puzzle'), refusal(words, advice), orders(visit));
  }
}

/** What is to be done. @param {Order} order */
function task({ sets }) {
  if (sets === '?') return 'Find all sets, if there are any. When you are sure that no further set is here, say so: that ends the puzzle, if you are right.';
  if (sets === 1) return 'There is exactly one set. Find it.';
  return sets === 'some' ? 'There is at least one set. Find them all.' : `There are exactly ${sets} sets. Find them all.`;
}

/** What is offered to somebody who comes without a puzzle. @param {Visit} visit */
async function choose(visit) {
  const { root, deck, signal } = visit;
  if (!sizes(deck).length) {
    const reason = deck.values < 3 ? `any ${deck.values === 1 ? 'card is a set' : 'two cards are a set'}` : 'the only set is the whole deck';
    const words = `In the deck ${deckName(deck)} ${reason}, so no board is a puzzle.`;
    const classic = el('a', { class: 'button', href: writeLink('puzzle', { deck: '3.4' }) }, 'Puzzles of (3,4)');
    return fill(root, el('h1', {}, 'Puzzle'), el('section', { class: 'panel' }, el('p', {}, words), el('p', {}, classic)));
  }
  const days = el('div', { class: 'column' });
  fill(root, el('h1', {}, 'Puzzle'), days, orders(visit));
  const solved = await solvedTimes();
  if (signal.aborted) return;
  const today = dayOf(Date.now());
  fill(days, daily(deck, today, 'Today', solved), daily(deck, dayBefore(today), 'Yesterday', solved));
}

/** The puzzles of a day. @param {Deck} deck @param {string} day @param {string} name @param {Map<string, number>} solved */
function daily(deck, day, name, solved) {
  const items = LEVELS.map((level) => {
    const puzzle = dailyPuzzle(deck, day, level);
    const link = puzzleLink(deck, puzzle);
    const time = solved.get(link);
    const mark = time === undefined ? null : el('span', { class: 'good number' }, `✓ solved in ${clock(time)}`);
    const title = level.charAt(0).toUpperCase() + level.slice(1);
    return el('li', {}, el('a', { class: 'button', href: link }, el('strong', {}, title), orderName(puzzle.order)), mark);
  });
  return el('section', { class: 'panel' }, el('h2', {}, `${name}, ${dayName(day)}`), el('ul', { class: 'orders' }, items));
}

/** The boards to order of a deck. @param {Visit} visit */
function orders(visit) {
  const { deck } = visit;
  const order = (/** @type {Order} */ wanted) => deal(visit, wanted);
  return el(
    'section',
    { class: 'panel' },
    el('h2', {}, `A board to order, of ${deckName(deck)}`),
    el('div', { class: 'row' }, suggestions(deck).map((wanted) => button(orderName(wanted), () => order(wanted)))),
    orderForm(deck, order),
  );
}

/** Deals a fresh board. @param {Visit} visit @param {Order} order */
function deal({ deck, go }, order) {
  go(puzzleLink(deck, { order, seed: String(crypto.getRandomValues(new Uint32Array(1))[0]) }));
}

/** @param {string} words @param {string} [advice] */
function refusal(words, advice) {
  return el('section', { class: 'panel', role: 'alert' }, el('p', {}, words), advice && el('p', {}, advice));
}

/** The best times of solved puzzles, by their links. */
async function solvedTimes() {
  /** @type {import('../play/finished.js').Finished[]} */
  const games = await all('games').catch(() => []);
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { link, over, time } of games) {
    if (over === 'layout') times.set(link, Math.min(time, times.get(link) ?? Infinity));
  }
  return times;
}

/** @param {string} day */
function dayName(day) {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** @param {Deck} deck */
const linked = ({ values, properties }) => `${values}.${properties}`;
