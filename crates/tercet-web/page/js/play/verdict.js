// The panel that says why: at once whether the choice was a set, then, property by property, the
// engine's words and the cards that offend.

import { announce, duration, el, fill, plural } from '../core/dom.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { offending } from './offending.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/cards.js').Pictures} Pictures */

/**
 * Small pictures of cards, with their names for those who do not see them.
 * @param {string[]} cards
 * @param {Pictures} pictures
 */
export function thumbs(cards, pictures) {
  const thumb = (/** @type {string} */ card) => el('span', { role: 'img', 'aria-label': pictures.name(card) }, pictures.picture(card));
  return el('span', { class: 'thumbs' }, cards.map(thumb));
}

export class VerdictPanel {
  element = el('section', { class: 'panel verdict', 'aria-label': 'Verdict', hidden: true });
  /** @type {Game['verdict']} */
  #shown = null;

  /**
   * @param {Game} game
   * @param {Pictures} pictures
   * @param {AbortSignal} signal
   */
  async show(game, pictures, signal) {
    const { verdict } = game;
    if (verdict === this.#shown) return;
    this.#shown = verdict;
    this.element.hidden = verdict === null;
    if (!verdict) return;
    const { cards } = verdict;
    switch (verdict.type) {
      case 'right': {
        const time = duration(game.taken.at(-1)?.time ?? 0);
        announce(game.over ? 'Set.' : `Set, after ${time}. ${progress(game)}.`);
        return fill(this.element, el('p', {}, el('strong', { class: 'good' }, '✓ Set'), ` after ${time}`), thumbs(cards, pictures));
      }
      case 'again':
        return this.#say('You have found this set before.', thumbs(cards, pictures));
      case 'none':
        return this.#say(game.over ? 'Right: no set is left.' : `Right, no set: ${plural(game.setup.deck.values, 'card')} more.`);
      case 'not-none':
        return this.#say(game.setup.goal.kind === 'layout' ? 'There is a further set here.' : 'There is a set here.');
      case 'wrong':
        return this.#explain(game, cards, pictures, signal);
    }
  }

  /** @param {string} words @param {Node} [more] */
  #say(words, more) {
    fill(this.element, el('p', {}, el('strong', {}, words)), more);
    announce(words);
  }

  /** @param {Game} game @param {string[]} cards @param {Pictures} pictures @param {AbortSignal} signal */
  async #explain({ setup: { deck }, verdict }, cards, pictures, signal) {
    const rows = el('dl', { class: 'reasons' });
    fill(this.element, el('p', {}, el('strong', { class: 'bad' }, '✗ Not a set')), thumbs(cards, pictures), rows);
    try {
      const why = await ask({ ask: 'explain', board: { deck, cards }, pictured: true }, { signal });
      if (verdict !== this.#shown) return;
      const odd = offending(deck, cards);
      const mixed = why.properties.filter((/** @type {any} */ property) => property.verdict === 'mixed');
      announce(`Not a set. ${mixed.map((/** @type {any} */ { name, words }) => `${name}: ${words}`).join('; ')}.`);
      fill(rows, why.properties.map((/** @type {any} */ property, /** @type {number} */ i) => reason(property, odd[i], pictures)));
    } catch (error) {
      announce('Not a set.');
      const words = inWords(error);
      if (words) fill(rows, el('dd', { class: 'soft' }, words));
    }
  }
}

/** @param {{ name: string, verdict: string, words: string }} property @param {string[]} odd @param {Pictures} pictures */
function reason({ name, verdict, words }, odd, pictures) {
  const isMixed = verdict === 'mixed';
  return el(
    'div',
    {},
    el('dt', {}, name),
    el('dd', { class: isMixed ? 'bad' : 'good' }, isMixed ? '✗ ' : '✓ ', words),
    isMixed && el('dd', {}, el('span', { class: 'unseen' }, 'Not like the others: '), thumbs(odd, pictures)),
  );
}

/**
 * How far a game is: `4 of 10 sets`.
 * @param {Game} game
 */
export function progress({ setup: { goal }, taken, sets }) {
  const of = goal.kind === 'sets' ? goal.sets : goal.kind === 'layout' ? sets : null;
  const found = of === null ? plural(taken.length, 'set') : `${taken.length} of ${plural(of, 'set')}`;
  return goal.kind === 'layout' ? `${found} found` : found;
}
