// Puzzle: made-to-order and daily boards. A puzzle is a link: the same board for everybody.

import { button, clock, el, fill } from '../core/dom.js';
import { deckName, fullName } from '../core/deck.js';
import { EngineError, inWords } from '../core/error.js';
import { ghostsOf, writeLink } from '../core/link.js';
import { all } from '../core/store.js';
import { Table } from '../play/table.js';
import { LEVELS, dailyPuzzle, dayBefore, dayOf, puzzleLink, readPuzzle } from './links.js';
import { orderPanel } from './order-form.js';
import { orderName, setupOf, sizes } from './orders.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('../core/view.js').Visit} Visit */
/** @typedef {import('./links.js').Puzzle} Puzzle */
/** @typedef {import('../play/finished.js').Finished} Finished */

/** @param {Visit} visit */
export async function visit(visit) {
  const puzzle = readPuzzle(visit.params, visit.deck);
  if (typeof puzzle === 'string') await choose(visit, puzzle);
  else await (puzzle ? solve(visit, puzzle) : choose(visit));
}

/** @param {Visit} visit @param {Puzzle} puzzle */
async function solve(visit, { order, seed, day, level }) {
  const { root, deck, params, signal } = visit;
  const overview = writeLink('puzzle', { deck: `${deck.values}.${deck.properties}` });
  const harder = level && LEVELS[LEVELS.indexOf(level) + 1];
  const table = new Table({
    setup: setupOf(deck, order, seed),
    link: puzzleLink(deck, { order, seed, day, level }),
    ghosts: ghostsOf(params.ghost),
    signal,
    title: day ? `${dayName(day)}, ${level}: ${orderName(order)}` : `${orderName(order)} – ${fullName(deck)}`,
    extra: [el('section', { class: 'panel' }, el('p', {}, task(order)), el('p', {}, el('a', { href: overview }, 'All puzzles')))],
    onOver: () => {
      if (!day || !harder) return button('Another like it', () => deal(visit, order), { class: 'main' });
      return el('a', { class: 'button', href: puzzleLink(deck, dailyPuzzle(deck, day, harder)) }, `Next: ${harder}`);
    },
  });
  fill(root, table.element);
  try {
    await table.start();
  } catch (error) {
    const isStop = error instanceof EngineError && error.isStop;
    const words = inWords(error);
    const advice = isStop ? ' Such boards are rare: try fewer cards, or another number of sets.' : '';
    if (words !== null && !signal.aborted) await choose(visit, words + advice);
  }
}

/** What is to be done. @param {import('./orders.js').Order} order */
function task({ sets }) {
  if (sets === '?') return 'Find all sets, if there are any. When you are sure that none is left, say so to end the puzzle.';
  if (sets === 1) return 'There is exactly one set. Find it.';
  return sets === 'some' ? 'There is at least one set. Find all there are.' : `There are exactly ${sets} sets. Find them all.`;
}

/** What is offered without a puzzle. @param {Visit} visit @param {string} [problem] with the link that was followed */
async function choose(visit, problem) {
  const { root, deck, signal } = visit;
  const head = [el('h1', {}, 'Puzzle'), problem && el('p', { class: 'panel bad', role: 'alert' }, problem)];
  if (!sizes(deck).length) {
    const why = ['every card is a set', 'any two cards are a set'][deck.values - 1] ?? 'the whole deck is the only set';
    const words = `In ${deckName(deck)} ${why}, so there is nothing to puzzle over.`;
    const classic = el('a', { class: 'button', href: writeLink('puzzle', { deck: '3.4' }) }, 'Puzzles of (3,4)');
    return fill(root, head, el('section', { class: 'panel' }, el('p', {}, words), el('p', {}, classic)));
  }
  const today = dayOf(Date.now());
  const solved = await solvedGames();
  if (signal.aborted) return;
  const days = [daily(deck, today, 'Today', solved), daily(deck, dayBefore(today), 'Yesterday', solved)];
  fill(root, head, el('div', { class: 'days' }, days), orderPanel(deck, (order) => deal(visit, order)));
}

/** The puzzles of a day. @param {Deck} deck @param {string} day @param {string} name @param {Map<string, Finished>} solved */
function daily(deck, day, name, solved) {
  const items = LEVELS.map((level) => {
    const puzzle = dailyPuzzle(deck, day, level);
    const link = puzzleLink(deck, puzzle);
    const game = solved.get(link);
    const how = game && `✓ solved in ${clock(game.time)}${game.helped ? ', with hints' : ''}`;
    const title = `${level[0].toUpperCase()}${level.slice(1)}: ${orderName(puzzle.order)}`;
    return el('li', { class: 'row' }, el('a', { class: 'button', href: link }, title), el('span', { class: 'good number' }, how));
  });
  return el('section', { class: 'panel' }, el('h2', {}, `${name}, ${dayName(day)}`), el('ul', {}, items));
}

/** Goes to a fresh board. @param {Visit} visit @param {import('./orders.js').Order} order */
function deal({ deck, go }, order) {
  go(puzzleLink(deck, { order, seed: String(crypto.getRandomValues(new Uint32Array(1))[0]) }));
}

/** The best games of solved puzzles, by their links. */
async function solvedGames() {
  /** @type {Finished[]} */
  const games = await all('games').catch(() => []);
  const solved = games.filter(({ over }) => over === 'layout');
  solved.sort((a, b) => Number(b.helped) - Number(a.helped) || b.time - a.time);
  return new Map(solved.map((game) => [game.link, game]));
}

/** @param {string} day */
function dayName(day) {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
