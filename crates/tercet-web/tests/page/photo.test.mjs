// A person's corrections to a photograph that was read, and outlines in a picture.

import assert from 'node:assert/strict';
import test from 'node:test';
import { centre, extent, grown, outlineAt, points, side } from '../../page/js/photo/outline.js';
import * as reading from '../../page/js/photo/reading.js';

const { add, cardsOf, doubtful, doubtsOf, isSure, label, settle, tableOf, verdict } = reading;
const corners = [[10, 10], [40, 10], [40, 30], [10, 30]];
const name = (card) => `card ${card}`;

/** A card of an answer. */
function read(card, more = {}) {
  return { card, confidence: 0.999, alternatives: [], corners, doubts: [], sure: true, row: 0, column: 0, ...more };
}

/** A table that was read; of what is not doubtful the reader is sure, if nothing else is said. */
function table(cards, { unread = [], sure = true, rest = 0.99 } = {}) {
  const open = cards.filter((card) => !card.sure).map((card) => card.confidence);
  const confidence = open.reduce((all, one) => all * one, rest * 0.5 ** unread.length);
  return tableOf({ cards, unread, sure, confidence });
}

const dim = { sure: false, doubts: ['glare'], confidence: 0.6, alternatives: [{ card: '1111', confidence: 0.4 }] };

test('a sure reading is a board without doubts', () => {
  const board = table([read('0000'), read('1111', { row: 1, column: 2 })]);
  assert.deepEqual(cardsOf(board), ['0000', '1111']);
  assert.deepEqual(doubtful(board), []);
  assert.equal(isSure(board), true);
  assert.equal(label(board, board.spots[1], name), 'Row 2, card 3: card 1111');
  assert.equal(verdict(board, 0), 'No set.');
  assert.equal(verdict(board, 2), 'There is a set.');
  assert.equal(verdict(board, 2, true), '2 sets.');
});

test('there is no set only when each doubtful card was looked at', () => {
  let board = table([read('0000'), read('0101', dim)], { unread: [{ corners, doubt: 'blur' }], sure: false });
  assert.deepEqual(doubtful(board), [1, 2]);
  assert.equal(label(board, board.spots[1], name), 'Row 1, card 1: card 0101, doubtful: a reflection hides a part of it');
  assert.equal(label(board, board.spots[2], name), 'Unread place 1: not read, doubtful: it is blurred or small');
  assert.equal(verdict(board, 0), 'No set among the cards as read; 2 cards are doubtful.');
  board = settle(board, 1, '1111');
  assert.deepEqual(board.spots[1].likely.map(({ card }) => card), ['0101', '1111']);
  assert.equal(verdict(board, 2), 'There is a set among the cards as read; 1 card is doubtful.');
  assert.equal(verdict(board, 2, true), '2 sets among the cards as read; 1 card is doubtful.');
  assert.equal(isSure(board), false);
  board = settle(board, 2, null);
  assert.deepEqual(cardsOf(board), ['0000', '1111']);
  assert.equal(isSure(board), true);
  assert.equal(label(board, board.spots[2], name), 'Unread place 1: no card');
});

test('where the reader doubts the board, but no card, a person says that it is whole', () => {
  const board = table([read('0000')], { sure: false, rest: 0.8 });
  assert.deepEqual(doubtful(board), []);
  assert.equal(verdict(board, 0), 'No set among the cards as read; it is not certain that these are all cards.');
  // Looking at a card that is not doubtful settles no other card.
  assert.equal(isSure(settle(board, 0, '0001')), false);
  assert.equal(isSure(add(board, '2222', null)), false);
  assert.equal(verdict({ ...board, whole: true }, 0), 'No set.');
});

test('where cards may be missing, settling a doubtful one does not make the board whole', () => {
  const board = settle(table([read('0000'), read('0101', dim)], { sure: false, rest: 0.8 }), 1, '0101');
  assert.deepEqual(doubtful(board), []);
  assert.equal(isSure(board), false);
  assert.equal(verdict(board, 0), 'No set among the cards as read; it is not certain that these are all cards.');
  assert.equal(isSure({ ...board, whole: true }), true);
});

test('a card that lies there twice is doubtful, whoever said so', () => {
  const twice = { sure: false, doubts: ['twice'] };
  let board = table([read('0000', twice), read('0000', twice), read('1111')], { sure: false });
  assert.deepEqual(cardsOf(board), ['0000', '1111']);
  assert.deepEqual(doubtful(board), [0, 1]);
  assert.deepEqual(doubtsOf(board, board.spots[0]), ['the same card also lies elsewhere']);
  board = settle(board, 0, '0002');
  assert.deepEqual(doubtsOf(board, board.spots[1]), ['it is not certain']);
  board = settle(settle(board, 1, '0000'), 0, '1111');
  assert.deepEqual(doubtful(board), [2]);
  assert.deepEqual(doubtsOf(board, board.spots[2]), ['the same card also lies elsewhere']);
  assert.equal(isSure(board), false);
  assert.equal(isSure(settle(board, 2, '1111')), true);
});

test('cards that were missed are added, and may be taken back', () => {
  let board = add(add(table([read('0000')]), '1111', null), '2222', corners);
  assert.deepEqual(board.spots.map((spot) => spot.name), ['row 1, card 1', 'added card 1', 'added card 2']);
  assert.equal(isSure(board), true);
  board = settle(board, 1, null);
  assert.deepEqual(cardsOf(board), ['0000', '2222']);
});

test('an empty board says nothing of sets', () => {
  const board = table([], { sure: false });
  assert.equal(isSure(board), false);
  assert.match(verdict(board, 0), /^No card was found\./);
  assert.equal(isSure({ ...board, whole: true }), false);
  assert.match(verdict(settle(table([read('0000')]), 0, null), 0), /^No card was found\./);
});

test('outlines have a centre, sides and rings about them', () => {
  assert.deepEqual(centre(corners), [25, 20]);
  assert.deepEqual(extent(corners), [30, 20]);
  assert.equal(side(corners), 20);
  assert.deepEqual(grown(corners, 2), [[-5, 0], [55, 0], [55, 40], [-5, 40]]);
  assert.equal(points(corners.slice(0, 2)), '10.0,10.0 40.0,10.0');
});

test('a missed card is like the nearest other one', () => {
  const far = grown(corners, 3).map(([x, y]) => [x + 500, y]);
  assert.deepEqual(outlineAt([125, 20], [far, corners], 1000), corners.map(([x, y]) => [x + 100, y]));
  assert.deepEqual(centre(outlineAt([70, 30], [], 1000)), [70, 30]);
});
