// The dialog that asks which card this is: its picture in the photograph, why it is doubtful, and
// the cards to choose from.

import { palette } from '../build/palette.js';
import { CLASSIC } from '../core/deck.js';
import { openDialog } from '../core/dialog.js';
import { button, el, fill } from '../core/dom.js';
import { inWords } from '../core/error.js';

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {HTMLCanvasElement | null} crop
 * @property {string[]} doubts in words
 * @property {import('./reading.js').Likely[]} likely
 * @property {string | null} card that was read
 * @property {boolean} isAdded whether it is a card that was missed
 */

/** The most readings that are offered by themselves. */
const LIKELY = 5;

/**
 * Asks a person.
 * @param {Question} question
 * @param {import('../core/cards.js').Pictures} drawn the pictures of the likely cards are among them
 * @returns {Promise<string | null | undefined>} a card, null for no card, or nothing if the dialog is closed without an answer
 */
export function askCard({ title, crop, doubts, likely, card, isAdded }, drawn) {
  return new Promise((resolve) => {
    /** @type {string | null | undefined} */
    let said;
    const say = (/** @type {string | null} */ what) => {
      said = what;
      dialog.close();
    };
    const known = likely.slice(0, LIKELY);
    if (card !== null && !known.some((one) => one.card === card)) known.unshift({ card, confidence: NaN });
    const readings = known.map((one) => {
      const odds = Number.isNaN(one.confidence) ? 'as you said' : percent(one.confidence);
      const more = [el('span', {}, drawn.name(one.card)), el('span', { class: 'soft number' }, odds)];
      const own = { class: 'reading', autofocus: one.card === card };
      return el('li', {}, button(drawn.picture(one.card), () => say(one.card), own, ...more));
    });
    const all = palette(CLASSIC, say);
    const failed = el('p', { class: 'bad', role: 'alert' });
    const summary = el('summary', {}, known.length ? 'Another card' : 'All cards');
    const others = el('details', { open: !known.length }, summary, all.element, failed);
    const offer = () => all.show(drawn).catch((error) => fill(failed, inWords(error)));
    if (!known.length) offer();
    else others.addEventListener('toggle', offer, { once: true });
    crop?.setAttribute('role', 'img');
    crop?.setAttribute('aria-label', 'This place in the photograph');
    const none = button('This is not a card', () => say(null), { hidden: isAdded });
    const row = el('div', { class: 'row' }, none, button('Cancel', () => dialog.close()));
    const dialog = openDialog(
      title,
      [
        crop,
        doubts.length > 0 && el('p', {}, `Doubtful: ${doubts.join('; ')}.`),
        known.length > 0 && el('p', {}, 'Which card is it?'),
        known.length > 0 && el('ul', { class: 'readings' }, readings),
        others,
        row,
      ].filter((child) => child !== false && child !== null),
      () => resolve(said),
    );
    dialog.classList.add('asking');
  });
}

/** Odds for people: never certain. @param {number} odds */
function percent(odds) {
  const rounded = Math.round(odds * 100);
  return rounded > 99 ? 'over 99 %' : rounded < 1 ? 'under 1 %' : `${rounded} %`;
}
