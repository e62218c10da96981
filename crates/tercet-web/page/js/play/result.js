// The end of a game: its time, how it compares, where the time went, and what to do with it.

import { bars } from '../core/bars.js';
import { announce, button, clock, download, duration, el, fill, plural } from '../core/dom.js';
import { deckName } from '../core/deck.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { address, writeLink } from '../core/link.js';
import { bests } from './finished.js';

/** @typedef {import('./finished.js').Finished} Finished */

/**
 * @param {Finished} game
 * @param {Finished[]} games that this browser keeps
 * @param {(Node | void)[]} actions what else can be done
 */
export function resultPanel(game, games, actions) {
  const comparison = compare(game, games);
  const problem = el('p', { class: 'bad', role: 'alert' });
  const record = game.setup.goal.kind !== 'layout' && button('Save the record', () => saveRecord(game, problem));
  announce([`${summary(game)}.`, ...comparison].join(' '));
  return el(
    'section',
    { class: 'panel result', 'aria-label': 'Result', tabIndex: -1 },
    el('h2', {}, summary(game)),
    el('p', {}, counts(game)),
    comparison.map((words) => el('p', {}, words)),
    game.taken.length > 0 && times(game),
    el('div', { class: 'row' }, actions.map((action) => action ?? null)),
    el('div', { class: 'row' }, el('a', { class: 'button', href: writeLink('replay', { game: game.id }) }, 'Replay'), record),
    problem,
  );
}

/** @param {Finished} game */
function summary({ over, taken, time, setup }) {
  const found = `${plural(taken.length, 'set')} in ${clock(time)}`;
  if (over === 'deck') return `The whole deck ${deckName(setup.deck)}: ${found}`;
  if (over === 'layout') return taken.length ? `All sets found: ${found}` : `Right, no set: seen in ${clock(time)}`;
  return over === 'given-up' ? `Given up: ${found}` : found;
}

/** @param {Finished} game */
function counts({ wrong, falseNone, passed, taken, helped }) {
  const hints = taken.filter((set) => set.hint).length;
  const parts = [
    wrong.length ? plural(wrong.length, 'wrong choice') : 'No wrong choice',
    passed && `${plural(passed, 'right claim')} of no set`,
    falseNone && `${plural(falseNone, 'wrong claim')} of no set`,
    helped && (hints ? `${plural(hints, 'set')} with a hint` : 'helped by a hint'),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** @param {Finished} game @param {Finished[]} games */
function compare(game, games) {
  if (game.over === 'given-up') return [];
  const { same, kind } = bests(games, game);
  const help = game.helped ? ' with hints' : '';
  if (kind === null) return [`Your first game of this kind${help}.`];
  const words = game.time < kind ? 'A new best. The best before' : 'Your best of this kind';
  const best = `${words}${help}: ${clock(kind)}.`;
  return same === null ? [best] : [best, `Your best with these cards before: ${clock(same)}.`];
}

/** @param {Finished} game */
function times({ taken }) {
  const name = (/** @type {number} */ hint, /** @type {number} */ i) => `Set ${i + 1}${hint ? ', hint' : ''}`;
  const rows = taken.map(({ time, hint }, i) => ({ name: name(hint, i), length: time, value: duration(time) }));
  return el('details', {}, el('summary', {}, 'Time of each set'), bars(rows));
}

/** Saves the record that `tercet verify` accepts. @param {Finished} game @param {HTMLElement} problem */
async function saveRecord({ setup: { deck, seed, start, refill, goal }, taken }, problem) {
  fill(problem);
  try {
    const sets = taken.map((set) => set.cards);
    const wanted = goal.kind === 'sets' ? String(goal.sets) : null;
    const { record } = await ask({ ask: 'record', deck, seed, start, refill, goal: wanted, taken: sets });
    download(`tercet-${deck.values}.${deck.properties}-${seed}.log`, record);
  } catch (error) {
    fill(problem, inWords(error));
  }
}

/** A button that copies a link, or shows it where the browser does not let it. @param {string} link */
export function copyLink(link) {
  const copy = button('Copy link', async () => {
    try {
      await navigator.clipboard.writeText(address(link));
      copy.textContent = 'Link copied';
      announce('Link copied. It leads to the same cards.');
    } catch {
      const field = el('input', { value: address(link), readOnly: true, 'aria-label': 'Link to this game' });
      copy.replaceWith(field);
      field.select();
    }
  });
  return copy;
}
