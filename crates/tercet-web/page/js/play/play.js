// Play: a game of any deck. Without a seed in the link a fresh game begins at once.

import { button, el, fill, plural } from '../core/dom.js';
import { writeLink } from '../core/link.js';
import { MOST_SETS, mostStart, readSetup, setupParams, setupTitle } from './setup.js';
import { Table } from './table.js';

/** @typedef {import('../core/game.js').Setup} Setup */

/** @param {import('../core/place.js').Visit} visit */
export async function visit({ root, deck, params, signal, go, rename }) {
  const setup = readSetup({ ...params, seed: params.seed ?? freshSeed() }, deck);
  if (typeof setup === 'string') {
    const play = button('Play a new game', () => go('#play?deck=3.4'), { class: 'main' });
    const words = [el('h1', {}, 'This link leads to no game'), el('p', { role: 'alert' }, setup), el('p', {}, play)];
    return fill(root, el('section', { class: 'panel' }, words));
  }
  const link = writeLink('play', setupParams(setup));
  rename(link);
  const fresh = () => go(writeLink('play', setupParams({ ...setup, seed: freshSeed(), laid: undefined })));
  const options = el('details', {}, el('summary', {}, 'Another goal, start or seed'), optionsForm(setup, go));
  const table = new Table({
    setup,
    link,
    signal,
    title: setupTitle(setup),
    onOver: () => button('New game', fresh, { class: 'main' }),
    extra: [el('section', { class: 'panel', 'aria-label': 'New game' }, el('div', {}, button('New game', fresh)), options)],
  });
  fill(root, table.element);
  await table.start();
}

const freshSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** @param {Setup} setup @param {(link: string) => void} go */
function optionsForm({ deck, goal, start, refill }, go) {
  const goals = { deck: 'The whole deck', sets: 'A number of sets', layout: 'All sets of a fixed layout' };
  const kind = choice(goals, goal.kind);
  const sets = number(goal.kind === 'sets' ? goal.sets : 10, MOST_SETS);
  const cards = number(start, mostStart(deck));
  const refills = { 'up-to-start': 'up to the number at the start', 'at-once': `always ${plural(deck.values, 'card')}` };
  const rules = choice(refills, refill);
  const seed = el('input', { inputMode: 'numeric', pattern: '[0-9]{1,20}', placeholder: 'fresh', autocomplete: 'off', size: 12 });
  const setsLabel = el('label', {}, 'How many sets ', sets);
  const rulesLabel = el('label', {}, 'Dealt after a set ', rules);
  const follow = () => {
    setsLabel.hidden = sets.disabled = kind.value !== 'sets';
    rulesLabel.hidden = kind.value === 'layout';
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const goal = kind.value === 'sets' ? sets.value : kind.value;
    const next = { seed: seed.value || freshSeed(), goal, start: cards.value, refill: rules.value };
    go(writeLink('play', { deck: `${deck.values}.${deck.properties}`, ...next }));
  };
  kind.addEventListener('change', follow);
  follow();
  return el(
    'form',
    { class: 'column', on: { submit } },
    el('label', {}, 'Goal ', kind),
    setsLabel,
    el('label', {}, 'Cards at the start ', cards),
    rulesLabel,
    el('label', {}, 'Seed ', seed),
    el('div', {}, el('button', { class: 'main' }, 'Play')),
  );
}

/** @param {Record<string, string>} options @param {string} chosen */
function choice(options, chosen) {
  const option = (/** @type {string[]} */ [value, words]) => el('option', { value, selected: value === chosen }, words);
  return el('select', {}, Object.entries(options).map(option));
}

/** @param {number} value @param {number} most */
function number(value, most) {
  return el('input', { type: 'number', min: '1', max: String(most), value: String(value), required: true });
}
