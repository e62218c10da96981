// The engine of the page without a server, in workers like those of a browser: concurrent answers,
// and how a question is cancelled.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Worker as Thread } from 'node:worker_threads';

/** Makes a thread of Node what a worker is in a browser. */
const INSIDE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const early = [];
  globalThis.onmessage = null;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  parentPort.on('message', (data) => (onmessage ? onmessage({ data }) : early.push(data)));
  import(workerData).then(() => early.forEach((data) => onmessage({ data })));
`;

/** @type {Set<BrowserWorker>} */
const alive = new Set();

class BrowserWorker {
  /** @type {((event: { data: any }) => void) | null} */
  onmessage = null;
  /** @type {(() => void) | null} */
  onerror = null;

  /** @param {URL} url */
  constructor(url) {
    this.thread = new Thread(INSIDE, { eval: true, workerData: url.href });
    this.thread.on('message', (data) => this.onmessage?.({ data }));
    alive.add(this);
  }

  /** @param {any} message */
  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    alive.delete(this);
    this.thread.terminate();
  }
}

let network = false;
let loaded = 0;
Object.assign(globalThis, {
  Worker: BrowserWorker,
  fetch: async () => {
    if (!network) throw new TypeError('no network');
    loaded += 1;
    return new Response(readFileSync(`${process.env.SITE}/tercet.wasm`));
  },
});
const { ask } = await import('../../page/js/worker/engine.js');

after(() => alive.forEach((worker) => worker.terminate()));

/** A search that takes all the time that it has: 15 cards of 225 can be chosen in 10^23 ways. */
const deck = { values: 15, properties: 2 };
const cards = Array.from({ length: 225 }, (_, n) => [Math.floor(n / 15), n % 15].map((value) => value.toString(15)).join(''));
const LONG = { ask: 'count', board: { cards, deck }, search: { method: 'brute', timeout: 60 } };

test('without a network there is an error, and with one again an answer', async () => {
  await assert.rejects(ask({ ask: 'methods' }), { name: 'TercetError', code: 'unreachable' });
  network = true;
  assert.equal((await ask({ ask: 'methods' })).schema, 'tercet.methods/1');
});

test('questions are answered, and errors are thrown', async () => {
  const { answer } = await ask({ ask: 'find', board: '00 01 02' });
  assert.equal(answer, 'found');
  await assert.rejects(ask({ ask: 'find', board: '00 00' }), { name: 'TercetError', code: 'card-twice' });
  await assert.rejects(ask({ ask: 'race' }), { code: 'forbidden', message: /tercet serve/ });
  const smt = { ask: 'find', board: '00 01', search: { method: 'smt' } };
  await assert.rejects(ask(smt), { code: 'no-such-method', message: /tercet serve/ });
});

test('lines come before the answer', async () => {
  /** @type {any[]} */
  const lines = [];
  const { count } = await ask({ ask: 'list', board: '00 01 02 10 20' }, { onLine: (line) => lines.push(line) });
  assert.equal(count, '2');
  assert.deepEqual(lines.filter(({ schema }) => schema === 'tercet.sets/1').flatMap(({ positions }) => positions), [[0, 1, 2], [0, 3, 4]]);
});

test('a hint does not wait for a search, which can be cancelled', async () => {
  const leave = new AbortController();
  const search = assert.rejects(ask(LONG, { signal: leave.signal }), { name: 'AbortError' });
  const waiting = ask({ ask: 'count', board: '00 01 02' });
  const { schema } = await ask({ ask: 'hint', board: '00 01 02', stage: 1 });
  assert.equal(schema, 'tercet.hint/1');
  leave.abort();
  await search;
  assert.equal((await waiting).count, '1');
});

test('a question that waits is cancelled at once, and one that comes too late is not asked', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const search = assert.rejects(ask(LONG, { signal: first.signal }), { name: 'AbortError' });
  const waiting = assert.rejects(ask(LONG, { signal: second.signal }), { name: 'AbortError' });
  second.abort();
  await waiting;
  first.abort();
  await search;
  await assert.rejects(ask(LONG, { signal: first.signal }), { name: 'AbortError' });
  assert.equal((await ask({ ask: 'count', board: '00 01 02' })).count, '1');
});

test('a question that failed has nothing to do with the next one', async () => {
  const leave = new AbortController();
  const failing = assert.rejects(ask(LONG, { signal: leave.signal }), { code: 'unreachable' });
  let asked;
  while (!asked) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    asked = [...alive].find(({ onerror }) => onerror);
  }
  asked.onerror?.();
  await failing;
  const next = ask({ ask: 'count', board: '00 01 02' });
  leave.abort();
  assert.equal((await next).count, '1');
  assert.equal((await ask({ ask: 'count', board: '00 01' })).count, '0');
  assert.equal(alive.size, 2);
});

test('a search has the time that it asks for', async () => {
  const { answer } = await ask({ ...LONG, search: { method: 'brute', timeout: 0.1 } });
  assert.equal(answer, 'stopped');
});

test('the engine is loaded once for all workers', () => {
  assert.equal(loaded, 1);
  assert.equal(alive.size, 2);
});
