// The field in which cards are typed.

import { el, fill } from '../core/dom.js';
import { inWords } from '../core/error.js';

/** @param {(text: string) => Promise<string | null>} add lays the cards of a text, or says why not */
export function typing(add) {
  const aria = { 'aria-labelledby': 'typing', 'aria-describedby': 'wrong notations' };
  const field = el('input', { type: 'text', ...aria, autocomplete: 'off', spellcheck: false });
  const wrong = el('p', { class: 'bad', id: 'wrong', role: 'alert' });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const words = await add(field.value).catch(inWords);
    if (!words) field.value = '';
    fill(wrong, words);
    field.focus();
  };
  const element = el(
    'form',
    { class: 'panel', on: { submit } },
    el('h2', { id: 'typing' }, 'Type cards'),
    field,
    el('p', { class: 'soft', id: 'notations' }, 'In any notation: 0121, or 0,1,2,1, or on (3,4) 1GoD.'),
    wrong,
    el('button', { type: 'submit' }, 'Add them'),
  );
  return { element, fail: (/** @type {string} */ words) => fill(wrong, words) };
}
