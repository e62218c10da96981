// A board of cards: buttons in a grid, of which some are pressed, or pictures to look at. Arrow
// keys move between them, each card may have a key of its own, and a card that stays on the board
// keeps its element and the focus.

import { button, el, fill } from './dom.js';
import { cardKeys } from './keys.js';
import { settings } from './store.js';

/** @typedef {import('./cards.js').Pictures} Pictures */

/**
 * @typedef {object} BoardOptions
 * @property {string} label what the board is called
 * @property {(card: string) => void} [onCard] is called with the card that was clicked; without it, cards are pictures
 * @property {boolean} [keys] whether cards have keys
 */

export class Board {
  /** @type {Map<string, HTMLElement>} */
  #buttons = new Map();
  /** @type {(string | null)[]} */
  #slots = [];

  /** @param {BoardOptions} options */
  constructor(options) {
    this.options = options;
    this.element = el('div', {
      class: 'board',
      role: 'group',
      'aria-label': options.label,
      on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#move(event) },
    });
  }

  /**
   * Shows cards in layout order; null is an empty place. They must have been drawn.
   * @param {(string | null)[]} slots
   * @param {Pictures} pictures
   */
  show(slots, pictures) {
    const focused = this.#slots.findIndex((card) => card !== null && this.#buttons.get(card) === document.activeElement);
    const before = this.#buttons;
    const isOther = this.pictures !== pictures;
    this.pictures = pictures;
    this.#slots = slots;
    this.#buttons = new Map();
    for (const card of slots) {
      if (card === null) continue;
      const kept = isOther ? undefined : before.get(card);
      this.#buttons.set(card, kept ?? this.#button(card, pictures));
    }
    this.element.classList.toggle('many', slots.length > 21);
    const places = slots.map((card) => (card === null ? el('span', { class: 'gap' }) : this.#buttons.get(card)));
    if (places.length !== this.element.childNodes.length || places.some((place, i) => place !== this.element.childNodes[i])) {
      fill(this.element, places);
    }
    this.#letters();
    if (focused >= 0) this.focus(focused);
    else this.#tabStop();
  }

  /** @param {string} card @param {Pictures} pictures */
  #button(card, pictures) {
    const { onCard } = this.options;
    const properties = { class: 'card', 'data-card': card, 'aria-label': pictures.name(card) };
    const picture = pictures.picture(card);
    if (!onCard) return el('span', { ...properties, role: 'img' }, picture);
    return button(picture, () => onCard(card), { ...properties, 'aria-pressed': 'false', tabIndex: -1 });
  }

  /** Presses these cards and no others. @param {Iterable<string>} cards */
  press(cards) {
    const pressed = new Set(cards);
    for (const [card, button] of this.#buttons) {
      if (this.options.onCard) button.setAttribute('aria-pressed', String(pressed.has(card)));
    }
  }

  /**
   * Marks cards: `hint`, `wrong`, `right`, `dim`. A mark has words, too, which follow the card's name.
   * @param {Record<string, Iterable<string>>} marks cards by mark
   * @param {Record<string, string>} [words] what a mark means
   */
  mark(marks, words = {}) {
    for (const [card, button] of this.#buttons) {
      const own = Object.keys(marks).filter((mark) => [...marks[mark]].includes(card));
      if (own.length) button.dataset.mark = own.join(' ');
      else delete button.dataset.mark;
      const said = own.map((mark) => words[mark]).filter(Boolean);
      button.setAttribute('aria-label', [this.pictures?.name(card), ...said].join(', '));
    }
  }

  /**
   * The card with this key, or null.
   * @param {string} key
   */
  cardOf(key) {
    if (!this.options.keys || key.length !== 1) return null;
    const at = cardKeys().indexOf(key.toLowerCase());
    return at < 0 ? null : (this.#slots[at] ?? null);
  }

  /** Puts the focus on the card in this place, or on the last one. @param {number} place */
  focus(place) {
    const cards = [...this.#buttons.values()];
    const card = this.#slots[place];
    const button = (card && this.#buttons.get(card)) || cards[Math.min(place, cards.length - 1)];
    this.#tabStop(button);
    button?.focus();
  }

  /** The keys are no text of the cards, whose names are their labels. */
  #letters() {
    const keys = this.options.keys && settings().cardKeys ? cardKeys() : '';
    this.#slots.forEach((card, place) => {
      const button = card !== null && this.#buttons.get(card);
      if (!button) return;
      if (keys[place]) button.dataset.key = keys[place];
      else delete button.dataset.key;
      button.ariaKeyShortcuts = keys[place] ?? null;
    });
  }

  /** The one card that Tab reaches. @param {HTMLElement} [chosen] */
  #tabStop(chosen) {
    if (!this.options.onCard) return;
    const buttons = [...this.#buttons.values()];
    const stop = chosen ?? buttons.find((button) => button.tabIndex === 0) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const places = /** @type {HTMLElement[]} */ ([...this.element.children]);
    const at = places.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const inRow = places.filter((place) => place.offsetTop === places[0].offsetTop).length;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -inRow, ArrowDown: inRow, Home: -at, End: places.length - 1 - at };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step === undefined) return;
    event.preventDefault();
    let to = at + step;
    while (places[to]?.classList.contains('gap')) to += Math.sign(step);
    const button = places[to];
    if (button instanceof HTMLButtonElement) {
      this.#tabStop(button);
      button.focus();
    }
  }
}
