// The choice of a deck: one of a few, or any number of values and properties, with cards of it to look at.

import { MOST_PROPERTIES, MOST_VALUES, deckName, isSameDeck, readDeck, size } from './deck.js';
import { openDialog } from './dialog.js';
import { button, deckLabel, el, fill, plural } from './dom.js';
import { samples } from './samples.js';

/** @typedef {import('./deck.js').Deck} Deck */

const PRESETS = ['3.4', '3.3', '3.5', '4.3', '5.3', '3.6', '4.4', '10.4'].map((text) => /** @type {Deck} */ (readDeck(text)));

/**
 * Lets people choose a deck; `onChoice` is called with it unless they cancel.
 * @param {Deck} deck the one that is chosen at first
 * @param {(deck: Deck) => void} onChoice
 */
export function chooseDeck(deck, onChoice) {
  const field = (/** @type {number} */ value, /** @type {number} */ most) =>
    el('input', { type: 'number', required: true, min: '1', max: most, value, 'aria-describedby': 'deck-error' });
  const values = field(deck.values, MOST_VALUES);
  const properties = field(deck.properties, MOST_PROPERTIES);
  const error = el('p', { id: 'deck-error', class: 'bad', role: 'alert' });
  const about = el('p', { 'aria-live': 'polite' });
  const cards = samples();
  const use = el('button', { type: 'submit', class: 'main' }, 'Use this deck');
  const presets = PRESETS.map((preset) =>
    button(deckLabel(preset), () => {
      [values.value, properties.value] = [String(preset.values), String(preset.properties)];
      show();
    }),
  );

  /** The deck of the fields. */
  const chosen = () => readDeck(`${values.value}.${properties.value}`);

  function show() {
    const now = chosen();
    use.disabled = now === null;
    const isNow = (/** @type {number} */ i) => now !== null && isSameDeck(now, PRESETS[i]);
    presets.forEach((preset, i) => preset.setAttribute('aria-pressed', String(isNow(i))));
    for (const input of [values, properties]) input.setAttribute('aria-invalid', String(!input.validity.valid));
    error.textContent = now ? '' : `A deck has 1 to ${MOST_VALUES} values and 1 to ${MOST_PROPERTIES} properties.`;
    fill(about, now && `${deckName(now)} has ${plural(size(now), 'card')}; a set is ${plural(now.values, 'card')}.`);
    if (now) cards.show(now);
  }

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const now = chosen();
    if (!now) return;
    dialog.close();
    onChoice(now);
  };
  const form = el(
    'form',
    { noValidate: true, on: { submit, input: show } },
    el('div', { class: 'row', role: 'group', 'aria-label': 'Usual decks' }, presets),
    el('div', { class: 'row' }, el('label', {}, 'Values', values), el('label', {}, 'Properties', properties)),
    error,
    about,
    cards.element,
    el('div', { class: 'row' }, use, button('Cancel', () => dialog.close())),
  );
  const dialog = openDialog('Choose a deck', [form]);
  show();
}
