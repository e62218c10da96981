// Pictures as canvases: opened upright, made small enough, and cut. They hold no file metadata.

import { el } from '../core/dom.js';
import { extent } from './outline.js';

/** @typedef {import('./reading.js').Point} Point */

/** The longest side of a picture that is read, in pixels. */
const LONGEST = 2400;
/** The longest side of a card that is cut out. */
const CUT = 360;

/**
 * The picture of a file, upright.
 * @param {Blob} file
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function opened(file) {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    const remedy = 'Save it as JPEG, PNG or WebP; an iPhone does so with Settings › Camera › Formats › Most Compatible.';
    throw new Error(`This browser cannot open the file as a picture. ${remedy}`);
  });
  const canvas = drawn(picture, picture.width, picture.height);
  picture.close();
  return canvas;
}

/**
 * A picture, or what a video shows now, made smaller if it is too large.
 * @param {CanvasImageSource} source
 * @param {number} width
 * @param {number} height
 * @param {number} [longest]
 */
export function drawn(source, width, height, longest = LONGEST) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const canvas = el('canvas', size);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.imageSmoothingQuality = 'high';
  // Transparent pixels become white, like paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(source, 0, 0, size.width, size.height);
  return canvas;
}

/**
 * A card that is cut out and turned, with a little of what is around it.
 * @param {HTMLCanvasElement} picture
 * @param {Point[]} corners
 */
export function cut(picture, corners) {
  const [along, down] = extent(corners);
  const scale = CUT / Math.max(along, down, 1);
  const [width, height, rim] = [along * scale, down * scale, CUT / 12];
  const canvas = el('canvas', { width: Math.round(width + 2 * rim), height: Math.round(height + 2 * rim) });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  // The affine map of three corners; the fourth is near enough.
  const [a, b, , d] = corners;
  const [ux, uy, vx, vy] = [(b[0] - a[0]) / width, (b[1] - a[1]) / width, (d[0] - a[0]) / height, (d[1] - a[1]) / height];
  context.setTransform(new DOMMatrix([ux, uy, vx, vy, a[0] - (ux + vx) * rim, a[1] - (uy + vy) * rim]).inverse());
  context.drawImage(picture, 0, 0);
  return canvas;
}
