// The engine behind `tercet serve`: a request is sent, its answer comes back. The same page without a
// server has another file under this name, which asks WebAssembly in a worker; no other module knows
// which of the two answers.

import { TercetError } from './error.js';

/** What this engine cannot do without `tercet serve`: nothing. @type {string | null} */
export const LACKS = null;

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
  try {
    await entered;
    const response = await fetch('ask', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: onLine ? 'application/x-ndjson' : 'application/json',
      },
      body: JSON.stringify(request),
      signal,
    });
    return onLine && response.ok ? await readLines(response, onLine) : answer(await response.json());
  } catch (error) {
    if (error instanceof TercetError || signal?.aborted) throw error;
    throw new TercetError({ code: 'unreachable', message: 'Tercet does not answer: is `tercet serve` still running?' });
  }
}

/** @param {any} line */
function answer(line) {
  if (line.schema === 'tercet.error/1') throw new TercetError(line);
  return line;
}

/**
 * Hands on all lines but the last, which is the answer.
 * @param {Response} response
 * @param {(line: any) => void} onLine
 */
async function readLines(response, onLine) {
  if (!response.body) throw new TypeError('an answer without a body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let [rest, last] = ['', /** @type {string | null} */ (null)];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (last !== null) onLine(JSON.parse(last));
      last = line;
    }
  }
  if (last === null) throw new TypeError('an answer without a line');
  return answer(JSON.parse(last));
}

/** With a token in the address, the page shows it before it asks anything. */
const entered = enter();
// Each call of `ask` reports the failure.
entered.catch(() => {});

async function enter() {
  const token = /^#token=([0-9a-f]+)$/i.exec(location.hash)?.[1];
  if (!token) return;
  history.replaceState(null, '', location.pathname);
  const body = JSON.stringify({ token });
  const response = await fetch('token', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  if (!response.ok) answer(await response.json());
}
