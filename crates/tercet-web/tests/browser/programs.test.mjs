// What is done when a browser or a server dies. TOOLS and BROWSER name the tools and the browser, as for run.mjs.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mock, test } from 'node:test';
import { Programs, launch } from '../../../tercet-testkit/src/browser.mjs';
import { Visitor } from './visitor.mjs';

const { TOOLS, BROWSER } = process.env;

/** A browser, and a server that is a process. */
const start = async (died) => {
  const browser = await launch(TOOLS, BROWSER);
  browser.on('disconnected', () => died('the browser'));
  const script = `require('http').createServer((_, answer) => answer.end('hello')).listen(0, function () { console.log(this.address().port) })`;
  const server = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  server.on('exit', () => died('the server'));
  const [port] = await once(server.stdout, 'data');
  const visitor = new Visitor({ browser, base: `http://127.0.0.1:${Number(port)}`, died });
  return { browser, server, visitor, end: () => Promise.all([browser.close(), server.kill()]) };
};

/** The ways to die, each with what then fails. */
const DEATHS = {
  'the browser': async ({ browser, visitor }) => {
    const page = await visitor.open('');
    await (await browser.newBrowserCDPSession()).send('Browser.crash').catch(() => {});
    await page.reload();
  },
  'the page': async ({ visitor }) => {
    const page = await visitor.open('');
    await page.goto('chrome://crash');
  },
  'the server': async ({ server, visitor }) => {
    const page = await visitor.open('');
    server.kill('SIGKILL');
    // The server may take a moment to be gone.
    for (;;) await page.reload();
  },
};

/** Runs a test, and returns how often it was started, how it ended, and which tests were said to be started twice. */
async function outcome(body) {
  const programs = new Programs(start);
  const log = mock.method(console, 'log', () => {});
  let starts = 0;
  const ending = await programs.run('a test', (running) => body(running, ++starts)).then((value) => value, (error) => error);
  const named = log.mock.calls.map(({ arguments: [line] }) => line);
  // Another test finds the programs alive, or starts them anew if it is known only then that one has died.
  const text = await programs.run('another test', async ({ visitor }) => (await visitor.open('')).textContent('body'));
  log.mock.restore();
  assert.equal(text, 'hello');
  await programs.end();
  return { starts, ending, named };
}

for (const [what, die] of Object.entries(DEATHS)) {
  test(`if ${what} dies, the test is started once more`, async () => {
    const once = await outcome(async (running, starts) => (starts === 1 ? die(running) : 'passed'));
    assert.deepEqual(once, { starts: 2, ending: 'passed', named: [`# STARTED TWICE: a test, as ${what} died`] });
    const { starts, ending } = await outcome(die);
    assert.ok(ending instanceof Error);
    assert.equal(starts, 2);
  });
}

test('if a program dies when it starts, the test is started once more', async () => {
  let starts = 0;
  const programs = new Programs(async () => {
    if (++starts === 1) throw new Error('the browser has closed');
    return { end: async () => {} };
  });
  const log = mock.method(console, 'log', () => {});
  assert.equal(await programs.run('a test', async () => 'passed'), 'passed');
  assert.deepEqual(log.mock.calls[0].arguments, ['# STARTED TWICE: a test, as a program that was starting died']);
  log.mock.restore();
  await programs.end();
});

test('a test that fails beside living programs is not started again', async () => {
  const { starts, ending, named } = await outcome(async () => { throw new Error('it has not come'); });
  assert.deepEqual([starts, ending.message, named], [1, 'it has not come', []]);
});

test('a failed assertion is never repeated, even if the browser has died', async () => {
  for (const [what, die] of Object.entries(DEATHS)) {
    const { starts, ending, named } = await outcome(async (running) => {
      await assert.rejects(die(running));
      assert.fail(what);
    });
    assert.deepEqual([starts, ending.message, named], [1, what, []]);
  }
});
