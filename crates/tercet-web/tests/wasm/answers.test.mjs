// The engine in WebAssembly gives the answers of `tercet ask`. It is run as `./test --all` does:
// TERCET names the program, and SITE the folder that `./site` wrote.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine } from '../../page/js/worker/wasm.js';

const TERCET = process.env.TERCET ?? 'tercet';
const module = new WebAssembly.Module(readFileSync(`${process.env.SITE}/tercet.wasm`));

/**
 * Requests of every kind that the engine answers without a server, each with the means that both engines have:
 * one thread, and methods of the library.
 */
const requests = readFileSync(new URL('requests.jsonl', import.meta.url), 'utf8').trimEnd().split('\n');

/** @param {string[]} lines what `tercet ask` answers to each */
function native(lines) {
  const { stdout } = spawnSync(TERCET, ['ask'], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  return stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
}

/**
 * An answer without what depends on the machine: times, bytes of memory, and the methods and questions
 * that there are.
 * @param {any} answer
 */
function comparable(answer) {
  const { seconds, ...rest } = answer;
  if (rest.remembered) delete rest.remembered.bytes;
  if (rest.data) for (const name of ['methods', 'questions']) delete rest.data[name];
  return rest;
}

const engine = new Engine(module);
const ask = (/** @type {any} */ request) => JSON.parse(engine.ask(JSON.stringify(request), 10));

test('all questions have the answers of the program', () => {
  native(requests).forEach((expected, i) => {
    assert.deepEqual(comparable(JSON.parse(engine.ask(requests[i], 60))), comparable(expected), requests[i]);
  });
});

test('a board in any form is read as by the program', () => {
  const rows = readFileSync(new URL('../../../tercet/tests/table/forms.jsonl', import.meta.url), 'utf8').trimEnd().split('\n');
  const questions = rows.map((row) => JSON.parse(row)).map(({ text, deck: [values, properties] = [] }) => ({ ask: 'read', text, deck: { values, properties } }));
  native(questions.map((question) => JSON.stringify(question))).forEach((expected, i) => {
    assert.equal(expected.schema, 'tercet.read/1', rows[i]);
    assert.deepEqual(ask(questions[i]), expected, rows[i]);
  });
});

test('a record that was written is proved', () => {
  const { record } = ask({ ask: 'record', seed: 5, goal: 1, taken: [['0001', '0120', '0212']] });
  const [expected] = native([JSON.stringify({ ask: 'verify', record })]);
  assert.deepEqual(comparable(ask({ ask: 'verify', record })), comparable(expected));
});

test('methods are those of the library', () => {
  const here = ask({ ask: 'methods' }).methods.map((/** @type {any} */ row) => row.name ?? row.method);
  const [{ methods }] = native(['{"ask":"methods"}']);
  const there = methods.map((/** @type {any} */ row) => row.name ?? row.method);
  assert.ok(here.includes('auto') && here.length < there.length);
  assert.deepEqual(here, there.filter((/** @type {string} */ name) => here.includes(name)));
});

test('a list comes in lines, which together are the list', () => {
  const request = { ask: 'list', board: dealt(3, 4, 81), search: { method: 'auto' } };
  /** @type {any[]} */
  const lines = [];
  const answer = JSON.parse(engine.ask(JSON.stringify(request), 10, (line) => lines.push(JSON.parse(line))));
  const sets = lines.filter((line) => line.schema === 'tercet.sets/1').flatMap((line) => line.positions);
  assert.deepEqual(sets, ask(request).positions);
  assert.equal(answer.count, String(sets.length));
  assert.equal(sets.length, 1080);
  assert.equal(lines[0].schema, 'tercet.progress/1');
});

test('the limit of the page ends a search', () => {
  const request = { ask: 'count', board: dealt(8, 5, 300), search: { method: 'brute' } };
  const { answer, reason } = JSON.parse(engine.ask(JSON.stringify(request), 0.2));
  assert.deepEqual([answer, reason.code], ['stopped', 'deadline']);
});

test('without a seed each deal has its own', () => {
  const seeds = [1, 2, 3].map(() => ask({ ask: 'deal' }).seed);
  assert.equal(new Set(seeds).size, 3);
});

test('memory does not grow', () => {
  const few = requests.filter((request) => /"ask":"(explain|hint|pictures|deal|list)"/.test(request));
  const round = () => few.forEach((request) => engine.ask(request, 10));
  for (let i = 0; i < 5; i++) round();
  const before = engine.bytes;
  for (let asked = 0; asked < 1000; asked += few.length) round();
  assert.equal(engine.bytes, before);
});

test('a panic is an error, and a fresh engine answers', (context) => {
  const broken = new Engine(module);
  context.mock.method(performance, 'now', () => NaN);
  assert.throws(() => broken.ask('{"ask":"find","board":"00 01 02"}', 10), /^Error: a bug: ./);
  context.mock.restoreAll();
  assert.equal(JSON.parse(new Engine(module).ask('{"ask":"find","board":"00 01 02"}', 10)).answer, 'found');
});

/** Cards of a deal as a board. @param {number} values @param {number} properties @param {number} size */
function dealt(values, properties, size) {
  const deck = { values, properties };
  return { cards: ask({ ask: 'deal', deck, size, seed: 1 }).cards, deck };
}
