// The npm package in Node.js: its README and the guide, its answers beside those of the command line, wrong input, and workers.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { picture } from '../../../tercet-web/tests/wasm/picture.mjs';
import { examples, folder, guide, load, tool } from './common.mjs';

const TERCET = process.env.TERCET ?? 'tercet';
const { Board, TercetError, ask, count, deal, explain, find, hint, list, odds } = await load('tercet');
const { read } = await load('tercet/photo');

/** What the command line answers to each request. @param {any[]} requests */
function native(requests) {
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  const { stdout } = spawnSync(TERCET, ['ask'], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
}

/** A random number below another one, the same in each run. */
let state = 1;
const below = (/** @type {number} */ most) => (state = (state * 48271) % 2147483647) % most;

/** Runs a program in the folder of the package. @param {string} program @param {string[]} words */
function run(program, ...words) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8', timeout: 300_000 });
  return { status, output: stdout + stderr };
}

test('the README has five examples, and one of an error, and the guide has one', () => {
  assert.deepEqual([examples.length, guide.length], [6, 1]);
  assert.ok([...examples, ...guide].every(({ told }) => told.length > 0));
});

for (const [i, { name, code, told, module }] of [...examples, ...guide].entries()) {
  test(`${i < examples.length ? 'the README' : 'the guide'}: ${name}`, async () => {
    const file = join(folder, `example-${i}.mjs`);
    writeFileSync(file, module);
    assert.deepEqual((await import(pathToFileURL(file).href)).told, told);
    writeFileSync(join(folder, `example-${i}.mts`), code);
  });
}

