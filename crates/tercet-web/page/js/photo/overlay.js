// The overlay on a photograph: the outlines of its cards, their readings, marks where these are
// doubtful, and the sets. Users of keys and screen readers have a list of the same beside it.

import { centre, grown, points, side } from './outline.js';
import { isDoubtful } from './reading.js';

/** @typedef {import('./reading.js').Point} Point */
/** @typedef {import('./reading.js').Table} Table */

/** How many sets are drawn at once: as many as there are colours with dashes. */
export const MOST_SETS = 6;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
function shape(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export class Overlay {
  #size = [1, 1];
  /** @type {SVGElement[]} */
  #groups = [];

  /**
   * @param {(at: number) => void} [onSpot] is called when a card is clicked
   * @param {(point: Point) => void} [onPlace] is called when another place is clicked
   */
  constructor(onSpot, onPlace) {
    this.element = /** @type {SVGElement} */ (shape('svg', { class: 'overlay', 'aria-hidden': 'true', focusable: 'false' }));
    this.element.addEventListener('click', ({ target, clientX, clientY }) => {
      const at = /** @type {Element} */ (target).closest('[data-at]')?.getAttribute('data-at');
      if (at) return onSpot?.(Number(at));
      const { left, top, width, height } = this.element.getBoundingClientRect();
      onPlace?.([((clientX - left) / width) * this.#size[0], ((clientY - top) / height) * this.#size[1]]);
    });
  }

  /**
   * @param {{ width: number, height: number }} picture
   * @param {Table} table
   * @param {[number, string[]][]} sets those to be drawn, with their numbers
   * @param {(card: string) => SVGElement | null} thumbnail of a card
   */
  show({ width, height }, table, sets, thumbnail) {
    this.#size = [width, height];
    this.element.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.#groups = table.spots.map((spot, at) => {
      const { corners, card, settled } = spot;
      const group = /** @type {SVGElement} */ (shape('g', { 'data-at': at }));
      if (!corners || (settled && card === null)) return group;
      const isOpen = isDoubtful(table, spot);
      const state = card === null ? 'unread' : isOpen ? 'doubtful' : 'known';
      group.append(shape('polygon', { points: points(corners), class: state }));
      const own = sets.filter(([, set]) => card !== null && set.includes(card));
      own.forEach(([number], ring) => {
        const outline = points(grown(corners, 1.06 + 0.06 * ring));
        group.append(shape('polygon', { points: outline, class: `ring ring-${(number - 1) % MOST_SETS}` }));
      });
      const unit = Math.max(0.11 * side(corners), 0.011 * Math.max(width, height));
      const [x, y] = centre(corners);
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const picture = card === null ? null : thumbnail(card);
      // The picture lies across the lower edge, where it hides little of the card.
      if (picture) group.append(placed(picture, x, Math.min(bottom + 0.7 * unit, height - 1.7 * unit), 4.6 * unit));
      const [sign, kind] = isOpen ? ['?', 'open'] : ['✓', 'settled'];
      if (card === null) group.append(badge(sign, x, y, 1.3 * unit, kind));
      else if (isOpen || settled) group.append(badge(sign, right - 1.3 * unit, top, 1.3 * unit, kind));
      own.forEach(([number], i) => {
        const mark = `number ring-${(number - 1) % MOST_SETS}`;
        group.append(badge(String(number), left + (1 + 2.1 * i) * unit, top, unit, mark));
      });
      return group;
    });
    this.element.replaceChildren(...this.#groups);
  }

  /** Lifts a card out, or none. @param {number | null} at */
  point(at) {
    this.#groups.forEach((group, i) => group.classList.toggle('current', i === at));
  }

  clear() {
    this.#groups = [];
    this.element.replaceChildren();
  }
}

/** The picture of a card about a point. @param {SVGElement} picture @param {number} x @param {number} y @param {number} width */
function placed(picture, x, y, width) {
  const height = width * 0.7;
  const place = { x: x - width / 2, y: y - height / 2, width, height };
  for (const [name, value] of Object.entries(place)) picture.setAttribute(name, String(value));
  return picture;
}

/** A sign in a disc. @param {string} sign @param {number} x @param {number} y @param {number} radius @param {string} kind */
function badge(sign, x, y, radius, kind) {
  const text = shape('text', { x, y, 'font-size': 1.5 * radius, dy: '0.36em' }, sign);
  return shape('g', { class: `badge ${kind}` }, shape('circle', { cx: x, cy: y, r: radius }), text);
}
