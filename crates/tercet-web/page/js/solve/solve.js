// Solve: a board that is pasted, opened or laid; all its sets, the most and the fewest disjoint ones, who wins them, and a race.

import { announce, button, duration, el, fill, panel, plural } from '../core/dom.js';
import { Board } from '../core/board.js';
import { pictures } from '../core/cards.js';
import { deckName } from '../core/deck.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { writeLink } from '../core/link.js';
import { waits } from '../core/queue.js';
import { onSettings } from '../core/store.js';
import { MOST_CARDS, boardParams, cardsOfLink } from '../build/hand.js';
import { boardNames, readText } from '../build/reading.js';
import { proof } from './proof.js';
import { race } from './race.js';
import { SetList } from './sets.js';

/** The words about a question that is worked on. */
const SEARCHING = 'Searching …';
/** How many sets are shown at first, and with each further step. */
const SHOWN = 200;
/** The most characters of a text: the server takes no more. */
const LONGEST = 900_000;

/** @param {import('../core/view.js').Visit} visit */
export async function visit({ root, deck, params, signal, rename }) {
  /** @type {import('../build/reading.js').ReadBoard} */
  let read = { deck, cards: [] };
  /** @type {import('../core/cards.js').Pictures | null} */
  let drawn = null;
  let search = new AbortController();

  const value = cardsOfLink(params).join(' ');
  const text = el('textarea', { id: 'text', spellcheck: false, 'aria-describedby': 'notations wrong', value });
  const wrong = el('p', { class: 'bad', id: 'wrong', role: 'alert' });
  const assumed = el('small', { class: 'soft', role: 'status' });
  const names = el('select', { on: { change: () => solve(names.value) } });
  const several = el('label', { hidden: true }, 'Board', names);
  const file = el('input', { type: 'file', on: { change: () => open(file.files?.[0]) } });
  const limits = [1, 10, 60].map((seconds) => el('option', { value: `${seconds}`, selected: seconds === 10 }, `${seconds} s`));
  const limit = el('select', {}, limits);
  const cancel = button('Cancel', () => search.abort(), { disabled: true });
  const build = el('a', { class: 'button' }, 'Change by hand');
  const title = el('h2', { id: 'board' });
  const large = el('p', { class: 'soft', hidden: true }, `Boards of more than ${MOST_CARDS} cards are not drawn.`);
  const board = new Board({ label: 'The board', room: 'width' });
  const found = el('p', {});
  const proved = el('div');
  const [packed, meeting, game] = [el('p', {}), el('p', {}), el('p', {})];
  /** @param {string} label */
  const listed = (label) => {
    /** @type {SetList} */
    const list = new SetList(label, (set) => mark(set, list));
    return list;
  };
  const all = listed('All sets');
  const apart = listed('The most disjoint sets');
  const fewest = listed('The fewest disjoint sets that meet all others');
  const winning = listed('The sets that win');
  const lists = [all, apart, fewest, winning];
  const more = button('Show more', () => list(all.size + SHOWN, search.signal), { hidden: true });
  const results = el(
    'div',
    { class: 'split', hidden: true },
    el('div', { class: 'column' }, panel(title, large, board.element, el('div', { class: 'row' }, build))),
    el('div', { class: 'column first' }, panel('Sets', found, proved, all.element, more)),
    el(
      'div',
      { class: 'column rest' },
      panel('Disjoint sets', packed, apart.element),
      panel('Fewest sets that leave none', meeting, fewest.element),
      panel('A game for two', el('p', { class: 'soft' }, 'Take sets in turn; who cannot take one loses.'), game, winning.element),
    ),
  );
  const racing = race(() => ({ board: read, timeout: Number(limit.value) }), signal);
  racing.element.hidden = true;
  const input = panel(
    el('h2', {}, el('label', { for: 'text' }, 'Cards')),
    text,
    assumed,
    el('p', { class: 'soft', id: 'notations' }, 'In any notation: 0121, or 0,1,2,1, or on (3,4) 1GoD; or as you have them: letters, words, CSV, JSON.'),
    el(
      'details',
      {},
      el('summary', {}, 'From a file or a photograph'),
      el('label', {}, 'Choose or drop a file', file),
      el('p', {}, el('a', { href: writeLink('photo') }, 'Read a photograph of the table')),
    ),
    wrong,
    several,
    el(
      'div',
      { class: 'row' },
      button('Solve', () => solve(), { class: 'main' }),
      cancel,
      button('Random board', deal),
      el('label', {}, 'Time limit', limit),
    ),
  );
  input.addEventListener('dragover', (event) => event.preventDefault());
  input.addEventListener('drop', (event) => {
    event.preventDefault();
    open(event.dataTransfer?.files[0]);
  });
  fill(root, el('h1', {}, 'Solve a board'), input, results, racing.element);

  /** @param {File | undefined} chosen */
  async function open(chosen) {
    if (!chosen) return;
    if (chosen.size > LONGEST) return fill(wrong, `${chosen.name} is too large: at most ${LONGEST / 1000} kB can be read.`);
    text.value = await chosen.text();
    await solve();
  }

  async function deal() {
    const dealt = await ask({ ask: 'deal', deck: read.deck }, { signal }).catch((error) => void fill(wrong, inWords(error)));
    if (!dealt) return;
    text.value = dealt.cards.join(' ');
    await solve();
  }

  /** Reads the text, and finds out about its board. @param {string} [name] of a board, if there are several */
  async function solve(name) {
    search.abort();
    racing.clear();
    search = new AbortController();
    const until = AbortSignal.any([signal, search.signal]);
    fill(wrong);
    fill(assumed);
    if (name === undefined) several.hidden = true;
    try {
      const { reading, ...now } = await readText({ text: text.value, name }, read.deck, until);
      read = now;
      fill(assumed, reading && `${reading.charAt(0).toUpperCase()}${reading.slice(1)}.`);
    } catch (error) {
      results.hidden = racing.element.hidden = true;
      const choice = boardNames(error);
      if (!choice?.length) return fill(wrong, inWords(error));
      fill(names, choice.map((one) => el('option', {}, one)));
      several.hidden = false;
      return solve(choice[0]);
    }
    const { deck, cards } = read;
    const params = boardParams(deck, cards);
    rename(writeLink('solve', params));
    build.href = writeLink('build', params);
    build.hidden = cards.length > MOST_CARDS;
    fill(title, `${plural(cards.length, 'card')} of ${deckName(deck)}`);
    results.hidden = racing.element.hidden = false;
    cancel.disabled = false;
    for (const list of lists) list.clear();
    drawn = null;
    await Promise.all([draw(), racing.offer()]).catch((error) => void fill(wrong, inWords(error)));
    await Promise.all([list(SHOWN, until), disjoint(until)]);
    // The button stays enabled while it has the focus.
    if (!until.aborted) cancel.disabled = !cancel.matches(':focus');
  }

  async function draw() {
    const asked = read;
    large.hidden = read.cards.length <= MOST_CARDS;
    const [next, cards] = [pictures(read.deck), large.hidden ? read.cards : []];
    await next.draw(cards);
    if (read !== asked) return;
    if (next !== pictures(read.deck)) return draw();
    drawn = large.hidden ? next : null;
    board.show(cards, next);
  }

  /** Draws in another style what is shown; what is typed meanwhile is another board. */
  async function redraw() {
    if (!drawn || drawn === pictures(read.deck)) return;
    await draw();
    mark(null, all);
    for (const list of lists) list.redraw(drawn);
  }

  /** Lists the sets up to `most`, behind those that are listed already. @param {number} most @param {AbortSignal} until */
  async function list(most, until) {
    const { cards } = read;
    let seen = 0;
    /** @param {number[][]} positions */
    const add = (positions) => {
      const isNew = positions.filter((_, i) => seen + i >= all.size);
      seen += positions.length;
      if (until.aborted) return;
      all.add(isNew.map((set) => set.map((at) => cards[at])), drawn);
      fill(found, `${plural(all.size, 'set')} so far …`);
    };
    more.hidden = true;
    fill(proved);
    fill(found, SEARCHING);
    try {
      const waiting = waits(found, SEARCHING);
      /** @param {any} line */
      const onLine = (line) => (line.positions ? add(line.positions) : waiting(line));
      const request = { ask: 'list', board: read, first: most, search: { timeout: Number(limit.value) } };
      const answer = await ask(request, { signal: until, onLine });
      if (!seen) add(answer.positions ?? []);
      fill(found, foundInWords(answer));
      if (answer.answer === 'none') fill(proved, proof(read, Number(limit.value), until));
      more.hidden = BigInt(answer.count ?? 0) <= BigInt(all.size);
    } catch (error) {
      if (signal.aborted || read.cards !== cards) return;
      fill(found, until.aborted ? `Cancelled: ${plural(all.size, 'set')} listed; there may be more.` : inWords(error));
    }
    announce(found.textContent ?? '');
  }

  /** @param {any} answer to `list` */
  function foundInWords({ answer, reason, count, method, seconds }) {
    const by = `by ${method} in ${duration(seconds * 1000)}`;
    const shown = BigInt(count ?? 0) > BigInt(all.size) ? ` The first ${all.size} are listed.` : '';
    if (answer === 'stopped') return `At least ${plural(count ?? 0, 'set')}: ${reason.message} (${by}).${shown}`;
    return `${answer === 'none' ? 'No set: this is proved' : plural(count, 'set')}, ${by}.${shown}`;
  }

  /** Asks about disjoint sets, one question after the other. @param {AbortSignal} until */
  async function disjoint(until) {
    const { cards } = read;
    /** @param {string} name of a question @param {HTMLElement} place @param {SetList} list @param {(answer: any) => string} words */
    const about = async (name, place, list, words) => {
      try {
        const request = { ask: name, board: read, search: { timeout: Number(limit.value) } };
        const answer = await ask(request, { signal: until, onLine: waits(place, SEARCHING) });
        fill(place, words(answer));
        list.add(answer.sets.slice(0, SHOWN), drawn);
      } catch (error) {
        if (signal.aborted || read.cards !== cards) return;
        fill(place, until.aborted ? 'Cancelled.' : inWords(error));
      }
    };
    for (const place of [packed, meeting, game]) fill(place, SEARCHING);
    await about('pack', packed, apart, mostInWords);
    await about('pack-fewest', meeting, fewest, fewestInWords);
    await about('nim', game, winning, nimInWords);
  }

  /** @param {string[] | null} set @param {SetList} list that it belongs to */
  function mark(set, list) {
    for (const other of lists) if (other !== list) other.release();
    const dim = set ? read.cards.filter((card) => !set.includes(card)) : [];
    board.mark({ right: set ?? [], dim }, { right: 'in the set' });
  }

  onSettings(() => redraw().catch((error) => fill(wrong, inWords(error))), signal);
  signal.addEventListener('abort', () => search.abort());
  if (text.value) await solve();
}

/** @param {any} answer to `pack` */
function mostInWords({ count, bound, proved, reason }) {
  const known = plural(count, 'disjoint set');
  return proved ? `${known}: more are impossible.` : `${known}; whether up to ${bound} are possible is not known: ${reason?.message}.`;
}

/** @param {any} answer to `pack-fewest` */
function fewestInWords({ answer, count, bound, reason }) {
  const known = count === '1' ? '1 set meets all others' : `${count} disjoint sets meet all others`;
  if (answer === 'none') return 'There is no set to meet.';
  if (answer === 'found') return `${known}: fewer are impossible.`;
  return count === '0' ? `Not known: ${reason.message}.` : `${known}; whether ${bound} are enough is not known: ${reason.message}.`;
}

/** @param {any} answer to `nim` */
function nimInWords({ answer, value, reason }) {
  if (answer === 'stopped') return `Who wins is not known: ${reason.message}.`;
  const nim = value === undefined ? '' : ` (nim value ${value})`;
  return answer === 'yes' ? `The first player wins${nim}, beginning with one of these sets.` : `The second player wins${nim}.`;
}
