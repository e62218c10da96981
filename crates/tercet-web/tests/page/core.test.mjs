// The modules that all views share: links, settings, keys and the words of errors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../page/js/core/error.js';
import { readLink, writeLink } from '../../page/js/core/link.js';

/** What the browser kept, and who hears that another tab changed it. */
let saved = null;
let changed = () => {};
Object.assign(globalThis, { localStorage: { getItem: () => saved, setItem: () => {} }, addEventListener: (_, listener) => (changed = listener) });
const { USUAL, change, settings } = await import('../../page/js/core/store.js');
const { cardKeys, notCardKeys, whyNot } = await import('../../page/js/core/keys.js');

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
  const words = (message, place) => new EngineError({ code: 'x', message, place }).words;
  assert.equal(words('no answer'), 'No answer.');
  assert.equal(words('no answer.'), 'No answer.');
  assert.equal(words('no answer: is it still running?'), 'No answer: is it still running?');
  assert.equal(words('a card?', { line: 1, column: 2 }), 'Line 1, column 2: a card?');
});

test('of saved settings, those of another type are left out', () => {
  for (const text of ['', 'null', '7', '"x"', '[]', '{', '{"keys":null,"letterKeys":7,"learned":{},"theme":null,"letters":"yes"}']) {
    assert.deepEqual(read(text), USUAL, text);
  }
  const some = read('{"letters":false,"learned":["a"],"keys":{"hint":"x","undo":5},"__proto__":{"more":1}}');
  assert.deepEqual(some, { ...USUAL, letters: false, learned: ['a'], keys: { ...USUAL.keys, hint: 'x' } });
});

test('a key does one thing', () => {
  change(USUAL);
  assert.equal(notCardKeys(), '');
  assert.equal(cardKeys(), USUAL.letterKeys);
  for (const key of ['Enter', ' ', 'Tab', 'ArrowUp', 'F5', 'F12', 'n', 'N']) assert.notEqual(whyNot('hint', key), '', key);
  for (const key of ['h', 'f', 'Delete']) assert.equal(whyNot('hint', key), '', key);
  change({ keys: { ...USUAL.keys, hint: 'Q' } });
  assert.equal(cardKeys(), USUAL.letterKeys.slice(1));
  assert.match(notCardKeys(), /^Q is the key of “Hint”/);
  change(USUAL);
});
