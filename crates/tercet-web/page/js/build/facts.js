// What is said of a board while it is laid: its sets, the odds of its size, what the next card does.

import { el, fill, grouped, plural } from '../core/dom.js';
import { size } from '../core/deck.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { largestInWords, meanInWords, share, withoutSet } from './odds.js';

/** @typedef {import('./hand.js').Hand} Hand */

/** The most sets that are listed to see which card lies in most of them. */
const LISTED = 5000;
/** The largest deck whose cards are tried one by one. */
const TRIED = 20_000n;
/** How many hands are dealt where nothing is counted. */
const SAMPLES = 2000;

/** What does not depend on the cards is asked once. @type {Map<string, Promise<string>>} */
const known = new Map();

/** @param {string} key @param {() => Promise<string>} find */
function once(key, find) {
  let found = known.get(key);
  if (!found) {
    known.set(key, (found = find()));
    found.catch(() => known.delete(key));
  }
  return found;
}

/** How likely so many random cards hold no set: counted, or estimated where that takes over a second. @param {Hand} hand */
function oddsOf({ deck, cards }) {
  return once(`odds ${deck.values}.${deck.properties} ${cards.length}`, async () => {
    const request = { ask: 'odds', deck, size: cards.length, samples: SAMPLES, timeout: 1 };
    let answer = await ask(request);
    if (answer.answer === 'stopped') answer = await ask({ ...request, memory: 1, timeout: 3 });
    return `${withoutSet(answer)}${answer.mean === undefined ? '' : ` ${meanInWords(answer.mean)}`}`;
  });
}

/** Waits until cards are no longer laid one after the other. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 200));

/** @param {Hand} hand */
function largestOf({ deck }) {
  const find = async () => largestInWords(await ask({ ask: 'caps-max', deck, seed: 1, timeout: 1 }));
  return once(`largest ${deck.values}.${deck.properties}`, find);
}

/**
 * How many sets lie there, and the card in most of them.
 * @param {string[]} cards
 * @param {any} answer to `list`
 * @param {(card: string) => string} name
 */
function setsInWords(cards, answer, name) {
  if (answer.answer === 'stopped') return `${plural(answer.count ?? 0, 'set')} found before a limit ended the search: ${answer.reason.message}.`;
  const times = new Map(cards.map((card) => [card, 0]));
  for (const card of answer.sets.flat()) times.set(card, (times.get(card) ?? 0) + 1);
  const most = Math.max(0, ...times.values());
  const often = cards.filter((card) => times.get(card) === most);
  const isTold = most > 1 && answer.count === String(answer.sets.length);
  const which = often.length === 1 ? name(often[0]) : `${often.length} cards, such as ${name(often[0])}`;
  return `${plural(answer.count, 'set')}.${isTold ? ` In most of them, ${grouped(most)}: ${which}.` : ''}`;
}

/** @typedef {{ count: string | null, addable: Set<string> | null }} Known the sets on the board; the cards that make none */

/** The panel of facts. */
export class Facts {
  #shown = el('dl', { class: 'facts' });
  #lines = /** @type {Record<string, HTMLElement>} */ ({});

  constructor() {
    for (const title of ['Sets', 'Odds', 'Next card', 'Without a set']) {
      this.#lines[title] = el('dd', {});
      this.#shown.append(el('div', { hidden: true }, el('dt', {}, title), this.#lines[title]));
    }
    this.element = el('section', { class: 'panel', 'aria-labelledby': 'facts' }, el('h2', { id: 'facts' }, 'Sets and odds'), this.#shown);
  }

  /** @param {string} title @param {string | null} words */
  #say(title, words) {
    const line = this.#lines[title];
    fill(line, words);
    if (line.parentElement) line.parentElement.hidden = !words;
  }

  /**
   * Finds out what there is to say of a board.
   * @param {Hand} hand
   * @param {{ name: (card: string) => string, signal: AbortSignal, onKnown: (known: Known) => void }} options
   */
  async update(hand, { name, signal, onKnown }) {
    const { deck, cards } = hand;
    const board = { cards, deck };
    /** @param {string} title @param {Promise<string>} found */
    const follow = (title, found) =>
      found.catch(inWords).then((words) => {
        if (!signal.aborted) this.#say(title, words);
      });
    follow('Odds', pause().then(() => (cards.length >= deck.values && !signal.aborted ? oddsOf(hand) : '')));
    follow('Without a set', hand.free ? largestOf(hand) : Promise.resolve(''));
    try {
      const answer = await ask({ ask: 'list', board, first: LISTED, search: { timeout: 5 } }, { signal });
      this.#say('Sets', setsInWords(cards, answer, name));
      const count = answer.answer === 'stopped' ? null : answer.count;
      onKnown({ count, addable: null });
      if (count !== '0' || size(deck) > TRIED) return this.#say('Next card', null);
      const tried = await ask({ ask: 'caps-complete', board, timeout: 5 }, { signal });
      if (tried.answer === 'stopped' || tried.lower_bound) return this.#say('Next card', null);
      onKnown({ count, addable: new Set(tried.addable) });
      this.#say('Next card', nextInWords(size(deck) - BigInt(cards.length), BigInt(tried.addable.length)));
    } catch (error) {
      if (!signal.aborted) this.#say('Sets', inWords(error));
    }
  }
}

/**
 * Whether the next card makes a set.
 * @param {bigint} left how many cards are left in the deck
 * @param {bigint} addable how many of them make none
 */
function nextInWords(left, addable) {
  if (left === 0n) return 'All cards of the deck lie here.';
  if (addable === 0n) return 'Every further card makes a set: the board is complete.';
  const making = left - addable;
  if (making === 0n) return 'No further card makes a set.';
  return `A random further card makes a set with probability ${share(making, left)}: ${grouped(making)} of ${grouped(left)}.`;
}
