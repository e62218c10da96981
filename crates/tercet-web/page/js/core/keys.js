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
    const keys = settings().keys;
    const action = Object.keys(keys).find((name) => keys[name].toLowerCase() === event.key.toLowerCase());
    if (action ? act(action) : other?.(event.key)) event.preventDefault();
  };
  addEventListener('keydown', listen, { signal });
}
