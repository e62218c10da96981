import { button, el } from '../core/dom.js';
import { ACTIONS, keyName } from '../core/keys.js';
import { settings } from '../core/store.js';

/** Shows all shortcuts. */
export function showShortcuts() {
  const { keys } = settings();
  const row = (/** @type {string} */ key, /** @type {string} */ words) => el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, words));
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'shortcuts', on: { close: () => dialog.remove() } },
    el('h2', { id: 'shortcuts' }, 'Shortcuts'),
    el(
      'dl',
      { class: 'reasons' },
      Object.entries(ACTIONS).map(([action, words]) => row(keyName(keys[action]), words)),
      row('Q W E …', 'Choose the card that shows this key'),
      row('← ↑ ↓ →', 'Move between cards; Space chooses'),
    ),
    el('p', { class: 'row' }, button('Close', () => dialog.close(), { class: 'main' }), el('span', { class: 'soft' }, 'They can be changed in the settings.')),
  );
  document.body.append(dialog);
  dialog.showModal();
}
