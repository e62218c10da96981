// The deal of a small deck, card for card that of the engine (`tercet::deal::Dealer`), so that the first cards
// need not wait for it, and the orders of a board that is shuffled: Fisher–Yates shuffles with the random numbers of
// ChaCha8.

import { nthCard, values } from './deck.js';

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
/** The words that each quarter of a double round mixes. */
const QUARTERS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

/** The key of a seed, as `SeedableRng::seed_from_u64` makes it. @param {string} seed digits */
function keyOf(seed) {
  let state = BigInt(seed);
  return Array.from({ length: 8 }, () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 11634580027462260723n);
    const shifted = Number(BigInt.asUintN(32, ((state >> 18n) ^ state) >> 27n));
    const turn = Number(state >> 59n);
    return ((shifted >>> turn) | (shifted << (32 - turn) % 32)) >>> 0;
  });
}

/** The random words of a seed. @param {string} seed @param {number} [stream] */
export function* words(seed, stream = 0) {
  const key = keyOf(seed);
  for (let block = 0; ; block++) {
    const input = Uint32Array.of(...CONSTANTS, ...key, block, 0, stream, 0);
    const x = Uint32Array.from(input);
    const mix = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ d, /** @type {number} */ turn) => {
      x[a] += x[b];
      x[d] ^= x[a];
      x[d] = (x[d] << turn) | (x[d] >>> (32 - turn));
    };
    for (let round = 0; round < 4; round++) {
      for (const [a, b, c, d] of QUARTERS) {
        mix(a, b, d, 16);
        mix(c, d, b, 12);
        mix(a, b, d, 8);
        mix(c, d, b, 7);
      }
    }
    for (let i = 0; i < 16; i++) yield (x[i] + input[i]) >>> 0;
  }
}

/**
 * The whole deck in the order of a seed.
 * @param {import('./deck.js').Deck} deck of at most 2^31 cards
 * @param {string} seed digits
 */
export function dealOf(deck, seed) {
  const random = words(seed);
  const cards = Array.from({ length: deck.values ** deck.properties }, (_, i) => i);
  for (let place = 0; place < cards.length - 1; place++) {
    const other = place + below(random, cards.length - place);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards.map((card) => nthCard(deck, card));
}

/** A random number from 0 below `count`. @param {Generator<number, void>} random @param {number} count */
function below(random, count) {
  const mask = 2 ** (32 - Math.clz32(count - 1)) - 1;
  for (;;) {
    const number = (random.next().value ?? 0) & mask;
    // A number has 64 bits, of which a small one needs only the lower half.
    random.next();
    if (number < count) return number;
  }
}

/** The random words of the order after the first set of a game; each further set has the next stream. */
const ORDERS = 2;

/**
 * The cards of a board in the order that follows its set with this number, from 1, as the engine shuffles them.
 * @param {import('./deck.js').Deck} deck
 * @param {string} seed digits
 * @param {number} sets
 * @param {string[]} cards
 */
export function shuffled(deck, seed, sets, cards) {
  const random = words(seed, ORDERS + sets - 1);
  const shown = cards.map((card) => ({ card, values: values(deck, card) }));
  const differ = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.findIndex((value, i) => value !== b[i]);
  const ordered = shown.sort(({ values: a }, { values: b }) => a[differ(a, b)] - b[differ(a, b)]).map(({ card }) => card);
  for (let place = cards.length - 1; place > 0; place--) {
    const other = below(random, place + 1);
    [ordered[place], ordered[other]] = [ordered[other], ordered[place]];
  }
  return ordered;
}
