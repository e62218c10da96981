// A list of sets: buttons that mark a set on the board.

import { button, el, fill } from '../core/dom.js';

/** @typedef {import('../core/cards.js').Pictures} Pictures */

export class SetList {
  /** @type {string[][]} */
  #sets = [];
  /** @type {HTMLButtonElement | null} */
  #pressed = null;

  /** @param {string} label @param {(set: string[] | null) => void} onSet is called with the set to mark */
  constructor(label, onSet) {
    this.onSet = onSet;
    this.element = el('ul', { class: 'sets', 'aria-label': label });
  }

  get size() {
    return this.#sets.length;
  }

  /**
   * Adds sets behind those that are listed.
   * @param {string[][]} sets
   * @param {Pictures | null} pictures of cards that were drawn; without them cards are texts
   */
  add(sets, pictures) {
    this.element.append(...sets.map((set) => el('li', {}, this.#button(set, pictures))));
  }

  /** Shows the same sets otherwise. @param {Pictures | null} pictures */
  redraw(pictures) {
    const sets = this.#sets;
    this.clear();
    this.add(sets, pictures);
  }

  /** @param {string[]} set @param {Pictures | null} pictures */
  #button(set, pictures) {
    const count = this.#sets.push(set);
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
    const label = `Set ${count}: ${names}`;
    const one = button(count, press, { class: 'set', 'aria-pressed': false, 'aria-label': label });
    one.append(...(pictures ? set.map((card) => pictures.picture(card)) : [names]));
    return one;
  }

  clear() {
    this.release();
    this.#sets = [];
    fill(this.element);
  }

  /** Presses no set any longer. */
  release() {
    this.#pressed?.setAttribute('aria-pressed', 'false');
    this.#pressed = null;
  }
}
