// The panel that says whether a choice is a set, at once, and then why not, property by property.

import { announce, duration, el, fill, plural } from '../core/dom.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { offending } from './offending.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/cards.js').Pictures} Pictures */

/** Small pictures of cards, with their names for those who do not see them. @param {string[]} cards @param {Pictures} pictures */
export function thumbs(cards, pictures) {
  const thumb = (/** @type {string} */ card) => el('span', { role: 'img', 'aria-label': pictures.name(card) }, pictures.picture(card));
  return el('div', { class: 'thumbs' }, cards.map(thumb));
}

/** A list of properties, each with words. @param {{ name: string, words: string, verdict?: string, more?: Node | false }[]} rows */
export function reasons(rows) {
  const row = (/** @type {typeof rows[0]} */ { name, words, verdict, more }) => {
    const mark = verdict === undefined ? '' : verdict === 'mixed' ? '✗ ' : '✓ ';
    const colour = verdict === undefined ? '' : verdict === 'mixed' ? 'bad' : 'good';
    return el('div', {}, el('dt', {}, name), el('dd', { class: colour }, mark, words), more && el('dd', {}, more));
  };
  return el('dl', { class: 'reasons' }, rows.map(row));
}

/** How far a game is: `4 of 10 sets`. @param {Game} game */
export function progress({ setup: { goal }, taken, sets }) {
  const of = goal.kind === 'sets' ? goal.sets : goal.kind === 'layout' ? sets : null;
  const found = of === null ? plural(taken.length, 'set') : `${taken.length} of ${plural(of, 'set')}`;
  return goal.kind === 'layout' ? `${found} found` : found;
}

export class VerdictPanel {
  element = el('section', { class: 'panel', 'aria-label': 'Verdict', hidden: true });
  /** @type {Game['verdict']} */
  #shown = null;

  /** @param {Game} game @param {Pictures} pictures @param {AbortSignal} signal */
  show(game, pictures, signal) {
    const { verdict, setup, taken, over } = game;
    if (verdict === this.#shown) return;
    this.#shown = verdict;
    this.element.hidden = verdict === null;
    const isLayout = setup.goal.kind === 'layout';
    if (verdict?.type === 'right') this.#say('✓ Set', 'good', verdict.cards, pictures, ` after ${duration(taken.at(-1)?.time ?? 0)}`, progress(game));
    if (verdict?.type === 'again') this.#say('You have found this set already', '', verdict.cards, pictures);
    if (verdict?.type === 'not-none') this.#say(isLayout && taken.length ? '✗ A further set is here' : '✗ A set is here', 'bad', [], pictures);
    if (verdict?.type === 'none') this.#say('✓ Right, no set', 'good', [], pictures, over ? ' is left' : `: ${plural(setup.deck.values, 'card')} more`);
    if (verdict?.type === 'wrong') this.#explain(game, verdict.cards, pictures, signal);
  }

  /** @param {string} words @param {string} colour @param {string[]} cards @param {Pictures} pictures @param {string[]} rest the second only spoken */
  #say(words, colour, cards, pictures, ...rest) {
    fill(this.element, el('p', {}, el('strong', { class: colour }, words), rest[0]), thumbs(cards, pictures));
    announce(words + rest.join('. '));
  }

  /** @param {Game} game @param {string[]} cards @param {Pictures} pictures @param {AbortSignal} signal */
  async #explain({ setup: { deck }, verdict }, cards, pictures, signal) {
    const head = [el('p', {}, el('strong', { class: 'bad' }, '✗ Not a set')), thumbs(cards, pictures)];
    fill(this.element, head);
    try {
      const { properties } = await ask({ ask: 'explain', board: { deck, cards }, pictured: true }, { signal });
      if (verdict !== this.#shown) return;
      const rows = properties.map((/** @type {any} */ property) => ({ ...property, more: odd(offending(property, cards), pictures) }));
      const mixed = rows.filter((/** @type {any} */ row) => row.verdict === 'mixed').map((/** @type {any} */ row) => `${row.name}: ${row.words}`);
      fill(this.element, head, reasons(rows));
      announce(`Not a set. ${mixed.join('; ')}.`);
    } catch (error) {
      announce('Not a set.');
      if (inWords(error)) this.element.append(el('p', { class: 'soft' }, inWords(error)));
    }
  }
}

/** The cards that offend. @param {string[]} cards @param {Pictures} pictures */
function odd(cards, pictures) {
  return cards.length > 0 && el('div', {}, el('span', { class: 'unseen' }, 'What does not fit: '), thumbs(cards, pictures));
}
