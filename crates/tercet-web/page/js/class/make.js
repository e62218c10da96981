// The panel of Build in which a teacher gathers boards for a class.

import { announce, button, copyButton, download, el, fill, panel, plural } from '../core/dom.js';
import { pictures } from '../core/cards.js';
import { LACKS, ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { address } from '../core/link.js';
import { waits } from '../core/queue.js';
import { countSets } from '../play/games.js';
import { MOST_BOARDS, classLink, readBoards, writeBoards } from './boards.js';
import { sheetPages } from './print.js';

/** @typedef {import('../core/deck.js').Deck} Deck */

/**
 * @param {Deck} deck
 * @param {Record<string, string>} params of the link, `set` with the boards and `sheet` with the seed that dealt them
 * @param {() => string[]} laid the board that is built now
 * @param {(params: { set: string | null, sheet: string | null }) => void} onChange keeps them in the link
 * @param {AbortSignal} signal
 */
export function classPanel(deck, params, laid, onChange, signal) {
  let boards = readBoards(params.set);
  /** @type {string | null} */
  let sheet = params.sheet ?? null;
  const said = el('p', { role: 'status' });
  const list = el('ol', { class: 'plain' });
  const links = el('div', { class: 'column' });

  /** @param {string[][]} next @param {string | null} [seed] of a sheet that has exactly these boards */
  function become(next, seed = null) {
    [boards, sheet] = [next.slice(0, MOST_BOARDS), next.length <= MOST_BOARDS ? seed : null];
    onChange({ set: writeBoards(boards) || null, sheet });
    show();
  }

  function show() {
    fill(list, boards.map((cards, i) => {
      const drop = () => (become(boards.filter((board) => board !== cards)), add.focus());
      return el('li', { class: 'row' }, `Board ${i + 1}: ${plural(cards.length, 'card')}`, button('Remove', drop, { class: 'quiet', 'aria-label': `Remove board ${i + 1}` }));
    }));
    const copy = copyButton('Copy the link for the class', () => address(classLink(deck, boards)), 'Link copied. It leads to these boards.');
    const play = el('a', { class: 'button', href: classLink(deck, boards) }, 'Try it');
    const results = el('a', { class: 'button', href: classLink(deck, boards, { results: 1 }) }, 'Results');
    fill(links, boards.length > 0 && el('div', { class: 'row' }, copy, play, results, button('Print', guarded(print))));
  }

  /** Runs the work of a button, and shows what it says or an error in words. @param {() => Promise<string>} work returns what to say */
  const guarded = (work) => async () => {
    const words = (await work().catch(inWords)) ?? '';
    fill(said, words);
    announce(words);
  };

  const add = button('Add this board', guarded(async () => {
    const cards = laid();
    if (boards.length === MOST_BOARDS) return `A class has at most ${MOST_BOARDS} boards.`;
    if ((await countSets(deck, cards, signal)) === 0n) return 'A board for a class holds a set.';
    if (boards.some((board) => board.join() === cards.join())) return 'This board is there already.';
    become([...boards, cards]);
    return `Board ${boards.length} is added.`;
  }));

  /** Four boards from easy to hard: with a server those of a sheet, which it can print. */
  const deal = button('Add four boards', guarded(async () => {
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const wanted = boards.length ? null : seed;
    const request = { ask: 'deal', deck, size: Math.min(deck.values * deck.properties, deck.values ** deck.properties), kind: 'planted' };
    const one = async (/** @type {number} */ i) => (await ask({ ...request, seed: `${Number(seed) + i}` }, { signal })).cards;
    const dealt = LACKS === null ? await sheetOf(seed) : { boards: await Promise.all([0, 1, 2, 3].map(one)) };
    become([...boards, ...dealt.boards], LACKS === null ? wanted : null);
    return `${plural(boards.length, 'board')} for the class.`;
  }));

  /** The sheet of a seed. @param {string} seed @returns {Promise<{ boards: string[][], pdf: string }>} */
  async function sheetOf(seed) {
    const notation = deck.values > 36 ? 'numbers' : 'digits';
    const request = { ask: 'sheet', deck, seed, boards: 4, notation, timeout: 20 };
    const { puzzles, pdf } = await ask(request, { signal, onLine: waits(said, '') });
    return { boards: puzzles.map((/** @type {{ cards: string[] }} */ { cards }) => cards), pdf };
  }

  async function print() {
    const made = sheet && LACKS === null ? await sheetOf(sheet) : null;
    if (made && writeBoards(made.boards) === writeBoards(boards)) {
      download('boards.pdf', Uint8Array.from(atob(made.pdf), (byte) => byte.charCodeAt(0)));
      return 'The PDF has the boards and, on a page of its own, their solutions.';
    }
    const drawn = pictures(deck);
    await drawn.draw(boards.flat());
    const counts = await Promise.all(boards.map((cards) => countSets(deck, cards, signal)));
    const pages = sheetPages(boards, counts.map((count, i) => `${i + 1}: ${plural(count, 'set')}`), drawn);
    pages.forEach((page, i) => download(`boards-${i + 1}.svg`, page));
    return `${plural(pages.length, 'page')} as SVG, which every browser prints.`;
  }

  show();
  const words = 'A class plays the same boards by one link, one after the other, and sends back its results.';
  return panel('For a class', el('p', {}, words), el('div', { class: 'row' }, add, deal), said, list, links);
}
