import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardParams, boardText, cardsOfLink, lay, newHand, takeAway, undo, withCards } from '../../page/js/build/hand.js';
import { readLink, writeLink } from '../../page/js/core/link.js';

const CLASSIC = { values: 3, properties: 4 };

test('cards are laid once, in order', () => {
  const hand = lay(lay(newHand(CLASSIC), ['0000', '0001']), ['0001', '2222', '2222']);
  assert.deepEqual(hand.cards, ['0000', '0001', '2222']);
});

test('undo takes back each change, and nothing else counts as one', () => {
  const states = [newHand(CLASSIC)];
  const changes = [
    (hand) => lay(hand, ['0000', '0001']),
    (hand) => takeAway(hand, '0000'),
    (hand) => lay(hand, ['1111']),
    (hand) => withCards(hand, []),
  ];
  for (const change of changes) states.push(change(states.at(-1)));
  const last = states.at(-1);
  assert.equal(lay(last, []), last);
  assert.equal(takeAway(last, '0000'), last);
  let hand = last;
  for (const earlier of states.slice(0, -1).reverse()) {
    hand = undo(hand);
    assert.deepEqual(hand.cards, earlier.cards);
  }
  assert.equal(undo(hand), hand);
});

test('a hand is never changed in place', () => {
  const hand = Object.freeze({ ...newHand(CLASSIC, Object.freeze(['0000'])), past: Object.freeze([]) });
  assert.deepEqual(takeAway(lay(hand, ['0001']), '0000').cards, ['0001']);
  assert.deepEqual(hand.cards, ['0000']);
});

test('a link keeps the board, whatever its notation', () => {
  for (const [deck, cards] of [
    [CLASSIC, ['0121', '2210']],
    [{ values: 40, properties: 2 }, ['39,0', '1,12']],
    [{ values: 36, properties: 1 }, ['z']],
  ]) {
    const { params } = readLink(writeLink('build', boardParams(deck, cards)));
    assert.deepEqual(cardsOfLink(params), cards);
    assert.equal(params.deck, `${deck.values}.${deck.properties}`);
  }
  assert.deepEqual(cardsOfLink({}), []);
  assert.equal(boardParams(CLASSIC, []).cards, null);
});

test('a link leaves out what is too long for it', () => {
  const cards = Array.from({ length: 2000 }, (_, i) => String(i).padStart(8, '0'));
  assert.equal(boardParams({ values: 10, properties: 8 }, cards).cards, null);
});

test('a text names every deck but the classic one', () => {
  assert.equal(boardText(CLASSIC, ['0121', '0000']), '0121 0000\n');
  assert.equal(boardText({ values: 4, properties: 2 }, ['01']), 'deck 4 2\n01\n');
});
