// Decks and cards, as far as the page needs to know them itself: pure functions on texts. A card is
// the text that the engine writes: a digit or letter for each property up to 36 values, else numbers
// with commas.

/** @typedef {{ values: number, properties: number }} Deck */

/** The deck of the published game. @type {Deck} */
export const CLASSIC = { values: 3, properties: 4 };

/** The largest decks that the page offers. */
export const MOST_VALUES = 64;
export const MOST_PROPERTIES = 20;

/** @param {Deck} deck */
export function size(deck) {
  return BigInt(deck.values) ** BigInt(deck.properties);
}

/** @param {Deck} a @param {Deck} b */
export function isSameDeck(a, b) {
  return a.values === b.values && a.properties === b.properties;
}

/** @param {Deck} deck */
export function deckName(deck) {
  return `(${deck.values},${deck.properties})`;
}

/** The decks that have names, by their two numbers. @type {Record<string, string>} */
const NAMED = { '(3,4)': 'Classic', '(3,3)': 'Junior', '(3,5)': 'Mega', '(4,3)': 'Four' };

/** The name that players give to a deck, if it has one. @param {Deck} deck @returns {string | undefined} */
export const nickname = (deck) => NAMED[deckName(deck)];

/** `Classic (3,4)`, or `(10,4)`. @param {Deck} deck */
export const fullName = (deck) => [nickname(deck), deckName(deck)].filter(Boolean).join(' ');

/**
 * The deck of a text such as `3.4` or `(3,4)`, or null.
 * @param {string} text
 * @returns {Deck | null}
 */
export function readDeck(text) {
  const parts = /^\(?(\d{1,2})[.,](\d{1,2})\)?$/.exec(text.trim());
  if (!parts) return null;
  const deck = { values: Number(parts[1]), properties: Number(parts[2]) };
  const isOffered = (/** @type {number} */ n, /** @type {number} */ most) => n >= 1 && n <= most;
  return isOffered(deck.values, MOST_VALUES) && isOffered(deck.properties, MOST_PROPERTIES) ? deck : null;
}

/**
 * The value of a card in each property.
 * @param {Deck} deck
 * @param {string} card
 * @returns {number[]}
 */
export function values(deck, card) {
  if (deck.values > 36) return card.split(',').map(Number);
  return [...card].map((digit) => parseInt(digit, 36));
}

/**
 * The card that shows these values.
 * @param {Deck} deck
 * @param {number[]} shown
 */
export function cardOf(deck, shown) {
  if (deck.values > 36) return shown.join(',');
  return shown.map((value) => value.toString(36)).join('');
}

/**
 * The card of this number, in ascending order of the cards' values.
 * @param {Deck} deck
 * @param {number} number
 */
export function nthCard(deck, number) {
  const shown = [];
  for (let rest = number, i = 0; i < deck.properties; i++) {
    shown.unshift(rest % deck.values);
    rest = Math.floor(rest / deck.values);
  }
  return cardOf(deck, shown);
}

/**
 * The expected number of sets among this number of random cards.
 * @param {Deck} deck of more than two values
 * @param {number} cards
 */
export function meanSets({ values, properties }, cards) {
  let orders = 1;
  for (let i = 2; i <= values; i++) orders *= i;
  // In logarithms, since the numbers of cards and of sets are large.
  const all = values ** properties;
  let mean = properties * Math.log(values + orders) + Math.log(1 - (values / (values + orders)) ** properties) - Math.log(orders);
  for (let i = 0; i < values; i++) mean += Math.log((cards - i) / (all - i));
  return Math.exp(mean);
}

/**
 * The rule: v different cards that in every property are all the same or all different.
 * @param {Deck} deck
 * @param {string[]} cards
 */
export function isSet(deck, cards) {
  if (cards.length !== deck.values || new Set(cards).size !== cards.length) return false;
  const shown = cards.map((card) => values(deck, card));
  return shown[0].every((_, property) => {
    const distinct = new Set(shown.map((card) => card[property])).size;
    return distinct === 1 || distinct === deck.values;
  });
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** @typedef {{ name: string, verdict: 'same' | 'different' | 'mixed', words: string, values: { positions: number[] }[] }} Reason */

/**
 * Why v cards are a set or not: for each property which cards share a value, and this in words.
 * @param {Deck} deck
 * @param {string[]} cards
 * @param {import('./cards.js').PropertyNames[]} names of the properties and of their values
 * @returns {Reason[]}
 */
export function reasons(deck, cards, names) {
  const shown = cards.map((card) => values(deck, card));
  return names.map(({ name, values: named }, property) => {
    const groups = named.map((value, i) => ({ value, positions: shown.flatMap((card, at) => (card[property] === i ? [at] : [])) }));
    const there = groups.filter(({ positions }) => positions.length);
    if (there.length === 1) return { name, verdict: 'same', words: `all the same: ${there[0].value}`, values: there };
    if (there.length === cards.length) return { name, verdict: 'different', words: 'all different', values: there };
    // `two red` and `two ovals`, but `two show one`, since a number is neither adjective nor noun.
    const isNumber = /^(one|\d+)$/.test(named[0]);
    const verb = (/** @type {number} */ cards) => (isNumber ? (cards === 1 ? 'shows ' : 'show ') : '');
    const plural = (/** @type {string} */ value) => `${value}${value.endsWith('s') ? 'es' : 's'}`;
    const word = (/** @type {string} */ value, /** @type {number} */ cards) => (name === 'shape' && cards > 1 ? plural(value) : value);
    const parts = there.map(({ value, positions: { length } }) => `${NUMBERS[length] ?? length} ${verb(length)}${word(value, length)}`);
    return { name, verdict: 'mixed', words: parts.join(', '), values: there };
  });
}

/**
 * Why v cards are not a set: `colour: two red, one purple`, for each such property.
 * @param {Deck} deck
 * @param {string[]} cards
 * @param {import('./cards.js').PropertyNames[]} names
 */
export function whyNotSet(deck, cards, names) {
  return reasons(deck, cards, names).flatMap(({ name, verdict, words }) => (verdict === 'mixed' ? `${name}: ${words}` : []));
}
