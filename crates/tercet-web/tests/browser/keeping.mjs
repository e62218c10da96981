// Data that the browser keeps: a game over reloading and going back, between two tabs, in a link.

import assert from 'node:assert/strict';
import { DEVICES, cards, play, ready } from './table.mjs';

const DECK = { values: 3, properties: 4 };
const LINK = '#play?deck=3.4&seed=21';

const time = async (page) => {
  const [minutes, seconds] = (await page.getByRole('timer').textContent()).split(':').map(Number);
  return 60 * minutes + seconds;
};

export const tests = {
  'reloading keeps the game and its time': async (visitor) => {
    const page = await visitor.open(LINK);
    await play(visitor, page, DECK, DEVICES.mouse, 3);
    await page.getByRole('timer').filter({ hasText: /[1-9]/ }).waitFor();
    const [board, spent] = [await cards(page), await time(page)];
    await page.reload();
    await ready(page);
    assert.deepEqual(await cards(page), board);
    const [saved] = await visitor.kept(page, 'saved');
    assert.equal(saved.events.filter(({ type }) => type === 'card').length, 9);
    assert.ok((await time(page)) >= spent);
  },

  'going elsewhere and back keeps the game': async (visitor) => {
    const page = await visitor.open(LINK);
    const [set] = await play(visitor, page, DECK, DEVICES.mouse, 1);
    const board = await cards(page);
    assert.ok(!set.every((card) => board.includes(card)));
    await visitor.follow(page.getByRole('link', { name: 'Learn' }));
    await visitor.elsewhere(page, () => page.goBack());
    await ready(page);
    assert.deepEqual(await cards(page), board);
  },

  'two tabs never break a game': async (visitor) => {
    const first = await visitor.open(LINK);
    await ready(first);
    const second = await visitor.tab(first.context(), LINK);
    await play(visitor, first, DECK, DEVICES.mouse, 2);
    const other = await play(visitor, second, DECK, DEVICES.keyboard, 1);
    assert.equal(other.length, 1);
    await play(visitor, first, DECK, DEVICES.mouse, 1);
    // The last write is kept; either way it is a game of this link.
    for (const page of [first, second]) {
      await page.reload();
      await ready(page);
    }
    assert.deepEqual(await cards(first), await cards(second));
    await play(visitor, second, DECK, DEVICES.mouse, 1);
  },

  'reloading does not end a pause': async (visitor) => {
    const page = await visitor.open(LINK);
    await ready(page);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.reload();
    await page.getByText('Paused: the cards are hidden').waitFor();
    assert.equal(await page.locator('.board').isVisible(), false);
    await page.getByRole('button', { name: 'Resume' }).click();
    await ready(page);
  },

  'Play without a seed goes on with the newest game': async (visitor) => {
    const page = await visitor.open(LINK);
    await ready(page);
    const board = await cards(page);
    await visitor.follow(page.getByRole('link', { name: 'Learn' }));
    await visitor.follow(page.getByRole('link', { name: 'Play', exact: true }));
    await ready(page);
    assert.deepEqual(await cards(page), board);
    assert.equal((await visitor.kept(page, 'saved')).length, 1);
  },

  'a claim that is undone before its answer is forgotten': async (visitor) => {
    const page = await visitor.open(LINK);
    await ready(page);
    const board = await cards(page);
    await play(visitor, page, DECK, DEVICES.mouse, 1);
    // Both engines answer after the claim is undone: the one behind the server, and the one in a worker.
    let undo;
    const undone = new Promise((resolve) => (undo = resolve));
    let answered = Promise.resolve();
    await page.route('**/ask', (route) => {
      if (!route.request().postData().includes('"hint"')) return route.continue();
      return (answered = undone.then(() => route.fetch()).then((response) => route.fulfill({ response })).catch(() => {}));
    });
    await page.evaluate(() => {
      const undone = new Promise((resolve) => (globalThis.undo = resolve));
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        const isHint = JSON.stringify(message)?.includes('hint');
        if (isHint) undone.then(() => post.call(this, message, ...rest));
        else post.call(this, message, ...rest);
      };
    });
    await page.keyboard.press('0');
    await page.keyboard.press('Backspace');
    undo();
    await page.evaluate(() => globalThis.undo());
    await answered;
    // A worker answers one hint after the other.
    await visitor.ask(page, { ask: 'hint', board: { deck: DECK, cards: board } });
    assert.deepEqual(await cards(page), board);
    const [saved] = await visitor.kept(page, 'saved');
    assert.ok(saved.events.every(({ type }) => type !== 'none'));
  },

  'a finished game that was deleted does not come back': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=3&goal=1');
    await play(visitor, page, DECK, DEVICES.mouse);
    await page.evaluate(async () => (await globalThis.part('core/store.js')).clear('games'));
    await page.reload();
    await page.getByRole('region', { name: 'Result' }).waitFor();
    assert.deepEqual(await visitor.kept(page, 'games'), []);
  },

  'a change of the settings reaches another tab': async (visitor) => {
    const first = await visitor.open(LINK);
    await ready(first);
    const second = await visitor.tab(first.context(), LINK);
    await ready(second);
    await first.getByRole('button', { name: 'Settings' }).click();
    await first.getByLabel('Dark').check();
    await second.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  },

  'games are exported, deleted and imported': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=3&goal=2');
    await play(visitor, page, DECK, DEVICES.mouse);
    const before = await visitor.kept(page, 'games');
    await visitor.follow(page.getByRole('link', { name: 'Statistics' }));
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('None yet').waitFor();
    for (const store of ['games', 'saved']) assert.deepEqual(await visitor.kept(page, store), []);
    const read = async () => page.getByLabel('Import games').setInputFiles(await download.path());
    await read();
    await page.getByText('1 game imported.', { exact: true }).and(page.locator('main *')).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'import');
    await page.getByRole('heading', { name: 'Finished games' }).waitFor();
    assert.deepEqual(await visitor.kept(page, 'games'), before);
    await read();
    await page.locator('main').getByText('0 games imported, 1 here already.').waitFor();
    assert.deepEqual(await visitor.kept(page, 'games'), before);
  },

  'a game that is deleted does not come back': async (visitor) => {
    const link = '#play?deck=3.4&seed=3&goal=1';
    const page = await visitor.open(link);
    await play(visitor, page, DECK, DEVICES.mouse);
    await visitor.follow(page.getByRole('link', { name: 'Statistics' }));
    await page.getByRole('button', { name: 'Delete the game' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('main').getByText('None yet').waitFor();
    await page.goto(new URL(link, visitor.base).href);
    await ready(page);
    assert.deepEqual(await visitor.kept(page, 'games'), []);
  },

  'a game is dealt and kept although another version of the page is open': async (visitor) => {
    const old = await visitor.open('#build');
    const open = (version) => old.evaluate((version) => new Promise((resolve, reject) => {
      const request = indexedDB.open('tercet', version);
      request.onupgradeneeded = () => request.result.createObjectStore(`v${version}`);
      request.onsuccess = () => resolve((globalThis.db = request.result) && true);
      request.onerror = () => reject(request.error);
    }), version);
    await open(1);
    const page = await visitor.tab(old.context(), '#statistics');
    await page.getByRole('alert').getByText('This browser keeps no games').waitFor();
    await page.goto(new URL(LINK, visitor.base).href);
    await ready(page);
    await old.evaluate(() => globalThis.db.close());
    await play(visitor, page, DECK, DEVICES.mouse, 1);
    assert.equal((await visitor.kept(page, 'saved')).length, 1);
    // A newer page need not wait for this one.
    await open(3);
  },

  'a browser that keeps nothing says so': async (visitor) => {
    const page = await visitor.open('#learn');
    // Learning renames its address; a visit to another view in that moment would be taken for over.
    await page.locator('.lesson').waitFor();
    await page.context().addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
    for (const link of ['#statistics', '#replay?game=x']) {
      await page.goto(new URL(link, visitor.base).href);
      await page.reload();
      await page.getByRole('alert').getByText('This browser keeps no games').waitFor();
    }
    await page.getByRole('button', { name: 'Verify and watch' }).waitFor();
  },
};
