// The worker in which the engine answers in Node.js and Deno.

import { parentPort } from 'node:worker_threads';
import { receiver } from '../worker/answerer.js';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
port.on('message', receiver((message) => port.postMessage(message)));
