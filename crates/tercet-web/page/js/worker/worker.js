// The worker in which the engine answers, one request after another.

import { Engine } from './wasm.js';

/** An engine that holds more bytes makes room for a fresh one. */
const MOST_BYTES = 1 << 26;

/** @type {WebAssembly.Module} */
let module;
/** @type {Engine | null} */
let engine = null;

onmessage = ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    module = data;
    return;
  }
  const { request, most, listens, picture } = data;
  let answer;
  try {
    engine ??= new Engine(module);
    const onLine = (/** @type {string} */ line) => postMessage({ line });
    answer = picture ? engine.read(picture, request) : engine.ask(request, most, listens ? onLine : undefined);
    if (engine.bytes > MOST_BYTES) engine = null;
  } catch (error) {
    engine = null;
    const { message } = /** @type {Error} */ (error);
    answer = JSON.stringify({ schema: 'tercet.error/1', code: 'bug', message });
  }
  postMessage({ answer });
};
