import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLink, writeLink } from '../../page/js/core/link.js';
import { isSameKind } from '../../page/js/play/finished.js';
import { readSetup, setupParams } from '../../page/js/play/play.js';

const CLASSIC = { values: 3, properties: 4 };
const laid = (cards) => readSetup({ deck: '3.4', seed: '7', cards }, CLASSIC);

test('a board that was laid is played as a layout, from the same link whatever the seed', () => {
  const setup = laid('0121.2210.0000');
  assert.deepEqual(setup.goal, { kind: 'layout' });
  assert.deepEqual([setup.laid, setup.start], [['0121', '2210', '0000'], 3]);
  const link = writeLink('play', setupParams(setup));
  assert.equal(link, '#play?deck=3.4&cards=0121.2210.0000');
  const { params } = readLink(link);
  assert.deepEqual(readSetup({ ...params, seed: '8' }, CLASSIC), setup);
});

test('a card that is named twice is laid once', () => {
  assert.deepEqual(laid('0121.0121.0000').laid, ['0121', '0000']);
});

test('times compare only on the same board', () => {
  assert.ok(isSameKind(laid('0121.2210'), laid('0121.2210')));
  assert.ok(!isSameKind(laid('0121.2210'), laid('0121.2211')));
  assert.ok(!isSameKind(laid('0121.2210'), readSetup({ deck: '3.4', seed: '0', goal: 'layout', start: '2' }, CLASSIC)));
});
