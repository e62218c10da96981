// The field in which cards are typed.

import { el, fill } from '../core/dom.js';
import { inWords } from '../core/error.js';

/**
 * The field for cards in any notation.
 * @param {(text: string) => Promise<void>} add
 */
export function typing(add) {
  const field = el('input', { type: 'text', 'aria-labelledby': 'typing', autocomplete: 'off', spellcheck: false, 'aria-describedby': 'wrong notations' });
  const wrong = el('p', { class: 'bad', id: 'wrong', role: 'alert' });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    fill(wrong);
    try {
      await add(field.value);
      field.value = '';
    } catch (error) {
      fill(wrong, inWords(error));
    }
    field.focus();
  };
  const element = el(
    'form',
    { class: 'panel', on: { submit } },
    el('h2', { id: 'typing' }, 'Type cards'),
    field,
    el('p', { class: 'soft', id: 'notations' }, 'In any notation: 0121, or 0,1,2,1, or on (3,4) 1GoD. Several at once with spaces.'),
    wrong,
    el('button', { type: 'submit' }, 'Lay them'),
  );
  return {
    element,
    fail: (/** @type {string} */ words) => fill(wrong, words),
    show(/** @type {string} */ text) {
      field.value = text.trim();
      field.select();
    },
  };
}
