// The end of a game: its time, how it compares, where the time went, and what to do with it.

import { announce, button, clock, duration, el, fill, plural } from '../core/dom.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { address, writeLink } from '../core/link.js';
import { deckName } from '../core/deck.js';
import { bests } from './finished.js';

/** @typedef {import('./finished.js').Finished} Finished */

/**
 * @param {Finished} game
 * @param {Finished[]} others that this browser keeps
 * @param {(Node | void | null)[]} actions what else can be done
 */
export function resultPanel(game, others, actions) {
  const heading = el('h2', { tabIndex: -1 }, summary(game));
  const problem = el('p', { class: 'bad', role: 'alert' });
  const comparison = compare(game, others);
  announce([summary(game), ...comparison].join('. '));
  const element = el(
    'section',
    { class: 'panel result', 'aria-label': 'Result' },
    heading,
    el('p', {}, counts(game)),
    comparison.map((words) => el('p', { class: words.includes('new best') ? 'good' : '' }, words)),
    game.taken.length > 0 && times(game),
    el('div', { class: 'row' }, actions.filter((action) => action instanceof Node)),
    el(
      'div',
      { class: 'row' },
      el('a', { class: 'button', href: writeLink('replay', { game: game.id }) }, 'Replay'),
      game.setup.goal.kind !== 'layout' && button('Save the record', () => saveRecord(game, problem)),
    ),
    problem,
  );
  return { element, focus: () => heading.focus() };
}

/** @param {Finished} game */
function summary({ over, taken, time, setup }) {
  const found = plural(taken.length, 'set');
  if (over === 'given-up') return `Given up after ${found}, ${clock(time)}`;
  if (over === 'deck') return `${deckName(setup.deck)} played through: ${found} in ${clock(time)}`;
  return `${over === 'layout' ? 'All sets found: ' : ''}${found} in ${clock(time)}`;
}

/** @param {Finished} game */
function counts({ wrong, falseNone, passed, taken, helped }) {
  const hints = taken.filter((set) => set.hint).length;
  const said = [
    wrong.length ? plural(wrong.length, 'wrong choice') : 'No wrong choice',
    passed > 0 && `“no set” said rightly ${times_(passed)}`,
    falseNone > 0 && `wrongly ${times_(falseNone)}`,
    helped && (hints ? `${plural(hints, 'set')} with a hint` : 'helped by a hint'),
  ];
  return `${said.filter(Boolean).join(', ')}.`;
}

/** @param {number} count */
const times_ = (count) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

/** @param {Finished} game @param {Finished[]} others */
function compare(game, others) {
  if (game.over === 'given-up') return [];
  const { same, kind, games } = bests(others, game);
  const help = game.helped ? ' with hints' : '';
  const said = [];
  if (kind === null) said.push(`Your first finished game of this kind${help}.`);
  else if (game.time < kind) said.push(`A new best${help}: the best of ${plural(games, 'game')} was ${clock(kind)}.`);
  else said.push(`Your best game of this kind${help}: ${clock(kind)}.`);
  if (same !== null) said.push(`Your best with these very cards${help}: ${clock(Math.min(same, game.time))}.`);
  return said;
}

/** @param {Finished} game */
function times({ taken }) {
  const longest = Math.max(...taken.map((set) => set.time));
  return el(
    'details',
    {},
    el('summary', {}, 'Time of each set'),
    el(
      'ol',
      { class: 'times' },
      taken.map(({ time, hint }) => {
        const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
        bar.style.setProperty('--x', String(longest ? time / longest : 0));
        return el('li', {}, el('span', { class: 'number' }, duration(time), hint ? ' (hint)' : ''), bar);
      }),
    ),
  );
}

/** Saves the game as the record that `tercet verify` accepts. @param {Finished} game @param {HTMLElement} problem */
async function saveRecord({ setup, taken }, problem) {
  const { deck, seed, start, refill, goal } = setup;
  fill(problem);
  try {
    const sets = taken.map((set) => set.cards);
    const { record } = await ask({ ask: 'record', deck, seed, start, refill, goal: goal.kind === 'sets' ? String(goal.sets) : null, taken: sets });
    const url = URL.createObjectURL(new Blob([record], { type: 'text/plain' }));
    el('a', { href: url, download: `tercet-${deck.values}.${deck.properties}-seed-${seed}.log` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    fill(problem, inWords(error));
  }
}

/** A button that copies a link; where the browser does not let it, it shows the address. @param {string} link */
export function copyLink(link) {
  const copy = button('Copy link', async () => {
    try {
      await navigator.clipboard.writeText(address(link));
      copy.textContent = 'Copied';
      announce('The link was copied: it leads to the same cards.');
      setTimeout(() => (copy.textContent = 'Copy link'), 2000);
    } catch {
      const field = el('input', { value: address(link), readOnly: true, 'aria-label': 'Link to this game' });
      copy.replaceWith(field);
      field.select();
      field.focus();
    }
  });
  return copy;
}
