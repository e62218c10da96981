// The reader of photographs behind `tercet serve`: the question `photo`. The same page without a
// server has another file under this name, which reads them in WebAssembly.

import { ask } from '../core/engine.js';

/** Where a photograph goes. */
const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
export const PRIVACY = isHere
  ? 'The photograph stays on this machine.'
  : `The photograph goes to the Tercet of ${location.host}, which does not keep it, and nowhere else.`;

/**
 * Reads a photograph.
 * @param {HTMLCanvasElement} picture
 * @param {AbortSignal} signal
 * @param {{ earlier?: object[], onLine?: (line: any) => void }} [options] `earlier` is what the pictures of a
 *   camera showed before; `onLine` takes the lines before the answer
 * @returns {Promise<any>} the answer `tercet.photo/1`
 */
export async function read(picture, signal, { earlier, onLine } = {}) {
  return ask({ ask: 'photo', picture: await base64(picture), notation: 'digits', earlier }, { signal, onLine });
}

/** The picture as the text of a JPEG, which holds nothing but its pixels. @param {HTMLCanvasElement} picture */
function base64(picture) {
  const [, text] = picture.toDataURL('image/jpeg', 0.92).split(',');
  return text;
}
