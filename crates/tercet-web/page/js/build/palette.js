// The cards to choose from: the whole deck as small cards, or for a larger deck a picker for each
// property and the card that they give.

import { button, el, fill } from '../core/dom.js';
import { Board } from '../core/board.js';
import { cardOf, nthCard, size } from '../core/deck.js';
import { isOffered } from './hand.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('../core/cards.js').Pictures} Pictures */

/**
 * @typedef {object} Palette
 * @property {HTMLElement} element
 * @property {(pictures: Pictures, signal: AbortSignal) => Promise<void>} show draws it
 * @property {(laid: string[], blocked: (card: string) => boolean) => void} mark which cards lie on the board, and which would make a set
 */

/**
 * @param {Deck} deck
 * @param {(card: string) => void} onCard
 * @returns {Palette}
 */
export function palette(deck, onCard) {
  return isOffered(deck) ? wholeDeck(deck, onCard) : pickers(deck, onCard);
}

/** @param {Deck} deck @param {(card: string) => void} onCard @returns {Palette} */
function wholeDeck(deck, onCard) {
  const cards = Array.from({ length: Number(size(deck)) }, (_, i) => nthCard(deck, i));
  const board = new Board({ label: 'All cards of the deck', onCard });
  board.element.classList.add('small', 'palette');
  // Where there is room, rows begin with the first value of a property.
  const inRow = deck.values * Math.max(1, Math.floor(9 / deck.values));
  if (inRow <= 10) board.element.style.setProperty('--in-row', String(inRow));
  return {
    element: board.element,
    async show(pictures, signal) {
      await pictures.draw(cards);
      if (!signal.aborted) board.show(cards, pictures);
    },
    mark(laid, blocked) {
      board.press(laid);
      board.mark({ dim: cards.filter(blocked) }, { dim: 'would make a set' });
    },
  };
}

/** @param {Deck} deck @param {(card: string) => void} onCard @returns {Palette} */
function pickers(deck, onCard) {
  const chosen = Array(deck.properties).fill(0);
  const fields = el('div', { class: 'row' });
  const card = el('div', { class: 'next card' });
  const words = el('p', { class: 'soft' });
  const act = button('Lay this card', () => onCard(cardOf(deck, chosen)), { class: 'main' });
  /** @type {Pictures | undefined} */
  let drawn;
  /** @type {string[]} */
  let laid = [];
  const label = () => fill(act, laid.includes(cardOf(deck, chosen)) ? 'Take this card away' : 'Lay this card');
  const preview = async () => {
    label();
    const [pictures, next] = [drawn, cardOf(deck, chosen)];
    await pictures?.draw([next]);
    if (!pictures || pictures !== drawn || next !== cardOf(deck, chosen)) return;
    fill(card, pictures.picture(next));
    card.dataset.card = next;
    fill(words, pictures.name(next));
  };
  const picker = (/** @type {import('../core/cards.js').PropertyNames} */ { name, values }, /** @type {number} */ i) => {
    const choose = (/** @type {Event} */ event) => {
      chosen[i] = /** @type {HTMLSelectElement} */ (event.target).selectedIndex;
      preview();
    };
    const options = values.map((value, number) => el('option', { selected: number === chosen[i] }, value));
    return el('label', {}, name, el('select', { on: { change: choose } }, options));
  };
  return {
    element: el('div', { class: 'column' }, fields, el('div', { class: 'row' }, card, act), words),
    async show(pictures, signal) {
      await pictures.draw([]);
      if (signal.aborted) return;
      drawn = pictures;
      fill(fields, pictures.properties.map(picker));
      await preview();
    },
    mark(now) {
      laid = now;
      label();
    },
  };
}
