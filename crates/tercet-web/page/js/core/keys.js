// Shortcuts: a key for each action, which people may change.

import { USUAL, settings } from './store.js';

/** The name of each action. @type {Record<string, string>} */
export const ACTIONS = {
  hint: 'Hint',
  none: 'No set here',
  pause: 'Pause or go on',
  undo: 'Undo',
  clear: 'Clear the choice',
  help: 'All shortcuts',
};

const NAMES = { ' ': 'Space', Escape: 'Esc', Backspace: '⌫' };

/**
 * The name of a key: `H`, `Space`.
 * @param {string} key
 */
export function keyName(key) {
  return NAMES[/** @type {keyof typeof NAMES} */ (key)] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** Keys that move, press or leave something everywhere. */
const RESERVED = ['Enter', ' ', 'Tab', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** The action with this key. @param {string} key */
const actionOf = (key) => {
  const { keys } = settings();
  return Object.keys(keys).find((action) => keys[action].toLowerCase() === key.toLowerCase());
};

/** Why a key cannot be that of an action; empty if it can. @param {string} action @param {string} key */
export function whyNot(action, key) {
  if (RESERVED.includes(key)) return `${keyName(key)} moves between cards and buttons or presses them: choose another key.`;
  if (/^F\d+$/.test(key) && key !== USUAL.keys.help) return `${key} is a key of the browser: choose another key.`;
  const other = actionOf(key);
  return other && other !== action ? `${keyName(key)} is the key of “${ACTIONS[other]}”: choose another key.` : '';
}

/** The keys of the keyboard that belong to places, row by row, by the letters of the US layout. */
const KEYBOARD = ['qwertyuiop', 'asdfghjkl;', 'zxcvbnm,./'];
const SIGNS = { ';': 'Semicolon', ',': 'Comma', '.': 'Period', '/': 'Slash' };
/** The position of a key on the keyboard, which is the same in all layouts. @param {string} key */
const codeOf = (key) => SIGNS[/** @type {keyof typeof SIGNS} */ (key)] ?? `Key${key.toUpperCase()}`;

/** The letters of the keys in the layout of this keyboard, by their positions. @type {Map<string, string>} */
const written = new Map();
/** @type {any} */ (globalThis.navigator)?.keyboard?.getLayoutMap?.().then((/** @type {Map<string, string>} */ layout) => {
  for (const [code, letter] of layout) written.set(code, letter);
}, () => {});

/** @typedef {{ letter: string, code: string } | null} PlaceKey what is written on it, and its position */

/**
 * The key of each place. The first rows of the board have the rows of keys, from the left, and further rows the keys
 * beside those, so a place keeps its key when the board gets another column. A key of an action is no key of a place,
 * and what would be its place has none.
 * @param {{ row: number, column: number }[]} places
 * @param {number} columns
 * @returns {PlaceKey[]}
 */
export function placeKeys(places, columns) {
  return places.map(({ row, column }) => {
    const key = KEYBOARD[row % KEYBOARD.length][Math.floor(row / KEYBOARD.length) * columns + column];
    if (!key) return null;
    const code = codeOf(key);
    const letter = written.get(code) ?? key;
    return actionOf(letter) ? null : { letter, code };
  });
}

/** The place with the key that was typed, or -1. @param {PlaceKey[]} keys of the places @param {KeyboardEvent} event */
export function typedPlace(keys, { key, code }) {
  // Without a map of the layout, the page learns it from the keys that are typed.
  if (/^Key[A-Z]$/.test(code) && key.length === 1) written.set(code, key.toLowerCase());
  return keys.findIndex((one) => one?.code === code);
}

/** Which of the keys of places are those of actions, in words. */
export function notPlaceKeys() {
  const keys = [...KEYBOARD.join('')].map((key) => written.get(codeOf(key)) ?? key);
  const lost = keys.filter(actionOf);
  return lost.map((key) => `${keyName(key)} is the key of “${ACTIONS[actionOf(key) ?? '']}”, so no card has it.`).join(' ');
}

/**
 * Calls `act` with the name of an action, or `other` with another key, until the signal is aborted.
 * Keys that are typed into a field, held with Ctrl, or meant for a dialog are left alone. A key that is held down acts
 * once, unless it moves.
 * @param {{ act: (action: string) => boolean | void, other?: (event: KeyboardEvent) => boolean | void }} listener true where the key was used
 * @param {AbortSignal} signal
 */
export function onKeys({ act, other }, signal) {
  let isUsed = false;
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
    if (target?.closest('input, textarea, select, dialog, [contenteditable]')) return;
    // Space and Enter press the button that has the focus.
    if (target?.closest('button, a, summary') && (event.key === ' ' || event.key === 'Enter')) {
      if (event.repeat) event.preventDefault();
      return;
    }
    const action = actionOf(event.key) ?? (event.shiftKey ? undefined : actionOf(/^Digit(\d)$/.exec(event.code)?.[1] ?? ''));
    if (!event.repeat || RESERVED.includes(event.key)) isUsed = !!(action ? act(action) : other?.(event));
    if (isUsed) event.preventDefault();
  };
  addEventListener('keydown', listen, { signal });
}
