// The modules that all views share: links, settings, keys and the words of errors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TercetError } from '../../page/js/core/error.js';
import { readLink, writeLink } from '../../page/js/core/link.js';

/** What the browser kept, and who hears that another tab changed it. */
let saved = null;
let changed = () => {};
Object.assign(globalThis, { Node: class {}, localStorage: { getItem: () => saved, setItem: () => {} }, addEventListener: (_, listener) => (changed = listener) });
const { USUAL, change, settings } = await import('../../page/js/core/store.js');
const { waits } = await import('../../page/js/core/queue.js');
const { notPlaceKeys, onKeys, placeKeys, typedPlace, whyNot } = await import('../../page/js/core/keys.js');

/** The settings after a text was saved. */
function read(text) {
  saved = text;
  changed({ key: 'tercet.settings' });
  return settings();
}

test('a link says what was written, question marks too', () => {
  const params = { deck: '3.4', seed: '7', sets: '?' };
  assert.deepEqual(readLink('#puzzle?deck=3.4&seed=7&sets=?'), { view: 'puzzle', params });
  assert.deepEqual(readLink(writeLink('puzzle', params)), { view: 'puzzle', params });
  assert.deepEqual(readLink('#play'), { view: 'play', params: {} });
  assert.deepEqual(readLink(''), { view: '', params: {} });
});

test('an error ends with one mark', () => {
  const words = (message, place) => new TercetError({ code: 'x', message, place }).words;
  assert.equal(words('no answer'), 'No answer.');
  assert.equal(words('no answer.'), 'No answer.');
  assert.equal(words('no answer: is it still running?'), 'No answer: is it still running?');
  assert.equal(words('a card?', { line: 1, column: 2 }), 'Line 1, column 2: a card?');
});

test('a question that waits says its place, until it is worked on', () => {
  const element = { replaceChildren: (...shown) => (element.shown = shown), shown: [] };
  const onLine = waits(element, 'Searching …');
  const queue = (done) => ({ schema: 'tercet.progress/1', what: 'places in the queue', done, of: 3 });
  for (const [line, shown] of [
    [{ schema: 'tercet.sets/1', positions: [[0, 1, 2]] }, []],
    [queue(0), ['Waiting at place 3 of the queue …']],
    [queue(2), ['Waiting at place 1 of the queue …']],
    [queue(3), ['Searching …']],
    [{ schema: 'tercet.progress/1', what: 'games', done: 1, of: 3 }, ['Searching …']],
  ]) {
    onLine(line);
    assert.deepEqual(element.shown, shown);
  }
});

test('of saved settings, those of another type are left out', () => {
  for (const text of ['', 'null', '7', '"x"', '[]', '{', '{"keys":null,"learned":{},"theme":null,"letters":"yes"}']) {
    assert.deepEqual(read(text), USUAL, text);
  }
  const some = read('{"letters":false,"learned":["a"],"keys":{"hint":"x","undo":5},"__proto__":{"more":1}}');
  assert.deepEqual(some, { ...USUAL, letters: false, learned: ['a'], keys: { ...USUAL.keys, hint: 'x' } });
});

/** The places of a board, row by row, and their keys. */
const places = (rows, columns) => Array.from({ length: rows * columns }, (_, i) => ({ row: Math.floor(i / columns), column: i % columns }));
const letters = (rows, columns) => placeKeys(places(rows, columns), columns).map((key) => key?.letter ?? '-').join('');

test('a key that is held acts once, unless it moves', () => {
  const { addEventListener } = globalThis;
  let listen;
  Object.assign(globalThis, { Element: class {}, addEventListener: (_, listener) => (listen = listener) });
  const used = [];
  const use = (word) => word !== 'x' && used.push(word) > 0;
  onKeys({ act: use, other: ({ key }) => use(key) }, new AbortController().signal);
  Object.assign(globalThis, { addEventListener });
  const hold = (key) => [false, true, true].map((repeat) => {
    let isPrevented = false;
    listen({ key, code: '', repeat, preventDefault: () => (isPrevented = true) });
    return isPrevented;
  });
  change(USUAL);
  // The browser does nothing of its own with a key that is used, held or not.
  for (const key of ['0', 'q', 'ArrowRight']) assert.deepEqual(hold(key), [true, true, true]);
  assert.deepEqual(used, ['none', 'q', 'ArrowRight', 'ArrowRight', 'ArrowRight']);
  assert.deepEqual(hold('x'), [false, false, false]);
});

test('a key does one thing', () => {
  change(USUAL);
  assert.equal(notPlaceKeys(), 'P is the key of “Pause or go on”, so no card has it.');
  for (const key of ['Enter', ' ', 'Tab', 'ArrowUp', 'F5', 'F12', '0', 'P']) assert.notEqual(whyNot('hint', key), '', key);
  for (const key of ['h', 'f', 'Delete']) assert.equal(whyNot('hint', key), '', key);
  change({ keys: { ...USUAL.keys, hint: 'S' } });
  assert.equal(letters(3, 4), 'qwera-dfzxcv');
  assert.match(notPlaceKeys(), /S is the key of “Hint”/);
  change(USUAL);
});

test('keys belong to places, which keep them when there are more columns or rows', () => {
  change(USUAL);
  assert.equal(letters(3, 4), 'qwerasdfzxcv');
  assert.equal(letters(3, 7), 'qwertyuasdfghjzxcvbnm');
  assert.equal(letters(4, 3), 'qweasdzxcrty');
  assert.equal(letters(7, 3), 'qweasdzxcrtyfghvbnuio');
  for (const columns of [4, 5, 6]) assert.equal(letters(3, columns).slice(columns, columns + 4), 'asdf');
  assert.equal(typedPlace(placeKeys(places(3, 4), 4), { key: 'Z', code: 'KeyZ' }), 8);
  // On a keyboard of another layout the same places have other letters, which the page learns from what is typed.
  assert.equal(typedPlace(placeKeys(places(3, 4), 4), { key: 'a', code: 'KeyQ' }), 0);
  assert.equal(letters(3, 4), 'awerasdfzxcv');
  assert.equal(typedPlace(placeKeys(places(3, 4), 4), { key: 'q', code: 'KeyQ' }), 0);
  assert.equal(typedPlace(placeKeys(places(3, 4), 4), { key: '7', code: 'Digit7' }), -1);
});
