// Class: the boards of a link, one after the other, and the result that a pupil sends back.

import { fullName } from '../core/deck.js';
import { clock, copyButton, el, fill, plural } from '../core/dom.js';
import { address, ghostsOf } from '../core/link.js';
import { change, settings } from '../core/store.js';
import { cleanName, movesOf, pack } from '../ghost/pack.js';
import { countSets, keptGames } from '../play/games.js';
import { Table } from '../play/table.js';
import { MOST_BOARDS, boardSetup, classLink, readBoards } from './boards.js';
import { resultsView } from './results.js';

/** @typedef {import('../play/finished.js').Finished} Finished */

/** @param {import('../core/view.js').Visit} visit */
export async function visit({ root, deck, params, signal }) {
  const boards = readBoards(params.boards);
  const head = el('h1', {}, `${plural(boards.length, 'board')} of ${fullName(deck)}`);
  const counts = boards.length <= MOST_BOARDS ? await Promise.all(boards.map((cards) => countSets(deck, cards, signal))) : [];
  if (!boards.length || counts.length < boards.length || counts.includes(0n)) {
    const words = `A class has 1 to ${MOST_BOARDS} boards, each with a set. Is the link whole?`;
    return fill(root, head, el('section', { class: 'panel' }, el('p', { role: 'alert' }, words), el('p', {}, el('a', { href: '#build' }, 'Build boards'))));
  }
  const setups = boards.map((cards, i) => boardSetup(deck, cards, Number(counts[i])));
  const links = boards.map((_, i) => classLink(deck, boards, { board: i + 1 }));
  const number = Number(params.board);
  if (params.results || params.result) return fill(root, head, resultsView(deck, boards, setups, links, signal));
  if (links[number - 1]) {
    const next = number < boards.length ? ['Next board', links[number]] : ['Your result', classLink(deck, boards)];
    const table = new Table({
      setup: setups[number - 1],
      link: links[number - 1],
      ghosts: ghostsOf(params.ghost),
      signal,
      title: `Board ${number} of ${boards.length}`,
      extra: [el('p', { class: 'panel' }, el('a', { href: classLink(deck, boards) }, 'All boards'))],
      onOver: () => el('a', { class: 'button', href: next[1] }, next[0]),
    });
    fill(root, table.element);
    return table.start();
  }
  // Only the first game of a board counts.
  const games = (await keptGames()).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const played = links.map((link) => games.find((game) => game.link === link));
  if (signal.aborted) return;
  const items = played.map((game, i) => {
    const done = game && `${game.taken.length} of ${plural(game.setup.told ?? 0, 'set')} in ${clock(game.time)}`;
    const words = done ?? `${boards[i].length} cards, ${plural(String(counts[i]), 'set')}`;
    return el('li', { class: 'row' }, el('a', { class: 'button', href: links[i] }, `Board ${i + 1}`), el('span', { class: done ? 'good number' : 'soft' }, words));
  });
  const teacher = el('p', {}, 'For the teacher: ', el('a', { href: classLink(deck, boards, { results: 1 }) }, 'the results of the class'));
  const open = played.filter((game) => !game).length;
  const done = /** @type {Finished[]} */ (played);
  const sending = open ? el('p', {}, `Find all sets of each board. You can send your result when all boards are played: ${open} to go.`) : sendPanel(done, boards, links);
  fill(root, head, el('section', { class: 'panel' }, el('ol', { class: 'plain' }, items), sending), teacher);
}

/** The link of a result, with the name of the pupil. @param {Finished[]} games @param {string[][]} boards @param {string[]} links */
function sendPanel(games, boards, links) {
  const { deck } = games[0].setup;
  const keep = () => change({ name: (name.value = cleanName(name.value)) });
  const name = el('input', { value: settings().name, maxLength: 20, size: 12, autocomplete: 'nickname', on: { change: keep } });
  const result = () => games.map(({ setup, events }, i) => pack(deck, links[i], { name: name.value, moves: movesOf(setup, events) })).join('.');
  const link = () => address(classLink(deck, boards, { result: result() }));
  const copy = copyButton('Copy the link of your result', link, 'Link copied. Send it to your teacher.');
  return el('div', { class: 'column' }, el('p', {}, 'All boards are played. Send the link of your result to your teacher.'), el('div', { class: 'row' }, el('label', {}, 'Your name ', name), copy));
}
