import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { nthCard, size } from '../../page/js/core/deck.js';
import { readLink } from '../../page/js/core/link.js';
import { puzzleLink, readPuzzle } from '../../page/js/puzzle/links.js';
import { orderName, setupOf, sizes, suggestions } from '../../page/js/puzzle/orders.js';
import { setsOf } from './numbers.mjs';

const CLASSIC = { values: 3, properties: 4 };

/** All decks that the page offers. */
const DECKS = Array.from({ length: 64 * 20 }, (_, i) => ({ values: 1 + Math.floor(i / 20), properties: 1 + (i % 20) }));
const PUZZLING = DECKS.filter((deck) => sizes(deck).length > 0);

/** The subsets of some items with this many of them. */
function* subsets(items, count) {
  if (count === 0) yield [];
  for (let i = 0; count > 0 && i <= items.length - count; i++) {
    for (const rest of subsets(items.slice(i + 1), count - 1)) yield [items[i], ...rest];
  }
}

test('a deck has made-to-order boards unless each of them is trivial', () => {
  for (const deck of DECKS) assert.equal(sizes(deck).length > 0, deck.values >= 3 && deck.properties >= 2);
});

test('made-to-order boards hold a set and fit the deck, and the suggestions are among them', () => {
  for (const deck of PUZZLING) {
    const offered = sizes(deck);
    for (const { cards, most, usual } of offered) {
      assert(cards >= deck.values && BigInt(cards) < size(deck), JSON.stringify(deck));
      assert(usual === 'some' ? most === 0 : usual >= 1 && usual <= most);
    }
    assert.deepEqual(offered.map(({ cards }) => cards), offered.map(({ cards }) => cards).sort((a, b) => a - b));
    for (const { cards, sets } of suggestions(deck)) {
      const { most } = offered.find((size) => size.cards === cards);
      assert(sets === '?' || sets === 'some' || sets <= most);
    }
    assert.equal(suggestions(deck).at(-1).sets, '?');
  }
});

test('in the smallest deck there is a board of each number of sets', () => {
  const deck = { values: 3, properties: 2 };
  const whole = Array.from({ length: 9 }, (_, i) => nthCard(deck, i));
  for (const { cards, most } of sizes(deck)) {
    const counts = new Set();
    for (const board of subsets(whole, cards)) counts.add(setsOf(deck, board).length);
    assert.equal(Math.max(...counts), most);
    for (let sets = 0; sets <= most; sets++) assert(counts.has(sets));
  }
});

test('the engine draws each made-to-order board', { skip: !process.env.TERCET && 'TERCET names no program' }, () => {
  const quick = PUZZLING.flatMap((deck) =>
    sizes(deck).flatMap(({ cards, most }) => Array.from({ length: most && most + 1 }, (_, sets) => ({ deck, cards, sets }))),
  );
  assert(quick.length > 50);
  for (const { deck, cards, sets } of quick) {
    const request = { ask: 'deal', deck, size: cards, kind: { exactly: String(sets) }, seed: '1', timeout: 10 };
    const answer = JSON.parse(execFileSync(process.env.TERCET, ['ask'], { input: `${JSON.stringify(request)}\n`, encoding: 'utf8' }));
    assert.equal(answer.answer, 'found', JSON.stringify(request));
  }
});

test('the link of a puzzle leads to it', () => {
  const seed = '18446744073709551615';
  for (const deck of PUZZLING.slice(0, 200)) {
    for (const order of suggestions(deck)) {
      const link = puzzleLink(deck, order, seed);
      const { view, params } = readLink(link);
      assert.equal(view, 'puzzle');
      assert.equal(params.deck, `${deck.values}.${deck.properties}`);
      const puzzle = readPuzzle(params, deck);
      assert.deepEqual([puzzle.order, puzzle.link, puzzle.setup], [order, link, setupOf(deck, order, seed)]);
    }
  }
  assert.equal(puzzleLink(CLASSIC, { cards: 12, sets: 6 }, '7'), '#puzzle?deck=3.4&seed=7&cards=12&sets=6');
});

test('a link without a puzzle asks for none, and nonsense is said to be', () => {
  assert.equal(readPuzzle({}, CLASSIC), null);
  const wrong = [
    { deck: 'x.4' },
    { deck: '3.99', day: '2026-11-22' },
    ...['', '-1', 'x', '18446744073709551616'].map((seed) => ({ seed, cards: '12' })),
    ...[undefined, '2', '82', '12.5', '1e1'].map((cards) => ({ seed: '1', cards })),
    ...['-1', 'many', ''].map((sets) => ({ seed: '1', cards: '12', sets })),
  ];
  for (const params of wrong) assert.equal(typeof readPuzzle(params, CLASSIC), 'string', JSON.stringify(params));
  const { order, setup } = readPuzzle({ seed: '001', cards: '12' }, CLASSIC);
  assert.deepEqual([order, setup.seed], [{ cards: 12, sets: '?' }, '1']);
});

test('an untold puzzle depends on its seed, and each number of sets comes up', () => {
  const hidden = (cards, seed) => setupOf(CLASSIC, { cards, sets: '?' }, String(seed));
  const counts = new Map();
  for (let seed = 0; seed < 700; seed++) {
    const setup = hidden(12, seed);
    assert.deepEqual(setup, hidden(12, seed));
    assert(setup.untold);
    counts.set(setup.exactly, (counts.get(setup.exactly) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()].sort(), [0, 1, 2, 3, 4, 5, 6]);
  for (const count of counts.values()) assert(count > 50 && count < 150, String(count));
  const planted = Array.from({ length: 400 }, (_, seed) => hidden(15, seed)).filter((setup) => setup.planted).length;
  assert(planted > 150 && planted < 250, String(planted));
  assert.equal(hidden(15, 1).exactly, null);
});

test('an order that tells its sets is one of its setup', () => {
  assert.equal(setupOf(CLASSIC, { cards: 12, sets: 6 }, '1').exactly, 6);
  assert.equal(setupOf(CLASSIC, { cards: 12, sets: 6 }, '1').untold, undefined);
  assert.equal(setupOf(CLASSIC, { cards: 12, sets: 'some' }, '1').planted, true);
  assert.equal(orderName({ cards: 12, sets: 1 }), '12 cards with one set');
});
