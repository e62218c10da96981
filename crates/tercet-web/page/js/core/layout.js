// How the cards of a board are laid out: a pure function of their number and of the room for them.

/** The height of a card beside its width. */
const RATIO = 210 / 300;
/** Boards up to this number of cards are never scrolled. */
const WHOLE = 21;
/** The narrowest and the widest card of a board that scrolls. */
const [NARROW, WIDE] = [64, 140];
/** Rows are full for numbers of cards that give a rectangle with sides of at most this ratio, such as 12, 15, 18 and 21. */
const LONG = 2.5;

/**
 * @typedef {object} Layout
 * @property {number} rows
 * @property {number} columns
 * @property {number} card how wide a card is, in pixels
 * @property {number} gap between two cards
 * @property {boolean} byColumn whether the cards fill one column after the other: further cards are then a
 *   further column, and those that lie there stay in their places
 */

/**
 * The layout with the largest cards, in which no row has much fewer cards than the others. All cards are in
 * sight, except on boards of more than 21 cards, which scroll before their cards become too small.
 * @param {number} cards
 * @param {number} width in pixels
 * @param {number} height
 * @returns {Layout}
 */
export function layout(cards, width, height) {
  const count = Math.max(1, cards);
  const gap = Math.max(4, Math.min(16, Math.round(Math.min(width, height) / 50)));
  const all = Array.from({ length: count }, (_, i) => {
    const [columns, rows] = [i + 1, Math.ceil(count / (i + 1))];
    const wide = (width - gap * (columns - 1)) / columns;
    const high = (height - gap * (rows - 1)) / rows / RATIO;
    return { rows, columns, gap, wide, card: Math.min(wide, high), lack: rows * columns - count };
  });
  const even = all.filter(({ columns, lack }) => lack < columns / 2);
  const largest = (/** @type {typeof all} */ some) => some.reduce((best, one) => (one.card > best.card ? one : best));
  const full = all.filter(({ lack }) => lack === 0);
  const isRectangle = full.some(({ rows, columns }) => Math.max(rows, columns) <= LONG * Math.min(rows, columns));
  let best = largest(isRectangle ? full : even);
  const isScrolled = cards > WHOLE && best.card < NARROW;
  if (isScrolled) {
    const possible = even.filter(({ wide }) => wide >= NARROW && wide <= WIDE);
    best = possible.find(({ lack }) => lack === 0) ?? possible[0] ?? all[Math.min(2, all.length - 1)];
  }
  const { rows, columns, lack } = best;
  const byColumn = !isScrolled && columns > rows && rows > 1 && lack < 2;
  return { rows, columns, gap, byColumn, card: Math.max(1, Math.floor(isScrolled ? best.wide : best.card)) };
}

/** The row and the column of a card. @param {number} place @param {Layout} layout */
export function placed(place, { rows, columns, byColumn }) {
  const line = byColumn ? rows : columns;
  const [major, minor] = [Math.floor(place / line), place % line];
  return byColumn ? { row: minor, column: major } : { row: major, column: minor };
}
