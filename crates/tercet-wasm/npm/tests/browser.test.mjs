// The npm package in Chromium: its folder is served as it is, from a path of its own.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { after, before, test as define } from 'node:test';
import { Programs, launch } from '../../../tercet-testkit/src/browser.mjs';
import { browser as program, examples, folder, tool } from './common.mjs';

const driver = tool('playwright-core');
const skip = driver && program ? false : 'playwright-core or a browser is not installed';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const PLACE = '/some/where/';
const PICTURE = new URL('../../../tercet-web/tests/wasm/picture.mjs', import.meta.url);
/** The policy that the README asks for, and nothing else; the page has one import map. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-HASH'; worker-src 'self'; connect-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types tercet-worker";

const imports = { tercet: `${PLACE}lib/index.js`, 'tercet/photo': `${PLACE}lib/photo.js` };
const map = JSON.stringify({ imports });
const hash = createHash('sha256').update(map).digest('base64');
const page = `<!doctype html><title>Tercet</title><script type="importmap">${map}</script><script type="module" src="page.js"></script>`;
const script = 'globalThis.tercet = await import("tercet"); globalThis.photo = await import("tercet/photo"); document.title = "ready";';

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '', 'http://host').pathname);
  const send = (/** @type {string} */ type, /** @type {string} */ text) => {
    response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': POLICY.replace('HASH', hash) });
    response.end(text);
  };
  const [, number] = /example-(\d)\.mjs$/.exec(path) ?? [];
  if (path === `${PLACE}index.html`) return send(TYPES['.html'], page);
  if (path === `${PLACE}picture.mjs`) return send(TYPES['.js'], readFileSync(PICTURE, 'utf8'));
  if (path === `${PLACE}page.js`) return send(TYPES['.js'], script);
  if (number !== undefined) return send(TYPES['.js'], examples[Number(number)].module);
  const file = join(folder, 'node_modules', 'tercet', path.slice(`${PLACE}lib`.length));
  if (!path.startsWith(`${PLACE}lib/`) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    response.writeHead(404).end();
    return undefined;
  }
  response.writeHead(200, { 'Content-Type': TYPES[/** @type {'.js'} */ (extname(file))] ?? 'text/plain', 'Content-Security-Policy': POLICY.replace('HASH', hash) });
  return createReadStream(file).pipe(response);
});

const programs = new Programs(async (died) => {
  const browser = await launch(resolve(driver, '..', '..'), program);
  browser.on('disconnected', () => died('the browser'));
  const visit = await browser.newPage();
  visit.setDefaultTimeout(120_000);
  visit.on('crash', () => died('the page'));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await visit.goto(`http://127.0.0.1:${port}${PLACE}index.html`);
  await visit.waitForFunction(() => document.title === 'ready');
  return { visit, end: () => browser.close() };
});

before(() => new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined))));

after(async () => {
  await programs.end();
  server.close();
});

/** A test of the page, which is started once more if the browser dies. @param {string} name @param {(visit: any) => Promise<void>} body */
const test = (name, body) => define(name, { skip }, () => programs.run(name, ({ visit }) => body(visit)));

for (const [i, { name, told }] of examples.entries()) {
  test(`the README: ${name}`, async (visit) => {
    const found = await visit.evaluate((/** @type {string} */ path) => import(path).then((module) => module.told), `${PLACE}example-${i}.mjs`);
    assert.deepEqual(found, JSON.parse(JSON.stringify(told)));
  });
}

test('two searches run at a time, and each can be aborted', async (visit) => {
  const found = await visit.evaluate(async () => {
    const { tercet } = /** @type {any} */ (globalThis);
    const board = Array.from({ length: 59049 }, (_, n) => n.toString(3).padStart(10, '0'));
    const leaving = [new AbortController(), new AbortController()];
    /** @type {Promise<void>[]} */
    const begun = [];
    const searches = leaving.map(({ signal }) => {
      let begin = () => {};
      begun.push(new Promise((resolve) => (begin = resolve)));
      const search = tercet.ask({ ask: 'list', board }, { signal, onLine: () => begin() });
      return search.catch((/** @type {Error} */ error) => error.name);
    });
    await Promise.all(begun);
    leaving.forEach((one) => one.abort());
    return [...(await Promise.all(searches)), (await tercet.ask({ ask: 'count', board: '00 01 02' })).count];
  });
  assert.deepEqual(found, ['AbortError', 'AbortError', '1']);
});

test('a photograph is a file', async (visit) => {
  const found = await visit.evaluate(async () => {
    const { photo } = /** @type {any} */ (globalThis);
    const path = './picture.mjs';
    const { width, height, data } = (await import(path)).picture(['0000', '1101', '2220']);
    const canvas = new OffscreenCanvas(width, height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.putImageData(new ImageData(data, width, height), 0, 0);
    const { cards } = await photo.read(await canvas.convertToBlob({ type: 'image/png' }));
    const failure = await photo.read(new Blob(['no picture'])).catch((/** @type {any} */ error) => error.code);
    return [cards.map((/** @type {any} */ { card }) => card), failure];
  });
  assert.deepEqual(found, [['1RsO', '2GsD', '3PoO'], 'not-a-picture']);
});
