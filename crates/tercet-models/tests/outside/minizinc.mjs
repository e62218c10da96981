// Solves a model with the MiniZinc that the npm package `minizinc` brings (WebAssembly, with Gecode
// and Chuffed inside), and prints what `minizinc` itself would print:
//
//   npm install --prefix DIR minizinc
//   node minizinc.mjs DIR MODEL.mzn [OPTION...]
//
// The options are those of `minizinc`; without any, one solution by Gecode. The exit status is 0
// where it ran, whatever it answered. The package is made for browsers; under Node it would look
// for an installed MiniZinc, so its worker is started here by hand.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [directory, model, ...options] = process.argv.slice(2);
if (model === undefined) {
  console.error('usage: node minizinc.mjs DIR MODEL.mzn [OPTION...]');
  process.exit(2);
}
const dist = resolve(directory, 'node_modules', 'minizinc', 'dist');
const address = (name) => pathToFileURL(resolve(dist, name)).href;

// What a worker of a browser has and Node has not.
const fromDisk = (url) => new Uint8Array(readFileSync(new URL(url)));
globalThis.fetch = async (url) => {
  const bytes = fromDisk(url);
  return new Response(bytes, {
    headers: { 'Content-Type': 'application/wasm', 'Content-Length': String(bytes.length) },
  });
};
let receive;
globalThis.self = globalThis;
globalThis.WorkerGlobalScope = Object;
globalThis.location = { href: address('minizinc-worker.js'), pathname: dist };
globalThis.addEventListener = (name, listener) => {
  if (name === 'message') receive = (data) => listener({ data });
};
globalThis.postMessage = (message) => {
  switch (message.type) {
    case 'ready':
      receive({
        jsonStream: false,
        files: { 'model.mzn': readFileSync(model, 'utf8') },
        args: [...(options.length > 0 ? options : ['--solver', 'gecode']), 'model.mzn'],
      });
      break;
    case 'exit':
      process.stdout.write(message.stdout ?? '');
      process.stderr.write(message.stderr ?? message.message ?? '');
      process.exitCode = message.code === 0 ? 0 : 1;
      break;
  }
};
// It asks whether it runs under Node, and would then want its own files and its own exit.
const node = process;
Object.defineProperty(globalThis, 'process', { value: undefined, configurable: true, writable: true });
new Function(readFileSync(resolve(dist, 'minizinc-worker.js'), 'utf8'))();
Object.defineProperty(globalThis, 'process', { value: node, configurable: true, writable: true });
receive({ wasmURL: address('minizinc.wasm'), dataURL: address('minizinc.data') });
