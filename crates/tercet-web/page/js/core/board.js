// A board of cards: buttons in a grid, of which some are pressed, or pictures to look at. Arrow
// keys move between them, each place may have a key of its own, and a card that stays on the board
// keeps its element and the focus. Cards come and go with a motion.

import { button, el, fill } from './dom.js';
import { placeKeys, typedPlace } from './keys.js';
import { layout, placed } from './layout.js';
import { settings } from './store.js';

/** @typedef {import('./cards.js').Pictures} Pictures */

/**
 * @typedef {object} BoardOptions
 * @property {string} label what the board is called
 * @property {(card: string) => void} [onCard] is called with the card that was clicked; without it, cards are pictures
 * @property {boolean} [keys] whether places have keys
 * @property {'field' | 'width'} [room] what the cards are made to fit: the element `field` of the board, which has a
 *   size of its own, or the width of the page; without it the style sheet says how large they are
 */

/** The time of a motion, in milliseconds. */
const MOTION = 200;
/** Larger boards have no motions. */
const MOST_MOVED = 40;
/** The widest card of a board that fits the width of the page, and the part of the window's height that it takes. */
const [WIDEST, PART] = [200, 0.6];

export class Board {
  /** @type {Map<string, HTMLElement>} */
  #buttons = new Map();
  /** @type {(string | null)[]} */
  #slots = [];
  /** The least number of places in the layout. */
  least = 0;
  /** @type {import('./layout.js').Layout | null} */
  #layout = null;
  /** Whether a card lies face up. @type {(card: string) => boolean} */
  #isUp = () => true;

