// The settings: how the page and its cards look, and which keys do what. A change is seen at once.

import { CLASSIC } from './deck.js';
import { openDialog } from './dialog.js';
import { announce, button, el, fill } from './dom.js';
import { ACTIONS, keyName, notPlaceKeys, whyNot } from './keys.js';
import { samples } from './samples.js';
import { USUAL, change, settings } from './store.js';

/** @typedef {import('./store.js').Settings} Settings */

/** @type {[Settings['theme'], string][]} */
const THEMES = [['auto', 'Same as the device'], ['light', 'Light'], ['dark', 'Dark']];

/** Lets people change the settings. @param {boolean} [atKeys] whether they want to see the keys */
export function changeSettings(atKeys = false) {
  const form = el('form', { on: { submit: (/** @type {Event} */ event) => event.preventDefault() } });
  const done = button('Done', () => dialog.close(), { class: 'main' });
  const reset = button('Reset all', () => {
    change(USUAL);
    show();
    announce('All settings are reset.');
    reset.focus();
  });
  const show = () => fill(form, theme(), look(), keys(), el('div', { class: 'row' }, done, reset));
  show();
  const dialog = openDialog('Settings', [form]);
  if (!atKeys) return;
  const part = /** @type {HTMLElement} */ (form.querySelector('.keys'));
  part.scrollIntoView();
  /** @type {HTMLElement} */ (part.querySelector('input')).focus({ preventScroll: true });
}

function theme() {
  const radios = THEMES.map(([name, words]) => {
    const properties = { type: 'radio', name: 'theme', checked: settings().theme === name };
    return el('label', {}, el('input', { ...properties, on: { change: () => change({ theme: name }) } }), words);
  });
  return group('Colours of the page', el('div', { class: 'row' }, radios));
}

function look() {
  const cards = samples();
  const show = () => cards.show(CLASSIC);
  show();
  const letters = box('letters', 'Cards carry the letter of their colour', show);
  return group('Cards', letters, box('colourless', 'A frame instead of colour', show), cards.element);
}

function keys() {
  const error = el('p', { id: 'key-error', class: 'bad', role: 'alert' });
  const lost = el('p', { class: 'soft', role: 'status' }, notPlaceKeys());
  const rows = Object.entries(ACTIONS).map(([action, words]) => {
    const taker = keyTaker(action, words, (text) => {
      fill(error, text);
      fill(lost, notPlaceKeys());
    });
    return el('div', { class: 'action' }, el('span', { 'aria-hidden': 'true' }, words), taker);
  });
  const keys = group('Keys', box('cardKeys', 'Cards show their keys'), rows, error, lost);
  keys.classList.add('keys');
  return keys;
}

/**
 * A button that shows the key of an action and, once pressed, takes the next key for it.
 * @param {string} action
 * @param {string} words
 * @param {(error: string) => void} heard is called with the reason why a key was refused, or with an empty text
 */
function keyTaker(action, words, heard) {
  const taker = button('', () => wait(true), { 'aria-describedby': 'key-error' });
  let waits = false;
  function wait(/** @type {boolean} */ now) {
    waits = now;
    const name = keyName(settings().keys[action]);
    fill(taker, waits ? 'Press a key…' : el('kbd', {}, name));
    taker.setAttribute('aria-label', waits ? `${words}: press a key` : `${words}: ${name}. Change`);
  }
  taker.addEventListener('blur', () => wait(false));
  taker.addEventListener('keydown', (event) => {
    if (!waits || event.ctrlKey || event.metaKey || event.altKey || ['Shift', 'AltGraph', 'Dead'].includes(event.key)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // The key has no other effect here, except that Tab moves the focus.
    if (key !== 'Tab') event.preventDefault();
    const refusal = whyNot(action, key);
    if (!refusal) {
      change({ keys: { ...settings().keys, [action]: key } });
      announce(`${words}: ${keyName(key)}`);
    }
    heard(refusal);
    wait(false);
  });
  wait(false);
  return taker;
}

/**
 * A box that turns a setting on or off.
 * @param {'letters' | 'colourless' | 'cardKeys'} name
 * @param {string} words
 * @param {() => void} [then]
 */
function box(name, words, then) {
  const input = el('input', { type: 'checkbox', checked: settings()[name] });
  input.addEventListener('change', () => {
    change({ [name]: input.checked });
    then?.();
  });
  return el('label', {}, input, words);
}

/** @param {string} title @param {...(import('./dom.js').Child | import('./dom.js').Child[])} children */
function group(title, ...children) {
  return el('fieldset', {}, el('legend', {}, title), ...children);
}
