// The engine of the page without a server: WebAssembly in workers. In a static site this file
// replaces `core/engine.js`.
//
// One worker answers questions that take a moment, and another one searches, so that a hint does
// not wait for a search. Cancelling a search ends its worker, and the next search gets a new one.

import { TercetError } from '../core/error.js';
import { browser } from '../worker/browser.js';
import { Lane } from '../worker/lane.js';

/** What this engine cannot do. @type {string | null} */
export const LACKS = 'This page has no server, so it searches with one processor, without outside solvers, and writes no proofs. `tercet serve` does.';

/** The seconds that a question has, and the most it can ask for. */
const USUAL = 10;
const MOST = 60;

/** What takes a moment. */
const QUICK = ['pictures', 'explain', 'hint', 'methods', 'record', 'verify', 'caps-show', 'caps-verify', 'caps-complete'];

/** What needs programs, processes or files. */
const ELSEWHERE = ['export', 'import-solution', 'race', 'prove', 'check-proof', 'expand-proof'];

const [quick, searches] = [new Lane(browser, 'tercet.wasm'), new Lane(browser, 'tercet.wasm')];

/**
 * Asks a question. A signal that is aborted ends the search behind it.
 *
 * @param {Record<string, any>} request as `tercet ask` takes it
 * @param {{ signal?: AbortSignal, onLine?: (line: any) => void }} [options] `onLine` is called
 *   with progress (`tercet.progress/1`) and with sets as they are found (`tercet.sets/1`)
 * @returns {Promise<any>} the answer
 * @throws {TercetError} where there is no answer
 */
export async function ask(request, { signal, onLine } = {}) {
  if (ELSEWHERE.includes(request.ask)) {
    throw new TercetError({ code: 'forbidden', message: `the question '${request.ask}' needs \`tercet serve\`` });
  }
  const most = Math.min(request.search?.timeout ?? request.timeout ?? USUAL, MOST);
  const lane = QUICK.includes(request.ask) ? quick : searches;
  const answer = await lane.ask({ request: JSON.stringify(request), most }, signal, onLine);
  if (answer.schema !== 'tercet.error/1') return answer;
  if (answer.code === 'no-such-method') answer.message += '; methods with outside solvers need `tercet serve`';
  throw new TercetError(answer);
}
