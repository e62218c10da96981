// The cards to choose from: the whole deck as small cards, or for a larger deck a picker for each
// property and the card that they give.

import { button, el, fill } from '../core/dom.js';
import { Board } from '../core/board.js';
import { cardOf, nthCard, size } from '../core/deck.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('../core/cards.js').Pictures} Pictures */

/**
 * @typedef {object} Palette
 * @property {HTMLElement} element
 * @property {(pictures: Pictures) => Promise<void>} show draws it
 * @property {(laid: string[], isBlocked: (card: string) => boolean) => void} mark what is laid or makes a set
 */

/** Whether all cards of the deck are offered at once. @param {Deck} deck */
export function isOffered(deck) {
  return size(deck) <= 256n;
}

/** @param {Deck} deck @param {(card: string) => void} onCard @returns {Palette} */
export function palette(deck, onCard) {
  return isOffered(deck) ? wholeDeck(deck, onCard) : pickers(deck, onCard);
}

/** @param {Deck} deck @param {(card: string) => void} onCard @returns {Palette} */
function wholeDeck(deck, onCard) {
  const cards = Array.from({ length: Number(size(deck)) }, (_, i) => nthCard(deck, i));
  const board = new Board({ label: 'All cards of the deck', onCard });
  board.element.classList.add('small', 'palette');
  // If there is room, rows begin with the first value of a property.
  const inRow = deck.values * Math.max(1, Math.floor(9 / deck.values));
  if (inRow <= 10) board.element.style.setProperty('--in-row', String(inRow));
  return {
    element: board.element,
    async show(pictures) {
      await pictures.draw(cards);
      board.show(cards, pictures);
    },
    mark(laid, isBlocked) {
      board.press(laid);
      board.mark({ dim: cards.filter(isBlocked) }, { dim: 'would make a set' });
    },
  };
}

/** @param {Deck} deck @param {(card: string) => void} onCard @returns {Palette} */
function pickers(deck, onCard) {
  const chosen = Array(deck.properties).fill(0);
  const fields = el('div', { class: 'row' });
  const picture = el('div', { class: 'next card' });
  const name = el('p', {});
  const act = button('', () => onCard(cardOf(deck, chosen)), { class: 'main' });
  /** @type {string[]} */
  let laid = [];
  const label = () => fill(act, laid.includes(cardOf(deck, chosen)) ? 'Remove this card' : 'Add this card');
  /** @param {Pictures} pictures */
  const preview = async (pictures) => {
    const card = cardOf(deck, chosen);
    await pictures.draw([card]);
    if (card !== cardOf(deck, chosen)) return;
    label();
    fill(picture, pictures.picture(card));
    fill(name, pictures.name(card));
  };
  return {
    element: el('div', { class: 'column' }, fields, name, el('div', { class: 'row' }, picture, act)),
    async show(pictures) {
      await preview(pictures);
      const picker = (/** @type {import('../core/cards.js').PropertyNames} */ property, /** @type {number} */ i) => {
        const options = property.values.map((value, number) => el('option', { selected: number === chosen[i] }, value));
        const select = el('select', { on: { change: () => ((chosen[i] = select.selectedIndex), preview(pictures)) } }, options);
        return el('label', {}, property.name, select);
      };
      fill(fields, pictures.properties.map(picker));
    },
    mark(cards) {
      laid = cards;
      label();
    },
  };
}
