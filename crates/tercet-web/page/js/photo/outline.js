// Outlines of cards in a picture, as four points each: pure functions.

/** @typedef {import('./reading.js').Point} Point */

/** @param {Point[]} corners @returns {Point} */
export function centre(corners) {
  const mean = (/** @type {0 | 1} */ axis) => corners.reduce((sum, point) => sum + point[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}

/**
 * The outline with all its points this many times as far from the centre.
 * @param {Point[]} corners
 * @param {number} times
 * @returns {Point[]}
 */
export function grown(corners, times) {
  const [x, y] = centre(corners);
  return corners.map((point) => [x + (point[0] - x) * times, y + (point[1] - y) * times]);
}

/** The lengths along the rows of the table, and down. @param {Point[]} corners @returns {[number, number]} */
export function extent([a, b, c, d]) {
  const length = (/** @type {Point} */ from, /** @type {Point} */ to) => Math.hypot(to[0] - from[0], to[1] - from[1]);
  return [(length(a, b) + length(c, d)) / 2, (length(b, c) + length(d, a)) / 2];
}

/** The shorter of both. @param {Point[]} corners */
export function side(corners) {
  return Math.min(...extent(corners));
}

/**
 * The outline of a card about a point: as the others lie, or a fifth of the picture.
 * @param {Point} at
 * @param {Point[][]} others
 * @param {number} longest the longer side of the picture
 * @returns {Point[]}
 */
export function outlineAt(at, others, longest) {
  const [like] = [...others].sort((a, b) => distance(a, at) - distance(b, at));
  const [width, height] = [longest / 10, longest / 15];
  const shape = like ?? [[-width, -height], [width, -height], [width, height], [-width, height]];
  const [x, y] = centre(shape);
  return shape.map((point) => [point[0] - x + at[0], point[1] - y + at[1]]);
}

/** @param {Point[]} corners @param {Point} at */
function distance(corners, at) {
  const [x, y] = centre(corners);
  return Math.hypot(x - at[0], y - at[1]);
}

/** As SVG writes points. @param {Point[]} corners */
export function points(corners) {
  return corners.map((point) => point.map((number) => number.toFixed(1)).join(',')).join(' ');
}
