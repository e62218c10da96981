// Shortcuts: a key for each action, which people may change.

import { settings } from './store.js';

/** What each action is called. @type {Record<string, string>} */
export const ACTIONS = {
  hint: 'Hint',
  none: 'No set here',
  pause: 'Pause or go on',
  undo: 'Undo',
  clear: 'Clear the choice',
  help: 'All shortcuts',
};

/**
 * How a key is written: `H`, `Space`.
 * @param {string} key
 */
export function keyName(key) {
  return key === ' ' ? 'Space' : key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key;
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
  if (/^F\d+$/.test(key)) return `${key} is a key of the browser: choose another key.`;
  const other = actionOf(key);
  return other && other !== action ? `${keyName(key)} is the key of “${ACTIONS[other]}”: choose another key.` : '';
}

/** The keys of cards, without those of actions. */
export const cardKeys = () => [...settings().letterKeys].filter((key) => !actionOf(key)).join('');

/** Which of the keys of cards are those of actions, in words. */
export function notCardKeys() {
  const lost = [...settings().letterKeys].filter(actionOf);
  return lost.map((key) => `${keyName(key)} is the key of “${ACTIONS[actionOf(key) ?? '']}”, so no card has it.`).join(' ');
}

/**
 * Calls `act` with the name of an action, or `other` with another key, until the signal is aborted.
 * Keys that are typed into a field, held with Ctrl, or meant for a dialog are left alone.
 * @param {{ act: (action: string) => boolean | void, other?: (key: string) => boolean | void }} listener true where the key was used
 * @param {AbortSignal} signal
 */
export function onKeys({ act, other }, signal) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
    if (target?.closest('input, textarea, select, dialog, [contenteditable]')) return;
    // Space and Enter press the button that has the focus.
    if (target?.closest('button, a, summary') && (event.key === ' ' || event.key === 'Enter')) return;
    const action = actionOf(event.key);
    if (action ? act(action) : other?.(event.key)) event.preventDefault();
  };
  addEventListener('keydown', listen, { signal });
}
