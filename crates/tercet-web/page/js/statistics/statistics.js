// Statistics of the games that were finished in this browser, and the games themselves.

import { bars } from '../core/bars.js';
import { pictures } from '../core/cards.js';
import { fullName, isSameDeck } from '../core/deck.js';
import { confirmed } from '../core/dialog.js';
import { announce, button, clock, download, duration, el, fill, panel, plural } from '../core/dom.js';
import { inWords } from '../core/error.js';
import { writeLink } from '../core/link.js';
import { all, clear, get, put, remove } from '../core/store.js';
import { table } from '../core/table.js';
import { readGames, writeGames } from './export.js';
import { expectedShare, histogram, kinds, median, overlooked, unaided } from './summary.js';

/** @typedef {import('../play/finished.js').Finished} Finished */
/** @typedef {import('../core/deck.js').Deck} Deck */

/** How many games are listed at first. */
const LISTED = 10;

/** @param {import('../core/view.js').Visit} visit */
export async function visit({ root, deck, signal }) {
  const stage = el('div', { class: 'columns' });
  fill(root, el('h1', { tabIndex: -1 }, 'Statistics'), stage);

  /** Reads the games again and shows them; says what happened. @param {string} [words] @param {string} [focus] */
  async function show(words, focus = 'h1') {
    /** @type {Finished[]} */
    const games = await all('games');
    if (signal.aborted) return;
    games.sort((a, b) => (a.date < b.date ? 1 : -1));
    const told = games.length ? [kindsPanel(games), ...deckPanels(games, deck), list(games, show)] : [];
    fill(stage, ...told, data(games, show, words));
    if (!words) return;
    announce(words);
    // The element that was pressed is gone or replaced.
    /** @type {HTMLElement | null} */ (root.querySelector(focus))?.focus();
  }
  await show().catch((error) => fill(stage, el('p', { class: 'panel bad', role: 'alert' }, inWords(error))));
}

/** @param {Finished[]} games */
function kindsPanel(games) {
  const time = (/** @type {number | null} */ ms) => (ms === null ? '–' : clock(ms));
  const rows = kinds(games).map(({ name, games, counted, best, median }) => [name, games, counted, time(best), time(median)]);
  const about = 'Times are those of games without hints that were not given up.';
  const head = ['Game', 'Games', 'Timed', 'Best', 'Median'];
  return panel('Games', table('Games by kind', head, rows), el('p', { class: 'soft' }, about));
}

/** The statistics of one deck, which can be chosen. @param {Finished[]} games @param {Deck} deck */
function deckPanels(games, deck) {
  const isFirst = (/** @type {Deck} */ own, /** @type {number} */ i, /** @type {Deck[]} */ all) =>
    all.findIndex((other) => isSameDeck(own, other)) === i;
  const decks = games.map((game) => game.setup.deck).filter(isFirst);
  const options = decks.map((own, i) => el('option', { value: i, selected: isSameDeck(own, deck) }, fullName(own)));
  const select = el('select', { on: { change: () => show() } }, options);
  const [times, look] = [el('div', { class: 'column' }), el('div', { class: 'column' })];
  async function show() {
    const own = decks[Number(select.value)];
    const some = games.filter(({ setup }) => isSameDeck(setup.deck, own));
    fill(times, ...setTimes(some));
    const drawn = pictures(own);
    await drawn.draw([]).catch(() => {});
    const nameOf = (/** @type {number} */ i) => drawn.properties[i]?.name ?? `property ${i + 1}`;
    if (own === decks[Number(select.value)]) fill(look, ...overlookedTable(own, some, nameOf));
  }
  show();
  return [panel('Times of sets', el('label', {}, 'Deck', select), times), panel('What you overlook', look)];
}

/** @param {Finished[]} games @returns {Node[]} */
function setTimes(games) {
  const times = unaided(games).map(({ time }) => time);
  if (!times.length) return [el('p', { class: 'soft' }, 'No set was found without a hint.')];
  const [half, best] = [duration(median(times) ?? 0), duration(Math.min(...times))];
  const words = `Of ${plural(times.length, 'set')} found without a hint, half took you at most ${half}, and the fastest ${best}.`;
  return [el('p', {}, words), bars(histogram(times).map(({ name, count }) => ({ name, length: count, value: count })))];
}

