// A few cards of a deck, with their names, to look at.

import { pictures } from './cards.js';
import { cardOf } from './deck.js';
import { el, fill } from './dom.js';
import { inWords } from './error.js';

/** @typedef {import('./deck.js').Deck} Deck */

/** Up to three cards that differ in every property. @param {Deck} deck */
function sampleCards(deck) {
  const shown = (/** @type {number} */ card) => Array.from({ length: deck.properties }, (_, i) => (card + i) % deck.values);
  return Array.from({ length: Math.min(3, deck.values) }, (_, card) => cardOf(deck, shown(card)));
}

/** An element for samples. Of two decks shown soon after each other the later one stays. */
export function samples() {
  const element = el('div', { class: 'samples' });
  let drawn = pictures({ values: 1, properties: 1 });
  return {
    element,
    /** @param {Deck} deck in the style of the settings */
    async show(deck) {
      const latest = (drawn = pictures(deck));
      const cards = sampleCards(deck);
      try {
        await latest.draw(cards);
      } catch (error) {
        return fill(element, el('p', { class: 'bad', role: 'alert' }, inWords(error)));
      }
      if (latest !== drawn) return;
      const caption = (/** @type {string} */ card) => el('figcaption', { class: 'soft' }, drawn.name(card));
      fill(element, cards.map((card) => el('figure', {}, drawn.picture(card), caption(card))));
    },
  };
}
