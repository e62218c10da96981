// The layout of boards: what is in sight, and where cards lie, in windows of all sizes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { layout, placed } from '../../page/js/core/layout.js';

const RATIO = 210 / 300;

/** The room for a board in windows from the smallest phone to a projector: the window without the bars above and below. */
const ROOMS = [300, 360, 390, 414, 540, 600, 664, 768, 820, 844, 900, 960, 1024, 1200, 1366, 1536, 1680, 1920, 2560, 3840].flatMap((width) =>
  [220, 260, 300, 360, 440, 520, 600, 760, 900, 1900].map((height) => [width, height]),
);

const heightOf = ({ rows, card, gap }) => rows * card * RATIO + (rows - 1) * gap;
const widthOf = ({ columns, card, gap }) => columns * card + (columns - 1) * gap;

test('up to 21 cards are in sight, in full rows, and as large as full rows can be', () => {
  assert.equal(ROOMS.length, 200);
  for (const [width, height] of ROOMS) {
    for (const cards of [12, 15, 18, 21]) {
      const found = layout(cards, width, height);
      const where = `${cards} cards in ${width}×${height}: ${JSON.stringify(found)}`;
      assert.ok(widthOf(found) <= width && heightOf(found) <= height, where);
      assert.equal(found.rows * found.columns, cards, where);
      for (let columns = 1; columns <= cards; columns++) {
        if (cards % columns) continue;
        const rows = cards / columns;
        const other = { rows, columns, gap: found.gap, card: found.card + 1 };
        assert.ok(widthOf(other) > width || heightOf(other) > height, `${where}, but ${columns} columns have larger cards`);
      }
    }
  }
});

test('any number of cards is laid out without a row of few', () => {
  for (const [width, height] of ROOMS) {
    for (let cards = 1; cards <= 21; cards++) {
      const found = layout(cards, width, height);
      const { rows, columns } = found;
      const where = `${cards} cards in ${width}×${height}: ${JSON.stringify(found)}`;
      assert.ok(widthOf(found) <= width && heightOf(found) <= height, where);
      const last = cards - (rows - 1) * columns;
      assert.ok(last > columns / 2 && last <= columns, where);
    }
  }
});

test('larger boards scroll before their cards are too small', () => {
  for (const [width, height] of ROOMS) {
    for (const cards of [22, 24, 40, 60, 110, 300]) {
      const found = layout(cards, width, height);
      const where = `${cards} cards in ${width}×${height}: ${JSON.stringify(found)}`;
      assert.ok(widthOf(found) <= width, where);
      assert.ok(found.card >= 64, where);
      if (heightOf(found) > height) assert.ok(found.card <= 140, where);
    }
  }
});

test('further cards leave the others in their places', () => {
  for (const [width, height] of [[900, 450], [1450, 750], [374, 420], [600, 330]]) {
    const places = [12, 15, 18].map((cards) => Array.from({ length: 12 }, (_, i) => placed(i, layout(cards, width, height))));
    assert.deepEqual(places[1], places[0], `${width}×${height}`);
    if (width > height) assert.deepEqual(places[2], places[0], `${width}×${height}`);
  }
});

test('a board without room or without cards has a layout, too', () => {
  for (const found of [layout(0, 300, 300), layout(12, 0, 0), layout(300, 0, 500), layout(1, 10, 10)]) {
    assert.ok(found.card >= 1 && found.columns >= 1 && found.rows >= 1);
  }
});
