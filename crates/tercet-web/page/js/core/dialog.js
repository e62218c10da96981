// Dialogs: one at a time, in front of the page. The focus goes back to where it was.

import { button, el } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */

/**
 * Opens a dialog and calls `onClose` when it is gone, however it was closed.
 * @param {string} title
 * @param {Child[]} children
 * @param {() => void} [onClose]
 */
export function openDialog(title, children, onClose) {
  const heading = el('h2', { id: 'dialog-title' }, title);
  const dialog = el('dialog', { 'aria-labelledby': 'dialog-title' }, heading, ...children);
  dialog.addEventListener('close', () => {
    dialog.remove();
    // The browser gives the focus back, unless the element that had it has been drawn again. It does so
    // before this event, and the focus may be elsewhere by now.
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
    tell(false);
    onClose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  tell(true);
  return dialog;
}

/** Tells the game that a dialog is open: its clock stands meanwhile. @param {boolean} isOpen */
const tell = (isOpen) => document.dispatchEvent(new CustomEvent('dialog', { detail: isOpen }));

/**
 * Whether the user confirms an action that cannot be undone.
 * @param {string} title
 * @param {string} words
 * @param {string} deed what the button that does it says
 * @returns {Promise<boolean>}
 */
export function confirmed(title, words, deed) {
  return new Promise((resolve) => {
    let isConfirmed = false;
    const confirm = () => {
      isConfirmed = true;
      dialog.close();
    };
    const buttons = el('div', { class: 'row' }, button('Cancel', () => dialog.close()), button(deed, confirm));
    const dialog = openDialog(title, [el('p', {}, words), buttons], () => resolve(isConfirmed));
  });
}
