// Which cards keep cards from being a set. In each property they would be all the same or all
// different after the fewest changes; the cards that would have to change offend.

import { values } from '../core/deck.js';

/**
 * The cards that offend, by property; none where the property is all the same or all different.
 * @param {import('../core/deck.js').Deck} deck
 * @param {string[]} cards v different cards
 * @returns {string[][]}
 */
export function offending(deck, cards) {
  return Array.from({ length: deck.properties }, (_, property) => {
    /** @type {Map<number, string[]>} */
    const byValue = new Map();
    for (const card of cards) {
      const value = values(deck, card)[property];
      byValue.set(value, [...(byValue.get(value) ?? []), card]);
    }
    if (byValue.size === 1 || byValue.size === cards.length) return [];
    const groups = [...byValue.values()];
    const most = Math.max(...groups.map((group) => group.length));
    // To be all the same, those without the commonest value change; to be all different, the repeated ones.
    const odd = groups.toSpliced(groups.findIndex((group) => group.length === most), 1).flat();
    return odd.length <= cards.length - byValue.size ? odd : groups.filter((group) => group.length > 1).flat();
  });
}
