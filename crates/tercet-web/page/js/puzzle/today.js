// The puzzles of a day as a list, and how they were solved; and the way to today's from the front.

import { clock, dayOf, el, fill } from '../core/dom.js';
import { deckName } from '../core/deck.js';
import { DAILY, dailyLink, dailyName, firstGames } from './daily.js';
import { keptGames } from '../play/games.js';

/** @typedef {import('../play/finished.js').Finished} Finished */

/** @param {string} day @param {Map<string, Finished>} first the first games of daily puzzles, by their links */
export function dailyList(day, first) {
  const items = DAILY.map(({ deck, cards, sets }) => {
    const link = dailyLink(deck, day);
    const name = el('a', { class: 'button', href: link }, dailyName(deck));
    const what = el('span', { class: 'soft' }, `${sets} sets, ${cards} cards of ${deckName(deck)}`);
    return el('li', { class: 'row' }, name, result(first.get(link)) ?? what);
  });
  return el('ul', { class: 'plain' }, items);
}

/** @param {Finished | undefined} game */
function result(game) {
  if (!game) return null;
  const { over, time, helped, taken, setup } = game;
  if (over !== 'layout') return el('span', { class: 'soft' }, `${taken.length} of ${setup.told} sets, given up`);
  return el('span', { class: 'good number' }, `✓ ${clock(time)}${helped ? ', with hints' : ''}`);
}

/**
 * Calls back when the page is shown again on another day.
 * @param {string} day
 * @param {() => void} onOther
 * @param {AbortSignal} signal
 */
export function onOtherDay(day, onOther, signal) {
  const look = () => {
    if (document.hidden || dayOf(Date.now()) === day) return;
    document.removeEventListener('visibilitychange', look);
    onOther();
  };
  document.addEventListener('visibilitychange', look, { signal });
}

/**
 * Shows the way to today's puzzles beside a game.
 * @param {HTMLElement} panel beside the board
 * @param {HTMLElement} line that is read where the panel has no room
 * @param {AbortSignal} signal
 */
export async function showToday(panel, line, signal) {
  const [day, first] = [dayOf(Date.now()), firstGames(await keptGames())];
  const storm = () => el('a', { href: '#storm' }, 'Storm');
  fill(panel, el('h2', {}, el('a', { href: '#puzzle' }, 'Today’s puzzles')), dailyList(day, first), el('p', {}, storm(), ': three minutes, one set after the other'));
  const links = DAILY.map(({ deck }) => {
    const link = dailyLink(deck, day);
    return [el('a', { href: link }, dailyName(deck)), first.get(link)?.over === 'layout' ? ' ✓' : '', ', '];
  });
  fill(line, 'Today: ', ...links.flat(), storm());
  panel.hidden = false;
  onOtherDay(day, () => showToday(panel, line, signal), signal);
}
