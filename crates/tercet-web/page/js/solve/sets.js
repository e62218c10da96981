// A list of sets: buttons that mark a set on the board.

import { button, el, fill } from '../core/dom.js';

/** @typedef {import('../core/cards.js').Pictures} Pictures */

export class SetList {
  #count = 0;
  /** @type {HTMLButtonElement | null} */
  #pressed = null;

  /** @param {string} label @param {(set: string[] | null) => void} onSet hears of the set to be marked */
  constructor(label, onSet) {
    this.onSet = onSet;
    this.element = el('ul', { class: 'sets', 'aria-label': label });
  }

  get size() {
    return this.#count;
  }

  /**
   * Adds sets behind those that are listed.
   * @param {string[][]} sets
   * @param {Pictures | null} pictures of cards that were drawn; without them cards are texts
   */
  add(sets, pictures) {
    this.element.append(...sets.map((set) => el('li', {}, this.#button(set, pictures))));
  }

  /** @param {string[]} set @param {Pictures | null} pictures */
  #button(set, pictures) {
    this.#count += 1;
    const press = () => {
      const isNew = this.#pressed !== one;
      this.release();
      if (isNew) {
        this.#pressed = one;
        one.setAttribute('aria-pressed', 'true');
      }
      this.onSet(isNew ? set : null);
    };
    const names = pictures ? set.map((card) => pictures.name(card)).join(', ') : set.join(' ');
    const label = `Set ${this.#count}: ${names}`;
    const one = button(this.#count, press, { class: 'set', 'aria-pressed': false, 'aria-label': label });
    one.append(...(pictures ? set.map((card) => pictures.picture(card)) : [names]));
    return one;
  }

  clear() {
    this.release();
    this.#count = 0;
    fill(this.element);
  }

  /** Presses no set any longer. */
  release() {
    this.#pressed?.setAttribute('aria-pressed', 'false');
    this.#pressed = null;
  }
}
