// Play: a game of any deck. Without a seed in the link, a fresh game begins at once; its options are
// beside it.

import { button, clock, el, fill, plural } from '../core/dom.js';
import { size } from '../core/deck.js';
import { writeLink } from '../core/link.js';
import { waiting } from './saved.js';
import { readSetup, setupParams, setupTitle, MOST_SETS, MOST_START } from './setup.js';
import { Table } from './table.js';

/** @typedef {import('../core/game.js').Setup} Setup */

/** @param {import('../core/place.js').Visit} visit */
export async function visit({ root, deck, params, signal, go, rename }) {
  const setup = readSetup({ ...params, seed: params.seed ?? freshSeed() }, deck);
  if (typeof setup === 'string') {
    const fresh = () => go(writeLink('play', { deck: '3.4', seed: freshSeed() }));
    fill(root, el('section', { class: 'panel' }, el('h1', {}, 'This link leads to no game'), el('p', { role: 'alert' }, setup), el('p', {}, button('Play a new game', fresh, { class: 'main' }))));
    return;
  }
  const link = writeLink('play', setupParams(setup));
  rename(link);
  const again = () => go(writeLink('play', setupParams({ ...setup, seed: freshSeed() })));
  const left = el('p', { class: 'soft' });
  const table = new Table({
    setup,
    link,
    signal,
    title: setupTitle(setup),
    onOver: () => button('New game', again, { class: 'main' }),
    extra: [optionsPanel(setup, go), left],
  });
  fill(root, table.element);
  const others = (await waiting()).filter((game) => game.link !== link && game.link.startsWith('#play'));
  if (others.length) fill(left, 'A game is waiting: ', el('a', { href: others[0].link }, `${setupTitle(others[0].setup)}, ${clock(others[0].time)}`));
  await table.start();
}

function freshSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/**
 * The options of the next game.
 * @param {Setup} setup
 * @param {(link: string) => void} go
 */
function optionsPanel({ deck, goal, start, refill }, go) {
  const most = size(deck) < BigInt(MOST_START) ? Number(size(deck)) : MOST_START;
  const goals = { deck: 'The whole deck', sets: 'A number of sets', layout: 'All sets of a fixed layout' };
  const kind = choice('goal', goals, goal.kind);
  const sets = number('sets', goal.kind === 'sets' ? goal.sets : 10, MOST_SETS);
  const cards = number('start', start, most);
  const rules = choice('refill', { 'up-to-start': 'Up to the number at the start', 'at-once': `Always ${plural(deck.values, 'card')}` }, refill);
  const seed = el('input', { name: 'seed', inputMode: 'numeric', pattern: '[0-9]{1,20}', placeholder: 'fresh', autocomplete: 'off', size: 12 });
  const setsLabel = el('label', {}, 'How many sets ', sets);
  const rulesLabel = el('label', {}, 'Dealt after a set ', rules);
  const follow = () => {
    setsLabel.hidden = kind.value !== 'sets';
    rulesLabel.hidden = kind.value === 'layout';
  };
  kind.addEventListener('change', follow);
  follow();
  const play = (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {any} */
    const next = { deck, seed: seed.value || freshSeed(), start: Number(cards.value), refill: rules.value };
    next.goal = kind.value === 'sets' ? { kind: 'sets', sets: Number(sets.value) } : { kind: kind.value };
    go(writeLink('play', setupParams(next)));
  };
  const form = el(
    'form',
    { class: 'column', on: { submit: play } },
    el('label', {}, 'Goal ', kind),
    setsLabel,
    el('label', {}, 'Cards at the start ', cards),
    rulesLabel,
    el('label', {}, 'Seed ', seed),
    el('div', {}, el('button', { class: 'main' }, 'New game')),
  );
  return el('details', { class: 'panel' }, el('summary', {}, 'New game'), form);
}

/** @param {string} name @param {Record<string, string>} options @param {string} chosen */
function choice(name, options, chosen) {
  const option = (/** @type {[string, string]} */ [value, words]) => el('option', { value, selected: value === chosen }, words);
  return el('select', { name }, Object.entries(options).map(option));
}

/** @param {string} name @param {number} value @param {number} max */
function number(name, value, max) {
  return el('input', { type: 'number', name, value: String(value), min: '1', max: String(max), required: true });
}
