// A table of numbers, which scrolls sideways where it is too wide.

import { el } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */

/**
 * A table whose first column names the row; the others hold numbers, or one sentence in place of them.
 * @param {string} name
 * @param {string[]} head
 * @param {Child[][]} rows
 */
export function table(name, head, rows) {
  const heads = head.map((title, i) => el('th', { scope: 'col', class: i ? 'number' : undefined }, title));
  const others = (/** @type {Child[]} */ row) => (row.length < head.length ? { colSpan: head.length - 1 } : { class: 'number' });
  const cells = (/** @type {Child[]} */ row) => row.map((cell, i) => (i ? el('td', others(row), cell) : el('th', { scope: 'row' }, cell)));
  const body = el('tbody', {}, rows.map((row) => el('tr', {}, cells(row))));
  // A table that scrolls sideways must be reachable by keyboard.
  const inner = el('table', {}, el('thead', {}, el('tr', {}, heads)), body);
  return el('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': name }, inner);
}
