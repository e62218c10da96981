// The reader of photographs without a server: a WebAssembly module of its own, which is loaded with
// the first photograph. In a static site this file replaces `photo/reader.js`.

import { TercetError } from '../core/error.js';
import { browser } from '../worker/browser.js';
import { Lane } from '../worker/lane.js';

/** Where a photograph goes. */
export const PRIVACY = 'The photograph stays on this machine.';

const lane = new Lane(browser, 'camera.wasm');

/**
 * Reads a photograph.
 * @param {HTMLCanvasElement} picture
 * @param {AbortSignal} signal
 * @param {{ earlier?: object[], onLine?: (line: any) => void }} [options] `earlier` is what the pictures of a
 *   camera showed before; there are no lines before the answer
 * @returns {Promise<any>} the answer `tercet.photo/1`
 */
export async function read(picture, signal, { earlier } = {}) {
  const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
  const pixels = context.getImageData(0, 0, picture.width, picture.height);
  const request = JSON.stringify({ notation: 'digits', earlier });
  const answer = await lane.ask({ request, picture: pixels }, signal);
  if (answer.schema === 'tercet.error/1') throw new TercetError(answer);
  return answer;
}
