// Cards as the engine draws and names them, kept once they were drawn.

import { CLASSIC, isSameDeck } from './deck.js';
import { ask } from './engine.js';
import { svg } from './dom.js';
import { settings } from './store.js';

/** @typedef {import('./deck.js').Deck} Deck */
/** @typedef {{ name: string, picture: SVGElement }} Drawn */
/** @typedef {{ name: string, values: string[] }} PropertyNames */

/** The most cards that are drawn by one request. */
const BATCH = 500;

/** The usual pictures of the published game, which the page brings: they are there before the engine. @type {Promise<any> | undefined} */
let usual;

/** @type {Map<string, Pictures>} */
const known = new Map();

/**
 * The pictures of a deck in the style of the settings.
 * @param {Deck} deck
 */
export function pictures(deck) {
  const { letters, colourless } = settings();
  const key = `${deck.values}.${deck.properties}.${letters}.${colourless}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = new Pictures(deck, letters, colourless)));
  return found;
}

/** The pictures of a deck. */
export class Pictures {
  /** @type {Map<string, Drawn>} */
  #drawn = new Map();

  /** Whether the cards show symbols; otherwise they are tiles of digits. */
  pictured = false;
  /** The names of the properties and of their values. @type {PropertyNames[]} */
  properties = [];

  /** @param {Deck} deck @param {boolean} letters @param {boolean} colourless */
  constructor(deck, letters, colourless) {
    this.deck = deck;
    this.style = { letters, colourless };
  }

  /**
   * Draws cards that were not drawn before; `card`, `name` and `properties` know them then.
   * @param {Iterable<string>} cards
   */
  async draw(cards) {
    const missing = [...new Set(cards)].filter((card) => !this.#drawn.has(card));
    // Without a card to draw, the names of the properties may still be missing.
    const batches = missing.length || this.properties.length ? [] : [this.#ask([])];
    for (let i = 0; i < missing.length; i += BATCH) batches.push(this.#ask(missing.slice(i, i + BATCH)));
    await Promise.all(batches);
  }

  /** @param {string[]} cards */
  async #ask(cards) {
    const isUsual = isSameDeck(this.deck, CLASSIC) && this.style.letters && !this.style.colourless;
    const known = isUsual ? await (usual ??= fetch('classic.json').then((file) => file.json(), () => null)) : null;
    const answer = known ?? (await ask({ ask: 'pictures', deck: this.deck, cards, ...this.style }));
    this.pictured = answer.pictured;
    this.properties = answer.properties;
    // The pictures that the page brings are those of all cards, in the order of the deck.
    const at = (/** @type {string} */ card, /** @type {number} */ i) => (known ? parseInt(card, 3) : i);
    for (const [i, card] of cards.entries()) {
      const drawn = answer.cards[at(card, i)];
      this.#drawn.set(card, { name: drawn.name, picture: svg(drawn.svg) });
    }
  }

  /** Whether a card was drawn. @param {string} card */
  has(card) {
    return this.#drawn.has(card);
  }

  /**
   * A copy of the picture of a card that was drawn.
   * @param {string} card
   */
  picture(card) {
    return /** @type {SVGElement} */ (this.#get(card).picture.cloneNode(true));
  }

  /**
   * The name of a card that was drawn: `two red hatched ovals`.
   * @param {string} card
   */
  name(card) {
    return this.#get(card).name;
  }

  /** @param {string} card */
  #get(card) {
    const drawn = this.#drawn.get(card);
    if (!drawn) throw new Error(`the card ${card} was not drawn`);
    return drawn;
  }
}
