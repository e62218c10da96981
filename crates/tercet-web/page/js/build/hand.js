// The board that is made by hand, as a value with its past, and as the parameters of a link.

import { CLASSIC, isSameDeck } from '../core/deck.js';

/** @typedef {import('../core/deck.js').Deck} Deck */

/**
 * @typedef {object} Hand
 * @property {Deck} deck
 * @property {string[]} cards in layout order, each once
 * @property {boolean} free whether it shall hold no set
 * @property {string[][]} past the cards before each change
 */

/** The most cards that are laid by hand or shown as pictures. */
export const MOST_CARDS = 300;
/** The most characters of cards in a link. */
const LONGEST = 6000;

/** @param {Deck} deck @param {string[]} [cards] @returns {Hand} */
export function newHand(deck, cards = [], free = false) {
  return { deck, cards, free, past: [] };
}

/** The hand with other cards; the same hand where nothing changes. @param {Hand} hand @param {string[]} cards @returns {Hand} */
export function withCards(hand, cards) {
  const isSame = cards.length === hand.cards.length && cards.every((card, i) => card === hand.cards[i]);
  return isSame ? hand : { ...hand, cards, past: [...hand.past, hand.cards] };
}

/** Lays those of the cards that do not lie there. @param {Hand} hand @param {string[]} cards */
export function lay(hand, cards) {
  return withCards(hand, [...new Set([...hand.cards, ...cards])]);
}

/** @param {Hand} hand @param {string} card */
export function takeAway(hand, card) {
  return withCards(hand, hand.cards.filter((other) => other !== card));
}

/** @param {Hand} hand @returns {Hand} */
export function undo(hand) {
  const cards = hand.past.at(-1);
  return cards ? { ...hand, cards, past: hand.past.slice(0, -1) } : hand;
}

/** The parameters of a board in a link; too many cards for a link are left out. @param {Deck} deck @param {string[]} cards */
export function boardParams(deck, cards) {
  const text = cards.join('.');
  return { deck: `${deck.values}.${deck.properties}`, cards: text && text.length <= LONGEST ? text : null };
}

/** The cards that a link names, as they are written there. @param {Record<string, string>} params */
export function cardsOfLink(params) {
  return (params.cards ?? '').split('.').filter(Boolean);
}

/** The board as a text that every part of Tercet reads. @param {Deck} deck @param {string[]} cards */
export function boardText(deck, cards) {
  const head = isSameDeck(deck, CLASSIC) ? '' : `deck ${deck.values} ${deck.properties}\n`;
  return `${head}${cards.join(' ')}\n`;
}
