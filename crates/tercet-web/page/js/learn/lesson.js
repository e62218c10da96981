// One task of a step: its cards, where it is shown, and the feedback on an answer.

import { announce, el, fill } from '../core/dom.js';
import { whyNotSet } from '../core/deck.js';
import { pictures } from '../core/cards.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { explained } from '../play/verdict.js';

export class Lesson {
  /** Whether the task was answered. */
  isOver = false;
  task = el('div', { class: 'column' });
  reply = el('section', { class: 'panel', 'aria-label': 'Answer', hidden: true });

  /**
   * @param {import('./steps.js').Step} step
   * @param {import('../core/deck.js').Deck} deck
   * @param {AbortSignal} signal
   * @param {(isRight: boolean) => HTMLElement[]} onOver is called with the answer, and returns buttons for the next step
   */
  constructor(step, deck, signal, onOver) {
    this.step = step;
    this.deck = deck;
    this.signal = signal;
    this.onOver = onOver;
    this.pictures = pictures(deck);
  }

  /** Random cards with a set among them; as many as a set has are one. @param {number} [size] @returns {Promise<string[]>} */
  async deal(size = this.deck.values) {
    return (await ask({ ask: 'deal', deck: this.deck, size, kind: 'planted' }, { signal: this.signal })).cards;
  }

  /**
   * Says whether an answer is right, and why.
   * @param {boolean} isRight
   * @param {string} words
   * @param {string[]} cards of the answer; none where they explain nothing
   * @param {boolean} [isOver] whether the task ends with it
   * @param {boolean} [isCounted] whether it counts if it is right
   */
  answer(isRight, words, cards, isOver = isRight, isCounted = true) {
    this.isOver = isOver;
    if (isOver) for (const control of this.task.querySelectorAll('button')) control.disabled = !control.matches('.card');
    const next = isOver ? this.onOver(isRight && isCounted) : [];
    const why = cards.length > 0 && explained(this.deck, cards, this.pictures);
    const verdict = el('strong', { class: isRight ? 'good' : 'bad' }, isRight ? '✓ ' : '✗ ', words);
    fill(this.reply, el('p', {}, verdict), isOver && el('div', { class: 'row' }, next), why);
    this.reply.hidden = false;
    this.reply.scrollIntoView({ block: 'nearest' });
    const mixed = cards.length ? whyNotSet(this.deck, cards, this.pictures.properties) : [];
    announce([words, mixed.join('; ')].join(' '));
    next[0]?.focus();
  }

  /** @param {unknown} error */
  fail(error) {
    const words = inWords(error);
    if (words === null || this.signal.aborted) return;
    this.reply.hidden = false;
    fill(this.reply, el('p', { class: 'bad', role: 'alert' }, words));
  }
}
