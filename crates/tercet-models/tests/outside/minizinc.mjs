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
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [directory, model, ...options] = process.argv.slice(2);
if (model === undefined) {
  console.error('usage: node minizinc.mjs DIR MODEL.mzn [OPTION...]');
  process.exit(2);
}
const dist = resolve(directory, 'node_modules', 'minizinc', 'dist');
const worker = resolve(dist, 'minizinc-worker.js');

// A worker gets messages and posts others; these two take the place of its page.
let receive;
let isSent = false;
const addEventListener = (name, listener) => {
  if (name === 'message') receive = (data) => listener({ data });
};
const postMessage = (message) => {
  // It says that it is ready after every message.
  if (message.type === 'ready' && !isSent) {
    isSent = true;
    receive({
      jsonStream: false,
      files: { 'model.mzn': readFileSync(model, 'utf8') },
      args: [...(options.length > 0 ? options : ['--solver', 'gecode']), 'model.mzn'],
    });
  } else if (message.type === 'exit') {
    process.stdout.write(message.stdout ?? '');
    process.stderr.write(message.stderr ?? message.message ?? '');
    process.exitCode = message.code === 0 ? 0 : 1;
  }
};
// Whatever goes wrong in there must not print the source of the worker, which is one long line.
const fail = (error) => {
  console.error(`minizinc.mjs: ${error?.message ?? error}`);
  process.exit(1);
};
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

const names = ['addEventListener', 'postMessage', 'require', '__filename', '__dirname'];
const start = new Function(...names, readFileSync(worker, 'utf8'));
start(addEventListener, postMessage, createRequire(worker), worker, dist);
receive({
  wasmURL: resolve(dist, 'minizinc.wasm'),
  dataURL: resolve(dist, 'minizinc.data'),
});
