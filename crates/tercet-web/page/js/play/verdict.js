// The panel that says whether a choice is a set, at once, and then why not, property by property.

import { announce, duration, el, fill, plural } from '../core/dom.js';
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

/** How far a game is: `4 of 10 sets`. @param {Game} game */
export function progress({ setup: { goal }, taken, sets }) {
  const of = goal.kind === 'sets' ? goal.sets : goal.kind === 'layout' ? sets : null;
  const found = of === null ? plural(taken.length, 'set') : `${taken.length} of ${plural(of, 'set')}`;
  return goal.kind === 'layout' ? `${found} found` : found;
}

export class VerdictPanel {
  element = el('section', { class: 'panel', 'aria-label': 'Verdict', hidden: true });
  /** The sets of a layout that were found. */
  found = el('section', { class: 'panel', 'aria-label': 'Sets found', hidden: true });
  /** @type {Game['verdict']} */
  #shown = null;

  /** Says nothing on a verdict, which was said before. @param {Game['verdict']} verdict */
  skip(verdict) {
    this.#shown = verdict;
    this.element.hidden = true;
  }

  /** @param {Game} game @param {Pictures} pictures @param {AbortSignal} signal */
  show(game, pictures, signal) {
    const { verdict, setup, taken, over } = game;
    this.found.hidden = setup.goal.kind !== 'layout' || !taken.length;
    if (!this.found.hidden) fill(this.found, el('h2', {}, 'Found'), taken.map((set) => thumbs(set.cards, pictures)));
    if (verdict === this.#shown) return;
    this.#shown = verdict;
    this.element.hidden = verdict === null;
    const isFurther = setup.goal.kind === 'layout' && taken.length > 0;
    const say = (/** @type {string[]} */ ...words) => this.#say(words, verdict?.cards ?? [], pictures);
    if (verdict?.type === 'right') say('✓ Set', ` after ${duration(taken.at(-1)?.time ?? 0)}`, progress(game));
    if (verdict?.type === 'again') say('You have found this set already');
    if (verdict?.type === 'not-none') say(isFurther ? '✗ A further set is here' : '✗ A set is here');
    if (verdict?.type === 'none') say('✓ Right, no set', over ? ' is left' : `: ${plural(setup.deck.values, 'card')} more`);
    if (verdict?.type === 'wrong') this.#explain(game, verdict.cards, pictures, signal);
  }

  /** @param {string[]} words in bold, plain, and only spoken @param {string[]} cards @param {Pictures} pictures */
  #say([bold, plain = '', spoken = ''], cards, pictures) {
    const colour = bold.startsWith('✓') ? 'good' : bold.startsWith('✗') ? 'bad' : '';
    fill(this.element, el('p', {}, el('strong', { class: colour }, bold), plain), thumbs(cards, pictures));
    announce(`${bold}${plain}. ${spoken}`);
  }

  /** @param {Game} game @param {string[]} cards @param {Pictures} pictures @param {AbortSignal} signal */
  async #explain({ setup: { deck }, verdict }, cards, pictures, signal) {
    fill(this.element, el('p', {}, el('strong', { class: 'bad' }, '✗ Not a set')), thumbs(cards, pictures));
    try {
      const { list, words } = await explain(deck, cards, pictures, signal);
      if (verdict !== this.#shown) return;
      this.element.append(list);
      announce(`Not a set. ${words}.`);
    } catch (error) {
      announce('Not a set.');
      if (inWords(error)) this.element.append(el('p', { class: 'soft' }, inWords(error)));
    }
  }
}
