// The dialog for a race: bots, one's own best game, and ghosts of friends.

import { openDialog } from '../core/dialog.js';
import { button, el, fill } from '../core/dom.js';
import { ghostsOf, readLink, withGhosts } from '../core/link.js';
import { get, remove } from '../core/store.js';
import { bestGame } from '../play/finished.js';
import { keptGames } from '../play/games.js';
import { LEVELS, paceOf } from './bot.js';
import { MINE, movesOf, pack } from './pack.js';

/**
 * Goes to a race. A game that is over begins again.
 * @param {string} link of the game
 * @param {string[]} ghosts
 */
export async function startRace(link, ghosts) {
  const kept = await get('saved', link).catch(() => null);
  if (kept?.over) await remove('saved', link).catch(() => {});
  const next = withGhosts(link, ghosts);
  if (location.hash === next) dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = next;
}

/** @param {import('../play/table.js').Table} table */
export async function chooseGhosts(table) {
  const { link, setup, ghosts = [] } = table.options;
  const best = bestGame(await keptGames(), setup);
  const mine = best && pack(setup.deck, link, { name: MINE, moves: movesOf(setup, best.events) });
  const follow = (/** @type {string} */ to, /** @type {string[]} */ others) => (dialog.close(), startRace(to, others));
  const race = (/** @type {string} */ ghost) => follow(link, [...ghosts, ghost]);

  const levels = Object.entries(LEVELS).map(([name, level]) => button(name, () => race(`bot${level}`)));
  const pace = el('output');
  const tell = () => fill(pace, `${slider.value}: in the classic game a set every ${paceOf(Number(slider.value)).toPrecision(2)} s`);
  const slider = el('input', { type: 'range', min: '1', max: '100', value: '50', on: { input: tell } });
  tell();

  const error = el('p', { class: 'bad', role: 'alert', id: 'ghost-error' });
  const pasted = el('input', { class: 'wide', autocomplete: 'off', 'aria-describedby': 'ghost-error' });
  const add = () => {
    const fragment = pasted.value.slice(pasted.value.indexOf('#')).trim();
    const theirs = ghostsOf(readLink(fragment).params.ghost);
    if (!theirs.length) return fill(error, 'This link has no ghost: it comes from the end of a game, by “Copy a link to race me”.');
    // A ghost of other cards leads there.
    const other = withGhosts(fragment, []);
    follow(other, other === link ? [...ghosts, ...theirs] : theirs);
  };
  const submit = (/** @type {Event} */ event) => (event.preventDefault(), add());
  const row = (/** @type {(import('../core/dom.js').Child | import('../core/dom.js').Child[])[]} */ ...parts) => el('div', { class: 'row' }, ...parts);
  const group = (/** @type {string} */ title, /** @type {import('../core/dom.js').Child[]} */ ...parts) =>
    el('fieldset', {}, el('legend', {}, title), el('div', { class: 'column' }, parts));
  const dialog = openDialog('Race', [
    el('p', {}, 'Everybody plays these cards on a board of their own.'),
    group('A bot', row(levels), el('label', {}, 'Level ', pace, slider), row(button('Race this bot', () => race(`bot${slider.value}`)))),
    group('A game of yours', mine ? row(button('Race your best with these cards', () => race(mine))) : 'You have not finished these cards yet.'),
    el('form', { on: { submit } }, group('A friend', el('label', {}, 'The link to race ', pasted), error, row(el('button', {}, 'Race this link')))),
    el('p', { class: 'soft' }, 'Older games are in ', el('a', { href: '#statistics' }, 'Statistics'), ', records of the command line in ', el('a', { href: '#replay' }, 'Replay'), '.'),
    row(ghosts.length > 0 && button('Play alone', () => follow(link, [])), button('Cancel', () => dialog.close())),
  ]);
}
