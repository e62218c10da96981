// The deal of the page, against what the engine deals: `tercet deal --seed` prints these cards.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { dealOf } from '../../page/js/core/dealer.js';

const KNOWN = [
  [{ values: 3, properties: 4 }, '0', '2001 2022 0001 2021 0110'],
  [{ values: 3, properties: 4 }, '7', '2012 0000 1220 0102 1120'],
  [{ values: 3, properties: 4 }, '18446744073709551615', '1201 0220 2122 2001 2022'],
  [{ values: 4, properties: 3 }, '0', '230 320 220 333 331'],
  [{ values: 4, properties: 3 }, '7', '323 000 303 212 030'],
  [{ values: 4, properties: 3 }, '18446744073709551615', '232 121 132 122 021'],
  [{ values: 5, properties: 2 }, '0', '22 44 13 03 00'],
  [{ values: 5, properties: 2 }, '7', '32 04 20 14 00'],
  [{ values: 5, properties: 2 }, '18446744073709551615', '24 44 12 43 14'],
  [{ values: 2, properties: 3 }, '0', '100 111 110 000 101'],
  [{ values: 2, properties: 3 }, '7', '011 000 001 110 100'],
  [{ values: 2, properties: 3 }, '18446744073709551615', '110 001 000 111 010'],
  [{ values: 10, properties: 3 }, '0', '876 056 744 127 637'],
  [{ values: 10, properties: 3 }, '7', '955 315 307 742 908'],
  [{ values: 10, properties: 3 }, '18446744073709551615', '174 473 990 410 457'],
];

test('a deal begins with the cards of the engine, and holds each card once', () => {
  for (const [deck, seed, first] of KNOWN) {
    const cards = dealOf(deck, seed);
    assert.equal(cards.slice(0, 5).join(' '), first);
    assert.equal(new Set(cards).size, deck.values ** deck.properties);
  }
});
