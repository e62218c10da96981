// The panel that shows a choice, and why it is not a set, property by property.

import { reasons } from '../core/deck.js';
import { el, fill } from '../core/dom.js';
import { offending } from './offending.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/cards.js').Pictures} Pictures */

/** Small pictures of cards, which screen readers name. @param {string[]} cards @param {Pictures} pictures */
export function thumbs(cards, pictures) {
  const named = (/** @type {string} */ card) => ({ role: 'img', 'aria-label': pictures.name(card) });
  return el('div', { class: 'thumbs' }, cards.map((card) => el('span', named(card), pictures.picture(card))));
}

/**
 * Why cards are a set or not, as a list of the properties.
 * @param {import('../core/deck.js').Deck} deck
 * @param {string[]} cards
 * @param {Pictures} pictures
 */
export function explained(deck, cards, pictures) {
  const row = (/** @type {import('../core/deck.js').Reason} */ property) => {
    const { name, words, verdict } = property;
    const why = el('dd', { class: verdict === 'mixed' ? 'bad' : 'good' }, verdict === 'mixed' ? '✗ ' : '✓ ', words);
    return el('div', {}, el('dt', {}, name), why, el('dd', {}, thumbs(offending(property, cards), pictures)));
  };
  return el('dl', { class: 'reasons' }, reasons(deck, cards, pictures.properties).map(row));
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

  /** @param {Game} game @param {Pictures} pictures */
  show({ verdict, setup, taken }, pictures) {
    const isLayout = setup.goal.kind === 'layout';
    this.found.hidden = !isLayout || !taken.length;
    if (!this.found.hidden) fill(this.found, el('h2', {}, 'Found'), taken.map((set) => thumbs(set.cards, pictures)));
    if (verdict === this.#verdict && pictures === this.#pictures) return;
    [this.#verdict, this.#pictures] = [verdict, pictures];
    // The sets of a layout are listed anyway.
    this.element.hidden = !verdict?.cards.length || (isLayout && verdict.type === 'right');
    const cards = verdict?.cards ?? [];
    fill(this.element, thumbs(cards, pictures), verdict?.type === 'wrong' && explained(setup.deck, cards, pictures));
  }
}