/**
 * @param {Deck} deck
 * @param {Finished[]} games
 * @param {(property: number) => string} nameOf
 * @returns {Node[]}
 */
function overlookedTable(deck, games, nameOf) {
  const { counts, found, hard, mixed } = overlooked(deck, games);
  const percent = (/** @type {number | null} */ share) => (share === null ? '–' : `${Math.round(share * 100)} %`);
  const rows = found.map((share, i) => [nameOf(i), percent(share), percent(hard[i]), percent(mixed[i])]);
  return [
    el('p', {}, `A property differs from card to card in ${percent(expectedShare(deck))} of all sets. In your games:`),
    table('Sets in which a property differs', ['Property', 'Found', 'Slow', 'Wrong'], rows),
    el('ul', { class: 'soft' },
      el('li', {}, `Found: of the ${plural(counts.found, 'set')} that you found, those in which it differs.`),
      el('li', {}, `Slow: the same for your slowest quarter and sets with a hint (${plural(counts.hard, 'set')}).`),
      el('li', {}, `Wrong: of ${plural(counts.wrong, 'wrong choice')}, those in which it was neither the same nor all different.`)),
  ];
}

/** @param {Finished[]} games @param {(words: string) => void} show */
function list(games, show) {
  const rows = games.map(({ id, link, title, date, time, over, helped }) => {
    const when = new Date(date).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
    const how = [clock(time), helped && 'with a hint', over === 'given-up' && 'given up'].filter(Boolean).join(', ');
    const drop = async () => {
      if (!(await confirmed('Delete this game?', `${title}, ${when}. It cannot be brought back.`, 'Delete'))) return;
      await remove('games', id);
      // A game that stays saved under its link would come back.
      if ((await get('saved', link))?.id === id) await remove('saved', link);
      show('The game is deleted.');
    };
    const href = writeLink('replay', { game: id });
    const watch = el('a', { class: 'button', href, 'aria-label': `Replay the game of ${when}` }, 'Replay');
    const act = el('div', { class: 'row' }, watch, button('Delete', drop, { 'aria-label': `Delete the game of ${when}` }));
    return el('li', {}, el('div', {}, el('strong', {}, title), ` in ${how}`, el('div', { class: 'soft' }, when)), act);
  });
  const items = el('ul', { class: 'games' }, rows.slice(0, LISTED));
  const more = button(`Show all ${rows.length}`, () => {
    items.append(...rows.slice(LISTED));
    more.remove();
    rows[LISTED].querySelector('a')?.focus();
  });
  return panel('Finished games', items, rows.length > LISTED && el('div', {}, more));
}

/**
 * @param {Finished[]} games
 * @param {(words: string, focus?: string) => void} show
 * @param {string} [said] what just happened
 */
function data(games, show, said) {
  const count = plural(games.length, 'game');
  const error = el('p', { class: 'bad', role: 'alert', id: 'import-error' });
  const save = () => download('tercet-games.json', writeGames(games));
  const read = async () => {
    fill(error);
    try {
      const { games: read, refused } = readGames((await file.files?.[0].text()) ?? '');
      let kept = 0;
      for (const game of read) {
        if (await get('games', game.id)) kept += 1;
        else await put('games', game);
      }
      const others = [kept && `${kept} here already`, refused && `${refused} refused`].filter(Boolean);
      await show(`${[`${plural(read.length - kept, 'game')} imported`, ...others].join(', ')}.`, '#import');
    } catch (failure) {
      fill(error, inWords(failure));
    }
  };
  const drop = async () => {
    const words = `${count} cannot be brought back, unless you export them first. Games under way and the best storms are also deleted.`;
    if (!(await confirmed('Delete all games?', words, 'Delete all'))) return;
    await clear('games');
    await clear('saved');
    await clear('storms');
    show('All games are deleted.');
  };
  const about = { id: 'import', 'aria-describedby': 'import-error' };
  const file = el('input', { type: 'file', accept: '.json', ...about, on: { change: read } });
  return panel(
    'Your data',
    el('p', {}, `Games that you finish are kept in this browser alone. ${games.length ? `${count} so far.` : 'None yet.'}`),
    games.length > 0 && el('div', { class: 'row' }, button('Export', save), button('Delete all…', drop)),
    el('label', {}, 'Import games from a file', file),
    said && el('p', {}, said),
    error,
  );
}