  /** @param {BoardOptions} options */
  constructor(options) {
    this.options = options;
    this.element = el('div', {
      class: 'board',
      role: 'group',
      'aria-label': options.label,
      on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#move(event) },
    });
    this.field = el('div', { class: 'field' }, options.room === 'field' && this.element);
    if (options.room) new ResizeObserver(() => this.#arrange()).observe(options.room === 'field' ? this.field : this.element);
  }

  /** Gives the cards the size that fits the window. */
  #arrange() {
    const { room } = this.options;
    const { clientWidth: width, clientHeight } = room === 'field' ? this.field : this.element;
    if (!room || !width || !this.#slots.length) return;
    const { paddingBlockStart, paddingInlineStart } = getComputedStyle(this.field);
    const inner = (/** @type {number} */ size, /** @type {string} */ padding) => size - 2 * (parseFloat(padding) || 0);
    const count = Math.max(this.#slots.length, this.least);
    const now = room === 'field'
      ? layout(count, inner(width, paddingInlineStart), inner(clientHeight, paddingBlockStart))
      : layout(count, width, innerHeight * PART);
    if (room === 'width') now.card = Math.min(now.card, WIDEST);
    // A board without keys is read row by row.
    if (!this.options.keys) now.byColumn = false;
    const { rows, columns, card, gap, byColumn } = (this.#layout = now);
    Object.assign(this.element.style, {
      gap: `${gap}px`,
      gridAutoFlow: byColumn ? 'column' : 'row',
      gridTemplateColumns: `repeat(${columns}, ${card}px)`,
      gridTemplateRows: `repeat(${rows}, auto)`,
    });
    this.#letters();
  }

  /**
   * Shows cards in layout order; null is an empty place. They must have been drawn.
   * @param {(string | null)[]} slots
   * @param {Pictures} pictures
   */
  show(slots, pictures) {
    const focused = this.#slots.findIndex((card) => card !== null && this.#buttons.get(card) === document.activeElement);
    const before = this.#buttons;
    const move = this.#moves(slots);
    const isOther = this.pictures !== pictures;
    this.pictures = pictures;
    this.#slots = slots;
    this.#buttons = new Map();
    for (const card of slots) {
      if (card === null) continue;
      const kept = isOther ? undefined : before.get(card);
      this.#buttons.set(card, kept ?? this.#button(card, pictures));
    }
    const places = slots.map((card) => (card === null ? el('span', { class: 'gap' }) : this.#buttons.get(card)));
    if (places.length !== this.element.childNodes.length || places.some((place, i) => place !== this.element.childNodes[i])) {
      fill(this.element, places);
      this.#arrange();
      move?.();
    }
    this.#letters();
    if (focused >= 0) this.focus(focused);
    else this.#tabStop();
  }

  /**
   * Remembers where the cards are, and returns what moves them from there to their next places; null without motions.
   * @param {(string | null)[]} slots the next cards
   */
  #moves(slots) {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;
    if (this.options.room !== 'field' || isStill || slots === this.#slots || Math.max(slots.length, this.#slots.length) > MOST_MOVED) return null;
    const old = [...this.#buttons].map(([card, element]) => ({ card, element, place: element.getBoundingClientRect() }));
    const field = this.field.getBoundingClientRect();
    const timing = { duration: MOTION, easing: 'ease-out' };
    return () => {
      const known = new Map(old.map(({ card, place }) => [card, place]));
      const next = [...this.#buttons].map(([card, element]) => ({ from: known.get(card), element, to: element.getBoundingClientRect() }));
      for (const { from, element, to } of next) {
        if (!from) element.animate([{ opacity: 0, transform: 'translateY(-1rem) scale(0.9)' }, {}], { ...timing, fill: 'backwards' });
        else if (Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 1) {
          const scale = from.width / to.width;
          const shift = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`;
          element.animate([{ transform: shift, transformOrigin: '0 0' }, { transformOrigin: '0 0' }], timing);
        }
      }
      for (const { card, element, place } of old) {
        if (this.#buttons.has(card) || !element.firstChild) continue;
        const ghost = el('div', { class: 'ghost', 'aria-hidden': 'true' }, element.firstChild.cloneNode(true));
        const [left, top] = [place.x - field.x + this.field.scrollLeft, place.y - field.y + this.field.scrollTop];
        Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${place.width}px` });
        this.field.append(ghost);
        const leaving = ghost.animate([{}, { opacity: 0, transform: 'translateY(-1.5rem) scale(0.8)' }], timing);
        leaving.finished.catch(() => {}).then(() => ghost.remove());
      }
    };
  }

  /** Shakes cards that are not a set. @param {string[]} cards */
  shake(cards) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const shifts = [0, -6, 6, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    for (const card of cards) this.#buttons.get(card)?.animate(shifts, { duration: MOTION });
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

  /** Turns these cards up, and all others down. @param {(card: string) => boolean} isUp */
  turn(isUp) {
    this.#isUp = isUp;
    for (const [card, button] of this.#buttons) {
      button.classList.toggle('down', !isUp(card));
      button.setAttribute('aria-label', this.#name(card));
    }
  }

  /** The name of a card, without its marks. @param {string} card */
  #name(card) {
    return this.#isUp(card) ? (this.pictures?.name(card) ?? '') : `card ${this.#slots.indexOf(card) + 1}, face down`;
  }

  /**
   * Marks cards: `hint`, `wrong`, `right`, `last`, `dim`. A mark also has words, which follow the card's name.
   * @param {Record<string, Iterable<string>>} marks cards by mark
   * @param {Record<string, string>} [words] what a mark means
   */
  mark(marks, words = {}) {
    for (const [card, button] of this.#buttons) {
      const own = Object.keys(marks).filter((mark) => [...marks[mark]].includes(card));
      if (own.length) button.dataset.mark = own.join(' ');
      else delete button.dataset.mark;
      const said = own.map((mark) => words[mark]).filter(Boolean);
      button.setAttribute('aria-label', [this.#name(card), ...said].join(', '));
    }
  }

  /** The card in the place with this key, or null. @param {KeyboardEvent} event */
  cardOf(event) {
    const place = typedPlace(this.#keys(), event);
    return place < 0 ? null : (this.#slots[place] ?? null);
  }

  /** The keys of the places. */
  #keys() {
    const shape = this.#layout;
    if (!this.options.keys || !shape) return [];
    return placeKeys(this.#slots.map((_, place) => placed(place, shape)), shape.columns);
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
    const keys = this.#keys();
    this.#slots.forEach((card, place) => {
      const button = card !== null && this.#buttons.get(card);
      if (!button) return;
      const key = keys[place]?.letter;
      if (key && settings().cardKeys) button.dataset.key = key;
      else delete button.dataset.key;
      button.ariaKeyShortcuts = key ?? null;
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
    const [across, down] = this.#layout?.byColumn ? [this.#layout.rows, 1] : [1, inRow];
    const steps = { ArrowLeft: -across, ArrowRight: across, ArrowUp: -down, ArrowDown: down, Home: -at, End: places.length - 1 - at };
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
