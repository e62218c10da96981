// The reader of photographs, wherever it runs.

import { TercetError } from './core/error.js';
import { guarded, written } from './request.js';
import { Pool, answered, listening } from './tercet.js';

/** The most pixels of a photograph, as in the engine. */
const MOST = 64_000_000;

/**
 * @param {string} message
 * @param {unknown} [cause]
 * @returns {never}
 */
function refuse(message, cause) {
  throw new TercetError({ code: 'not-a-picture', message }, { cause });
}

/** @param {import('./worker/lane.js').Host} host */
export function reader(host) {
  const pool = new Pool(host, 'camera.wasm');

  /** @param {unknown} picture @param {unknown} [options] */
  return async function read(picture, options) {
    const { fields, signal } = guarded(() => {
      const { signal, ...fields } = /** @type {any} */ (options ?? {});
      return { fields, ...listening({ signal }) };
    });
    const request = written(fields);
    const pixels = await guarded(() => (picture instanceof Blob ? decoded(picture) : checked(picture)));
    return answered(await pool.ask({ request, picture: pixels }, signal));
  };
}

/**
 * The pixels of a picture.
 * @param {any} picture
 * @returns {import('./worker/wasm.js').Picture}
 */
function checked(picture) {
  const { width, height, data } = picture ?? {};
  const isSize = [width, height].every((side) => Number.isSafeInteger(side) && side >= 0);
  const isBytes = data instanceof Uint8ClampedArray || data instanceof Uint8Array;
  if (!isSize || !isBytes || data.length !== 4 * width * height) {
    refuse('a picture is a file, or its pixels: { width, height, data } with four bytes for each, as ImageData has them');
  }
  if (width * height > MOST) refuse(`the picture has ${width * height} pixels: at most ${MOST} can be read`);
  return { width, height, data: /** @type {Uint8ClampedArray} */ (data) };
}

/**
 * The pixels of a file, which a browser decodes.
 * @param {Blob} file
 */
async function decoded(file) {
  if (typeof createImageBitmap !== 'function' || typeof OffscreenCanvas !== 'function') {
    refuse('files are decoded by browsers: give the pixels, { width, height, data }');
  }
  const bitmap = await createImageBitmap(file).catch((error) => refuse('the file is no picture that this browser can decode', error));
  const { width, height } = bitmap;
  if (width * height > MOST) refuse(`the picture has ${width * height} pixels: at most ${MOST} can be read`);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(width, height).getContext('2d'));
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}
