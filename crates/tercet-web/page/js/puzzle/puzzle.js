// Puzzle: the puzzles of a day, and made-to-order boards. A puzzle is a link: the same board for everybody.

import { button, copyButton, dayOf, el, fill, panel } from '../core/dom.js';
import { deckName } from '../core/deck.js';
import { TercetError, inWords } from '../core/error.js';
import { ghostsOf, writeLink } from '../core/link.js';
import { keptGames } from '../play/games.js';
import { Table } from '../play/table.js';
import { calendar } from './calendar.js';
import { DAILY, dailyLink, dailyName, dayName, firstGames, shareText } from './daily.js';
import { puzzleLink, readPuzzle } from './links.js';
import { orderPanel } from './order-form.js';
import { sizes } from './orders.js';
import { dailyList, onOtherDay } from './today.js';

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
async function solve(visit, { setup, order, link, title, day }) {
  const { root, deck, params, signal } = visit;
  const overview = writeLink('puzzle', day ? { day } : { deck: `${deck.values}.${deck.properties}` });
  const all = el('a', { href: overview }, day ? 'All puzzles of the day' : 'All puzzles');
  const table = new Table({
    setup,
    link,
    ghosts: ghostsOf(params.ghost),
    signal,
    title,
    extra: [el('section', { class: 'panel' }, el('p', {}, task(order)), el('p', {}, all))],
    onOver: (game, games) => (day ? ending(game, games, day) : button('Another like it', () => deal(visit, order), { class: 'main' })),
  });
  fill(root, table.element);
  try {
    await table.start();
  } catch (error) {
    const isStop = error instanceof TercetError && error.isStop;
    const words = inWords(error);
    const advice = isStop ? ' Such boards are rare: try fewer cards, or another number of sets.' : '';
    if (words !== null && !signal.aborted) await choose(visit, words + advice);
  }
}

/**
 * What is offered at the end of a puzzle of a day: to tell others of the first game of it, and the next one.
 * @param {Finished} game
 * @param {Finished[]} games that this browser keeps
 * @param {string} day
 */
function ending(game, games, day) {
  const next = DAILY[DAILY.findIndex(({ deck }) => deckName(deck) === deckName(game.setup.deck)) + 1];
  const first = firstGames(games).get(game.link) ?? game;
  const text = shareText(first, day);
  const share = copyButton('Share', () => text, 'Copied: your result, without a card.', 'Text copied');
  share.classList.add('main');
  return el(
    'div',
    { class: 'column share' },
    first.id !== game.id && el('p', {}, 'Your first game of this puzzle counts:'),
    el('pre', {}, text),
    el('div', { class: 'row' }, share, next && el('a', { class: 'button', href: dailyLink(next.deck, day) }, `Next: ${dailyName(next.deck)}`)),
  );
}

/** What is to be done. @param {import('./orders.js').Order} order */
function task({ sets }) {
  if (sets === '?') return 'Find all sets, if there are any. When you are sure that none is left, say so to end the puzzle.';
  if (sets === 1) return 'There is exactly one set. Find it.';
  return sets === 'some' ? 'There is at least one set. Find all there are.' : `There are exactly ${sets} sets. Find them all.`;
}

/** What is offered without a puzzle. @param {Visit} visit @param {string} [problem] with the link that was followed */
async function choose(visit, problem) {
  const { root, deck, params, signal } = visit;
  const [today, first] = [dayOf(Date.now()), firstGames(await keptGames())];
  if (signal.aborted) return;
  const day = (!problem && params.day) || today;
  const daily = panel(`${day === today ? 'Today, ' : ''}${dayName(day)}`, dailyList(day, first));
  const storm = panel('Storm', el('p', {}, 'Three minutes, and one board after the other.'), el('div', {}, el('a', { class: 'button', href: '#storm' }, 'To the storm')));
  const made = sizes(deck).length ? orderPanel(deck, (order) => deal(visit, order)) : trivial(deck);
  fill(
    root,
    el('h1', {}, 'Puzzle'),
    problem && el('p', { class: 'panel bad', role: 'alert' }, problem),
    el('div', { class: 'days' }, el('div', { class: 'column' }, daily, storm, made), calendar(day, today, first)),
  );
  onOtherDay(today, () => choose(visit, problem), signal);
}

/** Why a deck has no puzzles. @param {Deck} deck */
function trivial(deck) {
  const why = ['every card is a set', 'any two cards are a set'][deck.values - 1] ?? 'the whole deck is the only set';
  const words = `In ${deckName(deck)} ${why}, so there is nothing to puzzle over.`;
  const classic = el('a', { class: 'button', href: writeLink('puzzle', { deck: '3.4' }) }, 'Puzzles of (3,4)');
  return el('section', { class: 'panel' }, el('p', {}, words), el('p', {}, classic));
}

/** Goes to a fresh board. @param {Visit} visit @param {import('./orders.js').Order} order */
function deal({ deck, go }, order) {
  go(puzzleLink(deck, order, String(crypto.getRandomValues(new Uint32Array(1))[0])));
}
