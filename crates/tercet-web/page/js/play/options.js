// The form for a new game: its goal, its cards at the start, its seed.

import { el, plural } from '../core/dom.js';
import { writeLink } from '../core/link.js';
import { MOST_SETS, freshSeed, mostStart } from './play.js';

/** @typedef {import('../core/game.js').Setup} Setup */

/** @param {Setup} setup @param {(link: string) => void} go */
export function optionsForm({ deck, goal, start, refill, planted, untilSet, variant = 'standard' }, go) {
  const goals = { deck: 'The whole deck', sets: 'A number of sets', layout: 'All sets of a fixed layout', planted: 'A hidden set' };
  const kind = choice(goals, planted ? 'planted' : goal.kind);
  const sets = number(goal.kind === 'sets' ? goal.sets : 10, MOST_SETS);
  const cards = number(start, mostStart(deck));
  const few = plural(deck.values, 'card');
  const refills = {
    'up-to-start': 'up to the number at the start',
    'at-once': `always ${few}`,
    delayed: `${few} when no set is left`,
    owed: `${few} for each set, when none is left`,
  };
  const rules = choice(refills, refill);
  const variants = {
    standard: 'none',
    chain: 'Chain: each set holds one card of the last',
    shuffle: 'Shuffle: the board is shuffled after each set',
    memory: `Memory: face down, ${few} turned up at a time`,
  };
  const varied = choice(variants, variant);
  const seed = el('input', { inputMode: 'numeric', pattern: '[0-9]{1,20}', placeholder: 'fresh', autocomplete: 'off', size: 12 });
  const setsLabel = el('label', {}, 'How many sets ', sets);
  const rulesLabel = el('label', {}, 'Dealt after a set ', rules);
  const variedLabel = el('label', {}, 'Variant ', varied);
  const until = el('input', { type: 'checkbox', checked: untilSet ?? false });
  const untilLabel = el('label', {}, until, 'Deal until there is a set');
  const follow = () => {
    const isLayout = kind.value === 'layout' || kind.value === 'planted';
    setsLabel.hidden = sets.disabled = kind.value !== 'sets';
    rulesLabel.hidden = untilLabel.hidden = variedLabel.hidden = isLayout;
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const goal = kind.value === 'sets' ? sets.value : kind.value;
    const next = { seed: seed.value || freshSeed(), goal, start: cards.value, refill: rules.value, until: until.checked && !untilLabel.hidden ? 'set' : null, variant: varied.value === 'standard' || variedLabel.hidden ? null : varied.value };
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
    untilLabel,
    variedLabel,
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
