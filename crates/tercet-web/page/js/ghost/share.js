// The link to race against a game that is over.

import { copyButton, el } from '../core/dom.js';
import { address, withGhosts } from '../core/link.js';
import { change, settings } from '../core/store.js';
import { cleanName, movesOf, pack } from './pack.js';

/**
 * The row of a result that gives the link. It also holds the other racers.
 * @param {import('../play/finished.js').Finished} game
 * @param {() => string[]} others
 */
export function sharing({ setup, events, link }, others) {
  const moves = movesOf(setup, events);
  const ghost = () => pack(setup.deck, link, { name: name.value, moves });
  const keep = () => change({ name: (name.value = cleanName(name.value)) });
  const name = el('input', { value: settings().name, maxLength: 20, size: 12, autocomplete: 'nickname', on: { change: keep } });
  if (ghost() === null) return el('p', {}, 'This game is too long for a link to race against.');
  const copy = copyButton('Copy a link to race me', () => address(withGhosts(link, [...others(), ghost() ?? ''])), 'Link copied. It leads to a race against this game.');
  return el('div', { class: 'row' }, el('label', {}, 'Your name ', name), copy);
}
