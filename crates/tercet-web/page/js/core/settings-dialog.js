// The settings: how the page and its cards look, and which keys do what. A change is seen at once.

import { CLASSIC } from './deck.js';
import { openDialog } from './dialog.js';
import { announce, button, el, fill } from './dom.js';
import { ACTIONS, keyName } from './keys.js';
import { samples } from './samples.js';
import { USUAL, change, settings } from './store.js';

/** @typedef {import('./store.js').Settings} Settings */

/** @type {[Settings['theme'], string][]} */
const THEMES = [['auto', 'As the device'], ['light', 'Light'], ['dark', 'Dark']];

/** Keys that move, press or leave something everywhere. */
const RESERVED = ['Enter', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Lets people change the settings. */
export function changeSettings() {
  const form = el('form', { on: { submit: (/** @type {Event} */ event) => event.preventDefault() } });
  const done = button('Done', () => dialog.close(), { class: 'main' });
  const reset = button('Reset all', () => {
    change(USUAL);
    show();
    announce('All settings are as they were at first.');
    reset.focus();
  });
  const show = () => fill(form, theme(), look(), keys(), el('div', { class: 'row' }, done, reset));
  show();
  const dialog = openDialog('Settings', [form]);
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
  const rows = Object.entries(ACTIONS).map(([action, words]) => {
    const taker = keyTaker(action, words, (text) => fill(error, text));
    return el('div', { class: 'action' }, el('span', { 'aria-hidden': 'true' }, words), taker);
  });
  return group('Keys', box('cardKeys', 'Cards show their keys'), letterKeys(), rows, error);
}

/**
 * A button that shows the key of an action and, once pressed, takes the next key for it.
 * @param {string} action
 * @param {string} words
 * @param {(error: string) => void} refuse
 */
function keyTaker(action, words, refuse) {
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
    const { key } = event;
    if (!waits || ['Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key)) return;
    event.preventDefault();
    const refusal = whyNot(action, key);
    refuse(refusal);
    if (!refusal) {
      change({ keys: { ...settings().keys, [action]: key } });
      announce(`${words}: ${keyName(key)}`);
    }
    wait(false);
  });
  wait(false);
  return taker;
}

/** Why a key cannot be that of an action; empty if it can. @param {string} action @param {string} key */
function whyNot(action, key) {
  const { keys: taken } = settings();
  if (RESERVED.includes(key)) return `${keyName(key)} moves between cards or presses them: choose another key.`;
  const other = Object.keys(taken).find((name) => name !== action && taken[name].toLowerCase() === key.toLowerCase());
  return other ? `${keyName(key)} is the key of “${ACTIONS[other]}”: choose another key.` : '';
}

function letterKeys() {
  const error = el('p', { id: 'letter-error', class: 'bad', role: 'alert' });
  const take = () => {
    const keys = [...input.value.toLowerCase()].filter((key) => key.trim());
    const twice = keys.find((key, i) => keys.indexOf(key) < i);
    fill(error, twice && `${keyName(twice)} occurs twice: each card needs a key of its own.`);
    if (!twice) change({ letterKeys: keys.join('') });
  };
  const plain = { type: 'text', spellcheck: false, autocapitalize: 'off', 'aria-describedby': 'letter-error' };
  const input = el('input', { ...plain, class: 'wide', value: settings().letterKeys, on: { input: take } });
  return el('div', {}, el('label', {}, 'Keys of the cards, in layout order', input), error);
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
