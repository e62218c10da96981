// Boards on paper: SVG files of A4 pages, whose unit is a millimetre.

import { placed, layout } from '../core/layout.js';

/** The width and height of a page, its margin, and how many boards are beside and below each other. */
const [WIDTH, HEIGHT, MARGIN, ACROSS, DOWN] = [210, 297, 12, 2, 2];

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * The pages with boards.
 * @param {string[][]} boards whose cards were drawn
 * @param {string[]} heads what stands above each
 * @param {import('../core/cards.js').Pictures} pictures
 */
export function sheetPages(boards, heads, pictures) {
  const [wide, high] = [(WIDTH - (ACROSS + 1) * MARGIN) / ACROSS, (HEIGHT - (DOWN + 1) * MARGIN) / DOWN];
  const pages = Array.from({ length: Math.ceil(boards.length / (ACROSS * DOWN)) }, () =>
    shape('svg', { width: `${WIDTH}mm`, height: `${HEIGHT}mm`, viewBox: `0 0 ${WIDTH} ${HEIGHT}` }));
  for (const [i, cards] of boards.entries()) {
    const place = i % (ACROSS * DOWN);
    const [left, top] = [MARGIN + (place % ACROSS) * (wide + MARGIN), MARGIN + Math.floor(place / ACROSS) * (high + MARGIN)];
    // In tenths of a millimetre, so that cards of whole units are large.
    const form = layout(cards.length, wide * 10, (high - 8) * 10);
    const title = shape('text', { x: left, y: top + 4, 'font-size': 5, 'font-family': 'sans-serif' });
    title.append(heads[i]);
    const drawn = cards.map((card, at) => {
      const { row, column } = placed(at, { ...form, byColumn: false });
      const step = (form.card + form.gap) / 10;
      const picture = pictures.picture(card);
      const down = (form.card * 0.7 + form.gap) / 10;
      for (const [name, value] of Object.entries({ x: left + column * step, y: top + 8 + row * down, width: form.card / 10, height: form.card * 0.07 })) picture.setAttribute(name, String(value));
      return picture;
    });
    pages[Math.floor(i / (ACROSS * DOWN))].append(title, ...drawn);
  }
  return pages.map((page) => new XMLSerializer().serializeToString(page));
}
