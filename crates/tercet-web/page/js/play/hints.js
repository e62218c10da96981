// Hints: at each stage the engine shows one more card of a set, and never more.

import { announce, button, el, fill, plural } from '../core/dom.js';
import { ask } from '../core/engine.js';
import { cardsOf, isAllowed, lastSet } from '../core/game.js';
import { keyName } from '../core/keys.js';
import { settings } from '../core/store.js';
import { SetList } from '../solve/sets.js';
import { SECONDS, countSets } from './games.js';
import { unknownPart } from './unknown.js';
import { thumbs } from './verdict.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {{ isFound: boolean, cards: string[], needs: { name: string, words: string }[] }} Hint */

/**
 * A hint about a set that was not found yet; at stage 0, only whether there is one.
 * @param {Game} game
 * @param {number} stage
 * @param {AbortSignal} signal
 * @returns {Promise<Hint>}
 */
export async function hint(game, stage, signal) {
  const { deck, goal } = game.setup;
  const known = goal.kind === 'layout' ? game.taken.map((set) => set.cards) : [];
  let cards = cardsOf(game);
  if (known.length) {
    const count = (/** @type {string[]} */ some) => countSets(deck, some, signal);
    if ((await count(cards)) <= known.length) return { isFound: false, cards: [], needs: [] };
    cards = await unknownPart(cards, known, count);
  }
  const last = lastSet(game);
  const answer = await ask({ ask: 'hint', board: { deck, cards }, ...(last.length && { last }), stage, pictured: true, timeout: SECONDS }, { signal });
  return { isFound: answer.answer === 'found', cards: answer.cards, needs: answer.needs };
}

/** The most sets that are shown of those that were not found. */
const MOST = 60;

/**
 * The sets on the board that were not found, and whether these are all.
 * @param {Game} game
 * @param {AbortSignal} signal
 */
export async function missed(game, signal) {
  const { deck, goal } = game.setup;
  const known = goal.kind === 'layout' ? game.taken : [];
  const request = { ask: 'list', board: { deck, cards: cardsOf(game) }, first: MOST + known.length, search: { timeout: SECONDS } };
  const { answer, sets = [], count } = await ask(request, { signal });
  const isKnown = (/** @type {string[]} */ set) => known.some((one) => one.cards.every((card) => set.includes(card)));
  const isAll = answer !== 'stopped' && BigInt(count ?? 0) === BigInt(sets.length);
  const missed = /** @type {string[][]} */ (sets).filter((set) => !isKnown(set) && isAllowed(game, set));
  return { sets: missed.slice(0, MOST), isAll };
}

export class HintPanel {
  element = el('section', { class: 'panel aside', 'aria-label': 'Hint', tabIndex: -1, hidden: true });
  /** The cards that are shown. @type {string[]} */
  cards = [];
  #thumbs = el('div');
  /** @type {import('../core/cards.js').Pictures | null} */
  #pictures = null;

  /** @param {() => void} onMore asks for the next stage */
  constructor(onMore) {
    this.onMore = onMore;
  }

  clear() {
    this.cards = [];
    this.element.hidden = true;
  }

  /** Shows the cards in these pictures. @param {import('../core/cards.js').Pictures} pictures */
  draw(pictures) {
    if (pictures !== this.#pictures) fill(this.#thumbs, thumbs(this.cards, pictures));
    this.#pictures = pictures;
  }

  /**
   * @param {Hint} hint
   * @param {Game} game
   * @param {import('../core/cards.js').Pictures} pictures
   * @param {boolean} isGiven whether it was said before
   * @returns {string} what it says, in short
   */
  show({ isFound, cards, needs }, { setup: { deck, goal } }, pictures, isGiven) {
    const hadFocus = this.element.contains(document.activeElement);
    const isWhole = cards.length === deck.values;
    const key = el('kbd', { 'aria-hidden': 'true' }, keyName(settings().keys.hint));
    const more = button('Show one more card', this.onMore, { class: 'main' }, key);
    const these = cards.length === 1 ? 'This card is' : `These ${cards.length} cards are`;
    const none = goal.kind === 'layout' ? 'There is no further set' : 'There is no set';
    const words = !isFound ? none : isWhole ? 'This is a set' : `${these} in a set`;
    const rows = needs.map((need) => el('div', {}, el('dt', {}, need.name), el('dd', {}, need.words)));
    const missing = el('details', {}, el('summary', {}, 'What is missing?'), el('dl', { class: 'reasons' }, rows));
    this.cards = cards;
    this.#pictures = null;
    this.draw(pictures);
    this.element.hidden = false;
    fill(
      this.element,
      el('h2', {}, isFound ? `Hint: ${cards.length} of ${deck.values} cards` : 'Hint'),
      el('p', {}, `${words}.`),
      this.#thumbs,
      needs.length > 0 && cards.length > 1 && missing,
      isFound && !isWhole && el('div', {}, more),
    );
    if (!isGiven) announce([words, ...cards.map((card) => pictures.name(card))].join('; '));
    if (hadFocus) (more.isConnected ? more : this.element).focus();
    return `${words}.`;
  }

  /**
   * Shows what was not found.
   * @param {string[][]} sets
   * @param {boolean} isAll whether there are no further ones
   * @param {import('../core/cards.js').Pictures} pictures
   * @param {(set: string[] | null) => void} onSet called with the set to mark
   */
  showMissed(sets, isAll, pictures, onSet) {
    const list = new SetList('Sets that were not found', onSet);
    list.add(sets, pictures);
    const words = sets.length ? `${isAll ? '' : 'At least '}${plural(sets.length, 'set')} not found` : 'There was no set';
    this.cards = [];
    this.element.hidden = false;
    fill(this.element, el('h2', {}, words), list.element);
    announce(`${words}.`);
  }
}