test('types are strict, and those of the schema', (context) => {
  const tsc = tool('typescript', 'bin', 'tsc');
  if (!tsc) return context.skip('typescript is not installed');
  writeFileSync(join(folder, 'types.mts'), TYPES);
  const compilerOptions = { strict: true, noEmit: true, noUncheckedIndexedAccess: true, target: 'esnext', module: 'nodenext', types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
  const { status, output } = run('node', tsc, '--project', folder);
  assert.equal(status, 0, output);
});

const TYPES = `
import { ask, Board, count, find, TercetError, type FindAnswer } from 'tercet';
import { read } from 'tercet/photo';

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const is = <_ extends true>() => {};

const found = await ask({ ask: 'find', board: '2RhO 2GhO' });
is<Same<typeof found, FindAnswer>>();
is<Same<typeof found.sets, string[][]>>();
const objects = [{ id: 1, number: 1, color: 'red', shading: 'open', shape: 'oval' }];
const board = new Board(objects);
const set = board.find();
is<Same<typeof set, typeof objects | null>>();
is<Same<ReturnType<typeof read> extends Promise<infer Answer extends { schema: string }> ? Answer['schema'] : never, 'tercet.photo/1'>>();
is<Same<TercetError['data'], Record<string, unknown>>>();
find([[0, 1], '02', { number: 1, colour: 'red', fill: 'solid', symbol: 'oval' }], { timeout: 1, method: 'auto' });
count({ cards: ['00'], deck: { values: 3 } }, { by_differences: true });
// @ts-expect-error: no such question
await ask({ ask: 'nothing' });
// @ts-expect-error: a field of another question
await ask({ ask: 'count', stage: 1 });
// @ts-expect-error: no such option
find('00', { timeuot: 1 });
// @ts-expect-error: no board
find(7);
find([{ form: 1, size: 'small' }, { form: 2, size: 'small' }]);
// @ts-expect-error: no card
find([7]);
`;

test('CommonJS can load it', (context) => {
  if (!process.features.require_module) return context.skip('this version of Node.js cannot');
  const { status, output } = run('node', '-e', "console.log(require('tercet').count('00 01 02').count)");
  assert.deepEqual([status, output.trim()], [0, '1']);
});

test('Deno runs the README', (context) => {
  const deno = tool('.bin', 'deno');
  if (!deno) return context.skip('Deno is not installed');
  for (const [i, { name, told }] of examples.entries()) {
    const code = `const { told } = await import('./example-${i}.mjs'); process.stdout.write(JSON.stringify(told));`;
    writeFileSync(join(folder, 'deno.mjs'), `import process from 'node:process';\n${code}`);
    const { status, output } = run(deno, 'run', '--node-modules-dir=manual', '--allow-read', '--no-lock', 'deno.mjs');
    assert.equal(status, 0, `${name}: ${output}`);
    assert.deepEqual(JSON.parse(output), JSON.parse(JSON.stringify(told)), name);
  }
});

test('a thousand boards have the answers of the command line', () => {
  const decks = [[3, 4], [3, 4], [3, 2], [3, 6], [4, 3], [5, 2], [7, 2], [12, 1], [12, 3], [40, 2], [2, 5], [1, 1]];
  const requests = [];
  const calls = [];
  for (let i = 0; i < 1000; i++) {
    const [values, properties] = decks[i % decks.length];
    const deck = { values, properties };
    const size = below(20);
    // Now and then a card is there twice, or of another deck.
    const value = () => below(values + Number(below(200) === 0));
    const cards = Array.from({ length: size }, () => Array.from({ length: properties }, value));
    const isDistinct = i % 10 !== 0;
    const board = isDistinct ? [...new Map(cards.map((card) => [String(card), card])).values()] : cards;
    const texts = board.map((card) => (values > 36 || properties === 1 ? card.join(',') : card.map((value) => value.toString(36)).join('')));
    const question = ['find', 'list', 'count', 'explain', 'hint'][below(5)];
    const options = question === 'hint' ? { stage: below(3) } : question === 'explain' ? {} : { method: 'auto', timeout: 60 };
    const { method, timeout, ...others } = /** @type {any} */ (options);
    requests.push({ ask: question, board: { cards: texts, deck }, ...others, ...(method && { search: { method, timeout, threads: 1 } }) });
    calls.push([question, { cards: below(2) ? board : texts, deck }, options]);
  }
  const ways = { find, list, count, explain, hint };
  const codes = new Set();
  for (const [i, expected] of native(requests).entries()) {
    const [question, board, options] = calls[i];
    let answer;
    try {
      answer = ways[question](board, options);
    } catch (error) {
      assert.ok(error instanceof TercetError, error);
      codes.add(error.code);
      answer = { schema: 'tercet.error/1', code: error.code };
    }
    // `tercet ask` reads no other forms, such as digits from 1.
    if (answer.reading) {
      assert.equal(expected.code, 'value-out-of-range', JSON.stringify(requests[i]));
      continue;
    }
    const { seconds, ...kept } = expected.schema === 'tercet.error/1' ? { schema: expected.schema, code: expected.code } : expected;
    delete answer.seconds;
    assert.deepEqual(answer, kept, JSON.stringify(requests[i]));
  }
  assert.ok(codes.has('card-twice') && codes.has('value-out-of-range'), [...codes].join());
});

test('every way to write a board has the same answer', () => {
  const objects = [
    { number: 2, color: 'red', shading: 'striped', shape: 'oval' },
    { count: '2', colour: 'Green', fill: 'hatched', symbol: 'OVAL' },
    { number: 'two', color: 'purple', shading: 'hatched', shape: 'oval' },
  ];
  const values = [[1, 0, 1, 0], [1, 1, 1, 0], Uint8Array.of(1, 2, 1, 0)];
  const ways = ['2RhO 2GhO 2PhO', '1010\n1110 # a comment\n1210', ['2RhO', '1,1,1,0', '1210'], values, objects, [objects[0], values[1], '2PhO']];
  for (const board of [...ways, ...ways.map((cards) => new Board(cards)), { cards: values }, { text: 'board a\n2RhO 2GhO 2PhO', name: 'a' }]) {
    const { cards, is_set: isSet } = explain(board);
    assert.deepEqual([cards, isSet, list(board).positions], [['1010', '1110', '1210'], true, [[0, 1, 2]]]);
  }
});

/** The positions of cards in each set, in one order. @param {number[][]} sets */
const inOrder = (sets) => sets.map((set) => set.toSorted((a, b) => a - b)).sort((a, b) => (a.join() < b.join() ? -1 : 1));

test('every form of a board has its sets', async () => {
  const rows = readFileSync(new URL('../../../tercet/tests/table/forms.jsonl', import.meta.url), 'utf8').trim().split('\n').map((row) => JSON.parse(row));
  assert.ok(rows.length >= 60);
  for (const { form, text, board, deck: known, pictured } of rows) {
    const deck = known && { values: known[0], properties: known[1] };
    const same = list(board);
    const expected = inOrder(same.positions ?? []);
    const given = known ? { text, deck } : text;
    const answers = [list(given), list(new Board(text, deck)), await ask({ ask: 'list', board: given })];
    for (const answer of answers) assert.deepEqual([answer.deck, inOrder(answer.positions ?? [])], [same.deck, expected], form);
    if (pictured) assert.deepEqual(new Board(text, deck).toJSON(), new Board(board).toJSON(), form);
  }
});

test('cards in other forms are read, and given back', () => {
  const words = [['two', 'red', 'striped', 'oval'], ['one', 'green', 'solid', 'diamond'], ['two', 'green', 'striped', 'oval'], ['two', 'purple', 'striped', 'oval']];
  const digits = [[2, 1, 2, 1], [1, 2, 1, 2], [2, 2, 2, 1], [2, 3, 2, 1]];
  const objects = words.map(([n, c, f, s], id) => ({ id, n, c, f, s }));
  for (const cards of [words, digits, objects, digits.map((card) => Uint8Array.from(card)), digits.map((card) => card.join('')), words.map((card) => card.join(' '))]) {
    const board = new Board(cards);
    assert.deepEqual(board.find(), [cards[0], cards[2], cards[3]]);
    assert.deepEqual([board.count(), board.deck], [1, { values: 3, properties: 4 }]);
    assert.match(board.reading, /^read as \d+ cards of \(3,4\): /);
    assert.deepEqual([list({ cards }).positions, list({ cards }).reading], [[[0, 2, 3]], board.reading]);
  }
  const four = [[1, 1], [2, 2], [3, 3], [4, 4], [1, 2]];
  assert.deepEqual(new Board(four, { values: 4 }).find(), four.slice(0, 4));
  assert.throws(() => new Board(four), { name: 'TercetError', code: 'not-a-card', message: /name the deck if v is 4/ });
  assert.throws(() => new Board([...objects, objects[0]]), { name: 'TercetError', code: 'not-a-card', message: /twice/ });
  assert.throws(() => count('two red ovals, one'), { name: 'TercetError', code: 'not-a-card' });
  assert.equal(new Board('2RhO 1GsD').reading, undefined);
});

test('a board gives the cards that it was made from', () => {
  const cards = [{ number: 1, color: 'red', shading: 'open', shape: 'oval' }, [0, 0, 2, 1], '1RoS', [1, 1, 1, 1]];
  const board = new Board(cards);
  assert.deepEqual(board.sets().map((set) => set.map((card) => cards.indexOf(card))), list(board).positions);
  assert.equal(board.find()[1], cards[1]);
  assert.deepEqual([board.count(), board.deck, board.cards], [1, { values: 3, properties: 4 }, cards]);
  assert.equal(new Board('00 01').find(), null);
  assert.deepEqual(new Board([[10], [0]], { values: 12 }).toJSON(), { cards: ['a', '0'], deck: { values: 12, properties: 1 } });
});

/** A search that takes all the time that it has: 15 cards of 225 can be chosen in 10^23 ways. */
const cards = Array.from({ length: 225 }, (_, n) => [Math.floor(n / 15), n % 15]);
const LONG = { cards, deck: { values: 15 } };
const FOREVER = { ask: 'count', board: LONG, search: { method: 'brute' } };

/** A list of 581,120,892 sets, which come in lines: those of all cards of (3,10). */
const all = Array.from({ length: 59049 }, (_, n) => n.toString(3).padStart(10, '0'));
const ENDLESS = { ask: 'list', board: all };

test('a limit in time ends a question', async () => {
  const { answer, reason } = count(LONG, { method: 'brute', timeout: 0.1 });
  assert.deepEqual([answer, reason.code], ['stopped', 'deadline']);
  assert.throws(() => new Board(LONG.cards, LONG.deck).count({ method: 'brute', timeout: 0.1 }), { code: 'deadline', isStop: true });
  assert.equal((await ask({ ...FOREVER, search: { method: 'brute', timeout: 0.1 } })).answer, 'stopped');
});

test('wrong input is an error with a code', async () => {
  const cyclic = { cards: [] };
  cyclic.cards.push(cyclic);
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
  const throwing = new Proxy({}, { get() { throw new RangeError('no'); }, ownKeys() { throw new RangeError('no'); } });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const values = [
    undefined, null, NaN, Infinity, -1, 0, 1.5, 1e308, 2 ** 53, 10n ** 40n, true, Symbol('a'), () => '00', new Map(), new Date(NaN), cyclic, deep,
    throwing, proxy, Promise.resolve('00 01 02'), [undefined], [null], [NaN], [['0']], [[-1]], [[1.5]], [[1e21]], [[10n]], [[NaN]], [Symbol('a')], [{}],
    [[]], [''], ['00 01'], ['00', '01\n02'], ['# 00'], [{ number: 0, color: 'red', shading: 'open', shape: 'oval' }], new Array(3), { cards: 'a' },
    { number: 1, color: 'blue', shading: 'open', shape: 'oval' }, { cards: [] , deck: null }, { cards: ['00'], deck: { values: NaN } }, { text: 7 },
    { cards: ['00'], deck: { values: 1e9, properties: 1e9 } }, { toJSON: () => cyclic }, '\ud800', '\0', new DataView(new ArrayBuffer(1)),
    { __proto__: null, cards: [{ __proto__: null }] }, JSON.parse('{"__proto__": 1}'),
  ];
  const questions = { find, list, count, explain, hint };
  const isError = (error) => {
    assert.ok(error instanceof TercetError && error instanceof Error, `${error?.stack}`);
    assert.match(error.code, /^[a-z-]+$/);
    assert.notEqual(error.code, 'bug', error.message);
    assert.ok(error.message.length < 1000 && !error.message.includes('\n'), error.message);
    return true;
  };
  for (const [i, value] of values.entries()) {
    for (const [name, question] of Object.entries(questions)) assert.throws(() => question(value), isError, `${name} of ${i}`);
    assert.throws(() => new Board(value), isError, `a board of ${i}`);
    await assert.rejects(ask({ ask: 'count', board: value ?? 7 }), isError, `ask of ${i}`);
    if (value !== undefined) {
      for (const [name, question] of Object.entries(questions)) assert.throws(() => question('00 01 02', { notation: value ?? 7 }), isError, `${name} with ${i}`);
      for (const question of [odds, deal]) assert.throws(() => question({ deck: value ?? 7 }), isError, `deck ${i}`);
      const isObject = typeof value === 'object' && value !== null && value !== proxy && !Array.isArray(value);
      if (!isObject) for (const question of [odds, deal]) assert.throws(() => question(value), isError, `options ${i}`);
      await assert.rejects(ask(isObject ? { ask: value } : value), isError, `request ${i}`);
      await assert.rejects(ask({ ask: 'count', board: '00' }, { signal: value ?? 7 }), isError, `signal ${i}`);
      await assert.rejects(ask({ ask: 'count', board: '00' }, { onLine: typeof value === 'function' ? 7 : (value ?? 7) }), isError, `listener ${i}`);
    }
    await assert.rejects(read(value), isError, `picture ${i}`);
  }
  await assert.rejects(ask({ ask: 'count', board: '00' }, { timeout: 1 }), { code: 'request', message: /timeout/ });
  assert.throws(() => count('0'.repeat((1 << 26) + 1)), isError);
  assert.throws(() => deal({ seed: -1 }), isError);
  assert.throws(() => find(['0\n'.repeat(1e5)]), isError);
  assert.throws(() => find([{ number: 'a\n'.repeat(1e5), color: 'red', shading: 'solid', shape: 'oval' }]), isError);
  for (const question of [odds, deal]) assert.throws(() => question({ search: proxy }), isError);
  for (const question of Object.values(questions)) assert.throws(() => question('00 01 02', { search: proxy }), isError);
  assert.throws(() => hint('00 01 02', { holding: [9] }), isError);
  assert.throws(() => count('00 01 02', { timeout: -1 }), isError);
  assert.throws(() => count('00 01 02', { method: 'smt' }), { code: 'no-such-method' });
  assert.equal(deal({ seed: 12n }).seed, '12');
  assert.equal(count('00 01 02').count, '1');
});

test('after a bug a fresh engine answers', async (context) => {
  context.mock.method(performance, 'now', () => NaN);
  assert.throws(() => find('00 01 02'), { name: 'TercetError', code: 'bug' });
  context.mock.restoreAll();
  assert.equal(find('00 01 02').answer, 'found');
});

test('two searches run at a time, and each can be aborted', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const started = [];
  const lines = [0, 1].map((i) => new Promise((resolve) => (started[i] = resolve)));
  const searches = [first, second].map(({ signal }, i) => ask(ENDLESS, { signal, onLine: started[i] }));
  // Both have begun before either ends.
  await Promise.all(lines);
  const ends = searches.map((search) => assert.rejects(search, { name: 'AbortError' }));
  assert.equal((await ask({ ask: 'count', board: '00 01 02' }).catch((error) => error)).count, '1');
  second.abort();
  await ends[1];
  first.abort();
  await ends[0];
  await assert.rejects(ask(FOREVER, { signal: first.signal }), { name: 'AbortError' });
  await assert.rejects(ask(FOREVER, { signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
  assert.equal((await ask({ ask: 'count', board: '00 01 02' })).count, '1');
});

test('a question that waits gets the first worker that is free', async () => {
  const leaving = Array.from({ length: Math.max(4, availableParallelism()) }, () => new AbortController());
  const searches = leaving.map(({ signal }) => assert.rejects(ask(ENDLESS, { signal }), { name: 'AbortError' }));
  const gone = new AbortController();
  const given = assert.rejects(ask(FOREVER, { signal: gone.signal }), { name: 'AbortError' });
  const waiting = ask({ ask: 'count', board: '00 01 02' });
  gone.abort();
  await given;
  // Neither the first nor the last that began.
  leaving[1].abort();
  assert.equal((await waiting).count, '1');
  for (const search of leaving) search.abort();
  await Promise.all(searches);
});

test('lines come before the answer, and one that throws ends the question', async () => {
  const lines = [];
  const answer = await ask({ ask: 'list', board: '00 01 02 10 20' }, { onLine: (line) => lines.push(line) });
  assert.deepEqual(lines.filter(({ schema }) => schema === 'tercet.sets/1').flatMap(({ positions }) => positions), [[0, 1, 2], [0, 3, 4]]);
  assert.equal(answer.count, '2');
  const stop = new Error('enough');
  await assert.rejects(ask(ENDLESS, { onLine: () => { throw stop; } }), stop);
});

test('a process ends when its questions are answered', () => {
  const code = "import { ask } from 'tercet'; console.log((await ask({ ask: 'count', board: '00 01 02' })).count);";
  for (const words of [['--input-type=module', '-e', code], ['--input-type=module', '-e', `${code} ${code.replace(/import.*?;/, '')}`]]) {
    const { status, output } = run('node', ...words);
    assert.deepEqual([status, output.trim().split('\n')[0]], [0, '1']);
  }
});

test('the questions are those of the types', async () => {
  const { data } = await ask({ ask: 'nothing' }).catch((error) => error);
  const [, fields] = /interface Requests \{\n([^}]*)\}/.exec(readFileSync(join(folder, 'node_modules', 'tercet', 'questions.d.ts'), 'utf8'));
  const typed = [...fields.matchAll(/"(.*)":/g)].map(([, name]) => name);
  assert.deepEqual(data.questions.sort(), typed.sort());
});

test('a photograph has the answer of the command line', async () => {
  const pixels = picture(['0000', '1101', '2220']);
  const rgb = Buffer.alloc(3 * pixels.width * pixels.height);
  for (let i = 0; i < rgb.length; i++) rgb[i] = pixels.data[i + Math.floor(i / 3)];
  const { width, height } = pixels;
  const [expected] = native([{ ask: 'photo', pixels: { width, height, rgb: rgb.toString('base64') } }]);
  const answer = await read(pixels);
  const named = ({ cards, sets, sure }) => ({ cards: cards.map(({ card }) => card), sets, sure });
  assert.deepEqual(named(answer), named(expected));
  assert.equal(answer.cards.length, 3);
  await assert.rejects(read({ width: 0, height: 0, data: new Uint8Array(0) }), { code: 'not-a-picture' });
  await assert.rejects(read(new Blob(['no picture'])), { code: 'not-a-picture' });
  await assert.rejects(read(pixels, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  // Pixels that go elsewhere before they are sent.
  const moved = { width: 1, height: 1, data: new Uint8ClampedArray(4) };
  const lost = assert.rejects(read(moved), { code: 'request' });
  structuredClone(moved.data, { transfer: [moved.data.buffer] });
  await lost;
});
