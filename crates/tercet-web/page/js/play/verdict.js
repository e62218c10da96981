// The panel that shows a choice, and why it is not a set, property by property.

import { announce, el, fill } from '../core/dom.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { offending } from './offending.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/cards.js').Pictures} Pictures */

/** Small pictures of cards, which screen readers name. @param {string[]} cards @param {Pictures} pictures */
export function thumbs(cards, pictures) {
  const named = (/** @type {string} */ card) => ({ role: 'img', 'aria-label': pictures.name(card) });
  return el('div', { class: 'thumbs' }, cards.map((card) => el('span', named(card), pictures.picture(card))));
}

/**
 * Why cards are a set or not, as a list of the properties, and what is wrong in words.
 * @param {import('../core/deck.js').Deck} deck
 * @param {string[]} cards
 * @param {Pictures} pictures
 * @param {AbortSignal} signal
 */
export async function explain(deck, cards, pictures, signal) {
  const { properties } = await ask({ ask: 'explain', board: { deck, cards }, pictured: true }, { signal });
  const row = (/** @type {any} */ property) => {
    const { name, words, verdict } = property;
    const why = el('dd', { class: verdict === 'mixed' ? 'bad' : 'good' }, verdict === 'mixed' ? '✗ ' : '✓ ', words);
    return el('div', {}, el('dt', {}, name), why, el('dd', {}, thumbs(offending(property, cards), pictures)));
  };
  const mixed = properties.filter((/** @type {any} */ { verdict }) => verdict === 'mixed');
  const words = mixed.map((/** @type {any} */ { name, words }) => `${name}: ${words}`).join('; ');
  return { list: el('dl', { class: 'reasons' }, properties.map(row)), words };
}

/** What a choice holds in pictures, and why it is no set; what it is in words is said with the moves. */
export class VerdictPanel {
  element = el('section', { class: 'panel aside', 'aria-label': 'Verdict', hidden: true });
  /** The sets of a layout that were found. */
  found = el('section', { class: 'panel aside', 'aria-label': 'Sets found', hidden: true });
  /** @type {Game['verdict']} */
  #verdict = null;
  /** @type {Pictures | null} */
  #pictures = null;

  /** @param {Game} game @param {Pictures} pictures @param {AbortSignal} signal */
  show({ verdict, setup, taken }, pictures, signal) {
    this.found.hidden = setup.goal.kind !== 'layout' || !taken.length;
    if (!this.found.hidden) fill(this.found, el('h2', {}, 'Found'), taken.map((set) => thumbs(set.cards, pictures)));
    if (verdict === this.#verdict && pictures === this.#pictures) return;
    const isNew = verdict !== this.#verdict;
    [this.#verdict, this.#pictures] = [verdict, pictures];
    this.element.hidden = !verdict?.cards.length;
    fill(this.element, thumbs(verdict?.cards ?? [], pictures));
    if (verdict?.type === 'wrong') this.#explain(setup.deck, verdict, pictures, signal, isNew);
  }

  /**
   * @param {import('../core/deck.js').Deck} deck
   * @param {NonNullable<Game['verdict']>} verdict
   * @param {Pictures} pictures
   * @param {AbortSignal} signal
   * @param {boolean} isNew whether it is announced
   */
  async #explain(deck, verdict, pictures, signal, isNew) {
    try {
      const { list, words } = await explain(deck, verdict.cards, pictures, signal);
      if (verdict !== this.#verdict || pictures !== this.#pictures) return;
      this.element.append(list);
      if (isNew) announce(`Not a set. ${words}.`);
    } catch (error) {
      if (isNew) announce('Not a set.');
      if (inWords(error)) this.element.append(el('p', { class: 'soft' }, inWords(error)));
    }
  }
}
