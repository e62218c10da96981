// A chart of bars: a list of names, bars and values, which is read as well as seen.

import { button, el } from './dom.js';

/**
 * @param {{ name: string, length: number, value: import('./dom.js').Child }[]} rows
 * @param {(row: number) => void} [onRow] makes the rows buttons
 */
export function bars(rows, onRow) {
  const longest = Math.max(...rows.map(({ length }) => length));
  const row = (/** @type {typeof rows[0]} */ { name, length, value }, /** @type {number} */ i) => {
    const bar = el('span', { class: 'bar' });
    bar.style.setProperty('--part', String(longest && length / longest));
    const number = el('span', { class: 'number' }, value);
    return onRow ? button(name, () => onRow(i), { class: 'quiet' }, bar, number) : el('div', {}, name, bar, number);
  };
  return el('ol', { class: 'bars' }, rows.map((each, i) => el('li', {}, row(each, i))));
}
