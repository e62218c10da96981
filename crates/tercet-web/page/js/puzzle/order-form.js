// The panel for made-to-order boards: suggestions, and a form for any that is quick to draw.

import { button, el, fill, plural } from '../core/dom.js';
import { fullName } from '../core/deck.js';
import { orderName, sizes, suggestions } from './orders.js';

/**
 * @param {import('../core/deck.js').Deck} deck that has made-to-order boards
 * @param {(order: import('./orders.js').Order) => void} onOrder
 */
export function orderPanel(deck, onOrder) {
  const offered = sizes(deck);
  const option = (/** @type {any} */ value, /** @type {string} */ words) => el('option', { value: String(value) }, words);
  const cards = el('select', {}, offered.map((size) => option(size.cards, plural(size.cards, 'card'))));
  const sets = el('select', {});
  const follow = () => {
    const { most, usual } = offered[cards.selectedIndex];
    const numbers = Array.from({ length: most }, (_, i) => option(i + 1, plural(i + 1, 'set')));
    fill(sets, numbers, option('some', 'a hidden set'), option('?', 'do not tell me'));
    sets.value = String(usual);
  };
  cards.addEventListener('change', follow);
  cards.selectedIndex = offered.length - 1;
  follow();
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const { value } = sets;
    onOrder({ cards: Number(cards.value), sets: value === 'some' || value === '?' ? value : Number(value) });
  };
  const fields = [el('label', {}, 'Cards ', cards), el('label', {}, 'Sets ', sets)];
  return el(
    'section',
    { class: 'panel' },
    el('h2', {}, `A made-to-order board of ${fullName(deck)}`),
    el('div', { class: 'row' }, suggestions(deck).map((order) => button(orderName(order), () => onOrder(order)))),
    el('form', { class: 'row', on: { submit } }, fields, el('button', {}, 'Deal')),
  );
}
