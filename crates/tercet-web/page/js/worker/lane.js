// A worker with its queue: one question after another. Only cancelling ends a question early, and
// that ends the worker, because running WebAssembly receives no messages.

import { TercetError } from '../core/error.js';

/** @typedef {import('./answerer.js').Question} Question */
/** @typedef {'tercet.wasm' | 'camera.wasm'} File of an engine */

/**
 * Where the engines are run: in a browser, or in Node.js.
 * @typedef {object} Host
 * @property {(file: File) => Promise<WebAssembly.Module>} compile
 * @property {() => Thread} start starts a worker
 * @property {number} [processors] how many there are, where no navigator knows it
 */

/**
 * A worker; what a process waits for is said by `ref` and `unref`, if it waits for its workers.
 * @typedef {Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'> & { ref?(): void, unref?(): void }} Thread
 */

/** Engines by their files. @type {Map<File, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * An engine, which all workers share: loaded once, and again after a failure.
 * @param {Host} host
 * @param {File} file
 */
export function engine(host, file) {
  const known = compiled.get(file);
  if (known) return known;
  const fresh = host.compile(file).catch((error) => {
    compiled.delete(file);
    throw unreachable(error);
  });
  compiled.set(file, fresh);
  return fresh;
}

export class Lane {
  /** The end of the question that was asked last. @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** @type {Thread | null} */
  #worker = null;

  /** @param {Host} host @param {File} file the file of its engine */
  constructor(host, file) {
    this.host = host;
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
    const module = await engine(this.host, this.file);
    signal?.throwIfAborted();
    const worker = (this.#worker ??= this.#start(module));
    worker.ref?.();
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
        worker.unref?.();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      worker.onmessage = ({ data }) => {
        if ('line' in data) {
          try {
            onLine?.(JSON.parse(data.line));
          } catch (error) {
            fail(error);
          }
          return;
        }
        settle();
        resolve(JSON.parse(data.answer));
      };
      worker.onerror = (event) => fail(unreachable(event));
      try {
        worker.postMessage({ ...question, listens: onLine !== undefined });
      } catch (cause) {
        fail(new TercetError({ code: 'request', message: 'the question cannot be sent to its worker: keep its values until it is answered' }, { cause }));
      }
    });
  }

  /** @param {WebAssembly.Module} module */
  #start(module) {
    const worker = this.host.start();
    worker.postMessage(module);
    return worker;
  }
}

/** @param {AbortSignal} signal @param {AbortSignal} settled is aborted when the answer is no longer needed @returns {Promise<never>} */
function aborted(signal, settled) {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { signal: settled }));
}

/** @param {unknown} [cause] */
function unreachable(cause) {
  return new TercetError({ code: 'unreachable', message: 'the engine cannot be loaded: is there a network?' }, { cause });
}
