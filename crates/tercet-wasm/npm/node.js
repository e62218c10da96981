// The package in Node.js and Deno. Nothing is awaited here, so `require('tercet')` works, too.

import { load, node } from './js/node/host.js';
import { tercet } from './js/tercet.js';

export { TercetError } from './js/core/error.js';
export const { Board, ask, count, deal, explain, find, hint, list, odds } = tercet(node, load('tercet.wasm'));
