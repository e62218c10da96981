// Facts about a board while it is laid: its sets, the odds of its size, and whether the next card makes a set.

import { grouped, plural } from '../core/dom.js';
import { size } from '../core/deck.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { largestInWords, meanInWords, share, withoutSet } from './odds.js';

/** @typedef {import('./hand.js').Hand} Hand */
/** @typedef {{ count: string | null, addable: Set<string> | null }} Known how many sets there are; the cards that make none */

/** The most sets that are listed to see which card lies in most of them. */
const LISTED = 1000;
/** The largest deck whose cards are tried one by one. */
const TRIED = 20_000n;
/** The number of random hands, if counting all hands would take more than a second. */
const SAMPLES = 2000;

/**
 * Finds the facts about a board.
 * @param {Hand} hand
 * @param {object} listener
 * @param {(card: string) => string} listener.name of a card
 * @param {(title: string, words: string | null) => void} listener.say
 * @param {(known: Known) => void} listener.onKnown
 * @param {AbortSignal} signal
 */
export async function findOut(hand, { name, say, onKnown }, signal) {
  const { deck, cards } = hand;
  const board = { cards, deck };
  /** @param {string} title @param {() => Promise<string | null>} find */
  const tell = async (title, find) => {
    const words = await find().catch(inWords);
    if (!signal.aborted) say(title, words);
  };
  const odds = async () => {
    if (cards.length < deck.values) return null;
    const request = { ask: 'odds', deck, size: cards.length, samples: SAMPLES, timeout: 1 };
    let answer = await ask(request, { signal });
    if (answer.answer === 'stopped') answer = await ask({ ...request, memory: 1, timeout: 3 }, { signal });
    return `${withoutSet(answer)}${answer.mean ? ` ${meanInWords(answer.mean)}` : ''}`;
  };
  const largest = async () =>
    hand.free ? largestInWords(await ask({ ask: 'caps-max', deck, seed: 1, timeout: 1 }, { signal })) : null;
  const sets = async () => {
    const { answer, sets, count, reason } = await ask({ ask: 'list', board, first: LISTED, search: { timeout: 5 } }, { signal });
    const known = answer === 'stopped' ? null : count;
    onKnown({ count: known, addable: null });
    if (known === null) return `At least ${plural(count ?? 0, 'set')}: ${reason.message}.`;
    if (known === '0') tell('Next card', next);
    else say('Next card', null);
    const lies = cards.map((card) => sets.filter((/** @type {string[]} */ set) => set.includes(card)).length);
    const most = Math.max(0, ...lies);
    const isTold = most > 1 && count === String(sets.length);
    return `${plural(count, 'set')}.${isTold ? ` ${most} of them share this card: ${name(cards[lies.indexOf(most)])}.` : ''}`;
  };
  const next = async () => {
    if (size(deck) > TRIED) return null;
    const tried = await ask({ ask: 'caps-complete', board, timeout: 5 }, { signal });
    if (tried.answer === 'stopped') return null;
    onKnown({ count: '0', addable: new Set(tried.addable) });
    return nextInWords(size(deck) - BigInt(cards.length), BigInt(tried.addable.length));
  };
  await Promise.all([tell('Odds', odds), tell('Largest without a set', largest), tell('Sets', sets)]);
}

/** Whether the next card makes a set. @param {bigint} left cards in the deck @param {bigint} addable those that make none */
function nextInWords(left, addable) {
  if (left === 0n) return 'All cards of the deck are on the board.';
  if (addable === 0n) return 'Every further card makes a set: the board is complete.';
  const making = left - addable;
  if (making === 0n) return 'No further card makes a set.';
  return `A random further card makes a set with probability ${share(making, left)}: ${grouped(making)} of ${grouped(left)}.`;
}
