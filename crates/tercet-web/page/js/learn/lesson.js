// One task of a step: where it is shown, and what is said about an answer, property by property.

import { announce, el, fill } from '../core/dom.js';
import { pictures } from '../core/cards.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { explain } from '../play/verdict.js';

/** @typedef {import('../core/deck.js').Deck} Deck */

export class Lesson {
  /** Whether the task was answered. */
  isOver = false;

  /**
   * @param {object} options
   * @param {import('./steps.js').Step} options.step
   * @param {Deck} options.deck
   * @param {AbortSignal} options.signal
   * @param {(right: boolean) => (Node | false)[]} options.onOver hears whether the answer was right and returns what can be done next
   */
  constructor({ step, deck, signal, onOver }) {
    this.step = step;
    this.deck = deck;
    this.signal = signal;
    this.onOver = onOver;
    this.pictures = pictures(deck);
    this.task = el('div', { class: 'column' });
    this.reply = el('div', { class: 'column reply' });
    this.element = el('div', { class: 'column' }, this.task, this.reply);
  }

  /** A random set of the deck. @returns {Promise<string[]>} */
  set() {
    return this.deal(this.deck.values);
  }

  /** Random cards with a set among them. @param {number} size @returns {Promise<string[]>} */
  async deal(size) {
    return (await ask({ ask: 'deal', deck: this.deck, size, kind: 'planted' }, { signal: this.signal })).cards;
  }

  /** @param {...Node} nodes */
  show(...nodes) {
    if (!this.signal.aborted) fill(this.task, nodes);
  }

  /** The task is answered. @param {string} words @param {string[]} cards of which the answer was */
  right(words, cards) {
    this.#end(true, el('strong', { class: 'good' }, `✓ ${words}`), words, cards);
  }

  /** The task is answered, but not rightly. @param {string} words @param {string[]} cards */
  missed(words, cards) {
    this.#end(false, el('strong', { class: 'bad' }, `✗ ${words}`), words, cards);
  }

  /** The task goes on. @param {string} words @param {string[]} [cards] */
  wrong(words, cards) {
    this.#say(el('strong', { class: 'bad' }, `✗ ${words}`), words, cards);
  }

  /** @param {unknown} error */
  fail(error) {
    const words = inWords(error);
    if (words !== null && !this.signal.aborted) fill(this.reply, el('p', { class: 'bad', role: 'alert' }, words));
  }

  /** @param {boolean} right @param {Node} verdict @param {string} words @param {string[]} cards */
  #end(right, verdict, words, cards) {
    this.isOver = true;
    const next = this.onOver(right);
    this.#say(verdict, words, cards, el('div', { class: 'row' }, next));
    next.find((node) => node instanceof HTMLElement)?.focus();
  }

  /** @param {Node} verdict @param {string} words @param {string[]} [cards] @param {Node} [next] */
  async #say(verdict, words, cards, next) {
    const why = el('div');
    fill(this.reply, el('p', {}, verdict), next, why);
    announce(words);
    if (!cards) return;
    try {
      const { list, words: mixed } = await explain(this.deck, cards, this.pictures, this.signal);
      why.append(list);
      if (mixed) announce(`${words} ${mixed}.`);
    } catch (error) {
      const problem = inWords(error);
      if (problem !== null) fill(why, el('p', { class: 'soft' }, problem));
    }
  }
}
