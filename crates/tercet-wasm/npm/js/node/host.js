// Files and workers in Node.js and Deno.

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** @typedef {import('../worker/lane.js').File} File */

/** Engines by their files. @type {Map<File, WebAssembly.Module>} */
const loaded = new Map();

/** An engine, which is compiled once. @param {File} file */
export function load(file) {
  const known = loaded.get(file);
  if (known) return known;
  const module = new WebAssembly.Module(readFileSync(new URL(`../../${file}`, import.meta.url)));
  loaded.set(file, module);
  return module;
}

/** @type {import('../worker/lane.js').Host} */
export const node = {
  compile: async (file) => load(file),
  processors: availableParallelism(),

  start() {
    // Arguments of the program, such as `--input-type`, are not for the worker.
    const thread = new Worker(new URL('worker.js', import.meta.url), { execArgv: [] });
    /** @type {import('../worker/lane.js').Thread} */
    const worker = {
      onmessage: null,
      onerror: null,
      postMessage: (/** @type {any} */ message) => thread.postMessage(message),
      terminate: () => void thread.terminate(),
      ref: () => thread.ref(),
      unref: () => thread.unref(),
    };
    const heard = /** @type {any} */ (worker);
    thread.on('message', (data) => heard.onmessage?.({ data }));
    thread.on('error', (error) => heard.onerror?.(error));
    return worker;
  },
};
