// A visitor of the page, with a mouse, a finger or a keyboard. Everything that the page must never
// do is recorded: an error on the console, a report of the content policy, a foreign request.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The milliseconds by which each answer of a server is late, to find tests that wait for too little. */
const SLOW = Number(process.env.SLOW ?? 0);

/** Makes the answers of the server late in a page. */
function slow(milliseconds) {
  const timer = setTimeout.bind(globalThis);
  const ask = fetch.bind(globalThis);
  globalThis.fetch = async (address, ...options) => {
    const response = await ask(address, ...options);
    if (address === 'ask') await new Promise((resolve) => timer(resolve, milliseconds));
    return response;
  };
}

export class Visitor {
  #contexts = [];
  /** What the page must not do. */
  wrong = [];

  constructor({ browser, base, tercet, axe, died = () => {} }) {
    Object.assign(this, { browser, tercet, axe, died });
    this.base = new URL(base);
  }

  /** Opens a page in a browser of its own, with nothing stored. */
  async open(link, { width = 1000, height = 900, ...options } = {}) {
    const context = await this.browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', ...options });
    this.#contexts.push(context);
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        console.error(`content policy: ${violatedDirective} ${blockedURI} ${sample}`);
      });
      // A module of the page, which has all its modules in two files, or each in its own.
      globalThis.part = async (path) => {
        const load = (file) => import(new URL(`js/${file}`, document.baseURI).href);
        const name = `$${path.slice(0, -3).replaceAll(/[/-]/g, '_')}`;
        const first = await load('main.js');
        if (!Object.keys(first).length) return load(path);
        return first[name] ?? (await load('rest.js'))[name];
      };
    });
    if (SLOW) await context.addInitScript(slow, SLOW);
    return this.tab(context, link);
  }

  /** Opens a page whose time passes by itself, and by `page.clock.runFor`, too. */
  async timed(link, { time, ...options } = {}) {
    const page = await this.open('#statistics', options);
    await page.clock.install({ time });
    await page.goto(new URL(link, this.base).href);
    return page;
  }

  /** Opens another tab of the same browser. */
  async tab(context, link) {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    page.on('crash', () => this.died('the page'));
    page.on('pageerror', (error) => this.wrong.push(error.stack));
    page.on('console', (message) => {
      // The browser itself reports an answer that is an error.
      const isAnswer = message.location().url === new URL('ask', this.base).href;
      if (message.type() === 'error' && !isAnswer) this.wrong.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (!['blob:', 'data:'].includes(protocol) && origin !== this.base.origin) this.wrong.push(`asks for ${request.url()}`);
    });
    await page.goto(new URL(link, this.base).href);
    return page;
  }

  /** Does what leads to another view, and waits until that view has replaced this one. */
  async elsewhere(page, lead) {
    const view = await page.locator('main > .view').elementHandle();
    await lead();
    // An element that is not attached is hidden.
    await view.waitForElementState('hidden');
  }

  /** Follows a link to another view. */
  async follow(link) {
    await this.elsewhere(link.page(), () => link.click());
  }

  /** Asks the engine that is behind the page. */
  async ask(page, request) {
    return page.evaluate(async (asked) => {
      const { ask } = await globalThis.part('core/engine.js');
      return ask(asked);
    }, request);
  }

  /** What the engine of the page lacks beside that of a server, if it needs no network. */
  async lacks(page) {
    return page.evaluate(async () => (await globalThis.part('core/engine.js')).LACKS);
  }

  /** What the browser keeps in a store. */
  async kept(page, store) {
    return page.evaluate(async (name) => {
      const { all } = await globalThis.part('core/store.js');
      return all(name);
    }, store);
  }

  /** What the command line prints. */
  run(...words) {
    return execFileSync(this.tercet, words, { encoding: 'utf8' });
  }

  /** The lines of the record of a game that the command line plays. */
  record(seed = '5', ...words) {
    const lines = this.run('game', '--seed', seed, ...words, '--output', '-').split('\n');
    return lines.filter((line) => line.startsWith('{'));
  }

  /** What axe finds wrong with a page. */
  async inspect(page) {
    await page.evaluate(readFileSync(this.axe, 'utf8'));
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 150)).slice(0, 3).join(' | ')}`);
  }

  /** Fails if the page did what it must not do. */
  check() {
    assert.equal([...new Set(this.wrong)].join('; '), '', 'the page did wrong');
  }

  /** Tells where a test that failed was, and what went wrong in the page; keeps a picture of it. */
  async tell(name) {
    const page = this.#contexts.flatMap((context) => context.pages()).at(-1);
    const path = join(tmpdir(), `tercet-${name.replaceAll(/\W+/g, '-')}.png`);
    await page?.screenshot({ path }).catch(() => {});
    for (const line of [page && `at ${page.url()}`, ...this.wrong]) if (line) console.log(`  ${line}`);
  }

  async leave() {
    for (const context of this.#contexts) {
      await context.close().catch((error) => {
        // A browser that has died has nothing to close.
        if (this.browser.isConnected()) throw error;
      });
    }
  }
}
