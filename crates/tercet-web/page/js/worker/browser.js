// Files and workers in a browser. In Node.js, the npm package has other ones.

import { script } from './trusted.js';

/** @type {import('./lane.js').Host} */
export const browser = {
  async compile(file) {
    const response = await fetch(new URL(`../../${file}`, import.meta.url));
    // Some hosts do not know the media type of WebAssembly.
    const isNamed = response.headers.get('Content-Type') === 'application/wasm';
    return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  },

  start: () => new Worker(script('worker.js'), { type: 'module' }),
};
