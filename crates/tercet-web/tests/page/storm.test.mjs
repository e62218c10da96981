import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BEST, LOST, STREAK, TIME, WON, after, hasStorms, newStorm, ranked, stormBoard } from '../../page/js/storm/course.js';
import { setsOf } from './numbers.mjs';

const DECKS = [[3, 2], [3, 3], [3, 4], [3, 5], [4, 2], [4, 3], [4, 4], [5, 2], [5, 3]].map(([values, properties]) => ({ values, properties }));

test('each board of a storm has one set, and they grow harder', () => {
  for (const deck of DECKS) {
    assert(hasStorms(deck));
    let [size, differing] = [0, 0];
    for (const number of [0, 3, 6, 12, 20, 40]) {
      const cards = stormBoard(deck, '7', number);
      assert.deepEqual(stormBoard(deck, '7', number), cards);
      assert.equal(new Set(cards).size, cards.length);
      const sets = setsOf(deck, cards);
      assert.equal(sets.length, 1, `${JSON.stringify(deck)} ${number}`);
      const now = Array.from({ length: deck.properties }, (_, i) => new Set(sets[0].map((card) => card[i])).size > 1).filter(Boolean).length;
      assert(now >= differing && (cards.length >= size || deck.properties === 2));
      [size, differing] = [cards.length, now];
    }
    assert.equal(differing, deck.properties);
  }
  const boards = Array.from({ length: 100 }, (_, number) => stormBoard(DECKS[2], '7', number).join());
  assert.equal(new Set(boards).size, 100);
  assert.equal(stormBoard(DECKS[2], '7', 99).length, 15);
});

test('decks without sets to find, or too large for the page, have no storms', () => {
  for (const [values, properties] of [[1, 4], [2, 4], [3, 1], [3, 7], [6, 3], [10, 4]]) assert(!hasStorms({ values, properties }));
});

test('a streak wins seconds, and a mistake costs some and ends it', () => {
  let storm = newStorm();
  for (let i = 1; i <= STREAK; i++) storm = after(storm, true);
  assert.deepEqual(storm, { found: STREAK, streak: STREAK, longest: STREAK, mistakes: 0, time: TIME + WON });
  storm = after(storm, false);
  assert.deepEqual(storm, { found: STREAK, streak: 0, longest: STREAK, mistakes: 1, time: TIME + WON - LOST });
  for (let i = 1; i < STREAK; i++) storm = after(storm, true);
  assert.deepEqual([storm.found, storm.longest, storm.time], [2 * STREAK - 1, STREAK, TIME + WON - LOST]);
});

test('storms are ranked by sets, then by mistakes, then by date', () => {
  const result = (id, found, mistakes, date) => ({ id, found, mistakes, date });
  const results = [result('d', 3, 0, '2026-02'), result('b', 5, 1, '2026-01'), result('a', 5, 0, '2026-03'), result('c', 5, 1, '2026-02')];
  assert.equal(ranked(results).map(({ id }) => id).join(''), 'abcd');
  assert.equal(BEST, 10);
});
