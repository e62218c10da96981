// The form to order any board that is quick to draw.

import { el, fill, plural } from '../core/dom.js';
import { sizes } from './orders.js';

/** @typedef {import('./orders.js').Order} Order */

/**
 * @param {import('../core/deck.js').Deck} deck
 * @param {(order: Order) => void} onOrder
 */
export function orderForm(deck, onOrder) {
  const offered = sizes(deck);
  const cards = el('select', {}, offered.map((size) => el('option', { value: String(size.cards) }, plural(size.cards, 'card'))));
  const sets = el('select', {});
  cards.selectedIndex = offered.length - 1;
  const follow = () => {
    const { least, most = 0, usual } = offered[cards.selectedIndex];
    const first = Math.max(1, least ?? 1);
    const numbers = Array.from({ length: Math.max(0, most - first + 1) }, (_, i) => option(String(first + i), plural(first + i, 'set')));
    fill(sets, numbers, option('some', 'a hidden set'), option('?', 'do not tell me'));
    sets.value = String(usual);
  };
  cards.addEventListener('change', follow);
  if (offered.length) follow();
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = sets.value === 'some' || sets.value === '?' ? sets.value : Number(sets.value);
    onOrder({ cards: offered[cards.selectedIndex].cards, sets: wanted });
  };
  return el(
    'form',
    { class: 'row', hidden: offered.length === 0, on: { submit } },
    el('label', {}, 'On the board ', cards),
    el('label', {}, 'Sets among them ', sets),
    el('button', { class: 'main' }, 'Deal'),
  );
}

/** @param {string} value @param {string} words */
const option = (value, words) => el('option', { value }, words);
