// The end of a game: its time, how it compares, where the time went, and what to do with it.

import { bars } from '../core/bars.js';
import { announce, button, clock, download, duration, el, fill, plural } from '../core/dom.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { changes, choices } from '../core/game.js';
import { writeLink } from '../core/link.js';
import { bests } from './finished.js';
import { setupTitle } from './play.js';

/** @typedef {import('./finished.js').Finished} Finished */

/**
 * @param {Finished} game
 * @param {Finished[]} games that this browser keeps
 * @param {(Node | void)[]} actions what else can be done
 * @param {Node} sharing the row with a link
 */
export function resultPanel(game, games, actions, sharing) {
  const comparison = compare(game, games);
  const isKept = games.some(({ id }) => id === game.id);
  const replay = el('a', { class: 'button', href: writeLink('replay', { game: game.id }) }, 'Replay');
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
    sharing,
    el('div', { class: 'row' }, isKept && replay, record),
    problem,
  );
}

/** @param {Finished} game */
function summary({ over, taken, time, setup }) {
  const found = `${plural(taken.length, 'set')} in ${clock(time)}`;
  if (over === 'deck') return `${setupTitle({ ...setup, goal: { kind: 'deck' } })}: ${found}`;
  if (over === 'layout') return taken.length ? `All sets found: ${found}` : `Right, no set: seen in ${clock(time)}`;
  return over === 'given-up' ? `Given up: ${found}` : found;
}

/** What a player did beside taking sets. @param {Pick<Finished, 'setup' | 'wrong' | 'falseNone' | 'passed' | 'taken' | 'helped'>} game */
export function counts({ setup, wrong, falseNone, passed, taken, helped }) {
  const hints = taken.filter((set) => set.hint).length;
  const parts = [
    changes(setup).hides ? `${plural(wrong.length + taken.length, 'turn')}` : wrong.length ? plural(wrong.length, 'wrong choice') : 'No wrong choice',
    passed && `${plural(passed, 'right claim')} of no set`,
    falseNone && `${plural(falseNone, 'wrong claim')} of no set`,
    helped && (hints ? `${plural(hints, 'set')} with a hint` : 'helped by a hint'),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** @param {Finished} game @param {Finished[]} games */
function compare(game, games) {
  if (game.over === 'given-up') return [];
  const { same, others } = bests(games, game);
  const help = game.helped ? ' with hints' : '';
  if (same === null && others === null) return [`Your first game of this kind${help}.`];
  const words = game.time < (same ?? 0) ? 'A new best with these cards. The best before' : 'Your best with these cards';
  const before = same !== null && `${words}${help}: ${clock(same)}.`;
  return [before, others !== null && `Your best of other deals${help}: ${clock(others)}.`].filter((words) => words !== false);
}

/** @param {Finished} game */
function times({ taken }) {
  const name = (/** @type {number} */ hint, /** @type {number} */ i) => `Set ${i + 1}${hint ? ', hint' : ''}`;
  const rows = taken.map(({ time, hint }, i) => ({ name: name(hint, i), length: time, value: duration(time) }));
  return el('details', {}, el('summary', {}, 'Time of each set'), bars(rows));
}

/** Saves the record that `tercet verify` accepts. @param {Finished} game @param {HTMLElement} problem */
async function saveRecord(game, problem) {
  const { deck, seed, start, refill, goal, variant } = game.setup;
  fill(problem);
  try {
    const wanted = goal.kind === 'sets' ? String(goal.sets) : null;
    const { record } = await ask({ ask: 'record', deck, seed, start, refill, goal: wanted, variant, taken: choices(game) });
    download(`tercet-${deck.values}.${deck.properties}-${seed}.log`, record);
  } catch (error) {
    fill(problem, inWords(error));
  }
}
