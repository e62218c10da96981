// A worker with its queue: one question after another. Only cancelling ends a question early, and
// that ends the worker, because running WebAssembly receives no messages.

import { EngineError } from '../core/error.js';
import { script } from './trusted.js';

/** @typedef {{ request: string, most: number }} Request with its most seconds */
/** @typedef {Request | { request: string, picture: import('./wasm.js').Picture }} Question */

/** Engines by their files. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** An engine, which all workers share: loaded once, and again after a failure. @param {string} file */
function engine(file) {
  const known = compiled.get(file);
  if (known) return known;
  const fresh = compile(file).catch((error) => {
    compiled.delete(file);
    console.error(error);
    throw unreachable();
  });
  compiled.set(file, fresh);
  return fresh;
}

/** @param {string} file */
async function compile(file) {
  const response = await fetch(new URL(`../../${file}`, import.meta.url));
  // Some hosts do not know the media type of WebAssembly.
  const isNamed = response.headers.get('Content-Type') === 'application/wasm';
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export class Lane {
  /** The end of the question that was asked last. @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** @type {Worker | null} */
  #worker = null;

  /** @param {string} file the file of its engine */
  constructor(file = 'tercet.wasm') {
    this.file = file;
  }

  /**
   * The answer, which may be an error.
   * @param {Question} question
   * @param {AbortSignal} [signal]
   * @param {(line: any) => void} [onLine]
   * @returns {Promise<any>}
   */
  async ask(question, signal, onLine) {
    signal?.throwIfAborted();
    const turn = this.#last.then(() => this.#answer(question, signal, onLine));
    this.#last = turn.catch(() => {});
    if (!signal) return turn;
    const settled = new AbortController();
    return Promise.race([turn, aborted(signal, settled.signal)]).finally(() => settled.abort());
  }

  /** @param {Question} question @param {AbortSignal} [signal] @param {(line: any) => void} [onLine] */
  async #answer(question, signal, onLine) {
    const module = await engine(this.file);
    signal?.throwIfAborted();
    const worker = (this.#worker ??= start(module));
    return new Promise((resolve, reject) => {
      const fail = (/** @type {unknown} */ reason) => {
        settle();
        worker.terminate();
        if (this.#worker === worker) this.#worker = null;
        reject(reason);
      };
      const cancel = () => fail(signal?.reason);
      const settle = () => {
        signal?.removeEventListener('abort', cancel);
        worker.onmessage = worker.onerror = null;
      };
      signal?.addEventListener('abort', cancel, { once: true });
      worker.onmessage = ({ data }) => {
        if ('line' in data) {
          onLine?.(JSON.parse(data.line));
          return;
        }
        settle();
        resolve(JSON.parse(data.answer));
      };
      worker.onerror = () => fail(unreachable());
      worker.postMessage({ ...question, listens: onLine !== undefined });
    });
  }
}

/** @param {WebAssembly.Module} module */
function start(module) {
  const worker = new Worker(script('worker.js'), { type: 'module' });
  worker.postMessage(module);
  return worker;
}

/** @param {AbortSignal} signal @param {AbortSignal} settled is aborted when the answer is no longer needed @returns {Promise<never>} */
function aborted(signal, settled) {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { signal: settled }));
}

function unreachable() {
  return new EngineError({ code: 'unreachable', message: 'the engine cannot be loaded: is there a network?' });
}
