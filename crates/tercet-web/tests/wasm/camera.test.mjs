// The engine of photographs in WebAssembly reads what `tercet ask` reads. It is run as the other tests of
// WebAssembly are.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine } from '../../page/js/worker/wasm.js';
import { picture } from './picture.mjs';

const TERCET = process.env.TERCET ?? 'tercet';
const module = new WebAssembly.Module(readFileSync(`${process.env.SITE}/camera.wasm`));

/** What the program reads in the same pixels, after what a camera showed before. */
function native({ width, height, data }, earlier) {
  const rgb = Buffer.alloc(3 * width * height, 0);
  for (let i = 0; i < width * height; i++) rgb.set(data.subarray(4 * i, 4 * i + 3), 3 * i);
  const pixels = { width, height, rgb: rgb.toString('base64') };
  const { stdout } = spawnSync(TERCET, ['ask'], { input: `${JSON.stringify({ ask: 'photo', pixels, notation: 'digits', earlier })}\n`, encoding: 'utf8' });
  return JSON.parse(stdout);
}

/** Numbers agree nearly, since the functions of a system's library differ in the last digit: pixels have one, odds four. */
function assertAlike(found, expected, path = 'answer') {
  if (typeof expected === 'number') {
    const most = path.includes('corners') ? 0.2 : 2e-3;
    assert.ok(Math.abs(found - expected) <= most, `${path}: ${found}, not ${expected}`);
  } else if (expected === null || typeof expected !== 'object') assert.equal(found, expected, path);
  else {
    assert.deepEqual(Object.keys(found), Object.keys(expected), path);
    for (const key of Object.keys(expected)) assertAlike(found[key], expected[key], `${path}.${key}`);
  }
}

const engine = new Engine(module);
const read = (pixels, earlier) => JSON.parse(engine.read(pixels, JSON.stringify({ notation: 'digits', earlier })));

test('a photograph has the answer of the program', () => {
  const cards = ['0000', '1101', '2220'];
  const pixels = picture(cards);
  const answer = read(pixels);
  assert.equal(answer.schema, 'tercet.photo/1');
  assertAlike(answer, native(pixels));
  assert.deepEqual(answer.cards.map(({ card }) => card), cards);
});

test('a camera shows the sets that two pictures agree on', () => {
  const [one, other] = [picture(['0000', '1100', '2200']), picture(['0000', '1100', '2201'])];
  let earlier = [];
  const found = [one, other, one, one, one].map((pixels) => {
    const answer = read(pixels, earlier);
    assertAlike(answer, native(pixels, earlier));
    earlier = answer.pictures;
    return [answer.cards.filter(({ doubts }) => doubts[0] !== 'unsteady').length, answer.sets.length];
  });
  assert.deepEqual(found, [[0, 0], [2, 0], [2, 0], [3, 1], [3, 1]]);
});

test('an empty table, and a picture of one pixel, have no cards', () => {
  for (const pixels of [picture(['', ''], 320, 40), { width: 1, height: 1, data: new Uint8ClampedArray(4) }]) {
    const answer = read(pixels);
    assert.deepEqual([answer.cards, answer.answer], [[], 'doubtful']);
    assertAlike(answer, native(pixels));
  }
});

test('a picture without pixels is an error', () => {
  const answer = read({ width: 0, height: 0, data: new Uint8ClampedArray(0) });
  assert.deepEqual([answer.schema, answer.code], ['tercet.error/1', 'not-a-picture']);
});

test('memory does not grow', () => {
  const pixels = picture(['0000', '1101'], 400, 150);
  for (let i = 0; i < 5; i++) read(pixels);
  const before = engine.bytes;
  for (let i = 0; i < 50; i++) read(pixels);
  assert.equal(engine.bytes, before);
});
