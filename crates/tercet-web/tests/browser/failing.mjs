// What happens when something fails: the network is cut, or a link or a file is nonsense.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { served } from './site.mjs';
import { DEVICES, cards, play, ready } from './table.mjs';

const DECK = { values: 3, properties: 4 };

/** Answers questions of a name with these lines and no end. Returns what breaks their connections. */
async function hold(page, name, lines) {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    response.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${server.address().port}/`;
  await page.route('**/ask', (route) => route.continue(route.request().postDataJSON().ask === name ? { url } : {}));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Lets no question through from now on: the connection is gone. */
async function cut(page) {
  await page.route('**/ask', (route) => route.abort('connectionreset').catch(() => {}));
}

export const tests = {
  'the network is cut in the middle of a search': served(async (visitor) => {
    const page = await visitor.open('#solve');
    const board = page.getByRole('textbox').first();
    await board.fill('0001 0120 0212 1111 2222 0000');
    // The last line that came may be the answer.
    const sets = { schema: 'tercet.sets/1', positions: [[0, 1, 2]] };
    const breakOff = await hold(page, 'list', [sets, sets]);
    await page.getByRole('button', { name: /solve|find|all sets/i }).first().click();
    await page.getByText('1 set so far …').waitFor();
    breakOff();
    await page.getByText(/does not answer/).first().waitFor();
    assert.match(await board.inputValue(), /0001 0120 0212/);
    await page.unroute('**/ask');
    await page.getByRole('button', { name: /solve|find|all sets/i }).first().click();
    await page.getByText(/^2 sets, by/).first().waitFor();
  }),

  'a game survives the cut of the network': served(async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=21');
    await play(visitor, page, DECK, DEVICES.mouse, 1);
    const board = await cards(page);
    await cut(page);
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.getByRole('alert').getByText(/does not answer/).waitFor();
    assert.deepEqual(await cards(page), board);
    await page.unroute('**/ask');
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.locator('.card[data-mark~="hint"]').first().waitFor();
    await play(visitor, page, DECK, DEVICES.mouse, 2);
  }),

  'a part of the page that cannot be loaded says so, and is loaded later': async (visitor) => {
    const page = await visitor.open('about:blank', { serviceWorkers: 'block' });
    const part = /\/js\/(learn\/|rest\.js)/;
    await page.route(part, (route) => route.abort());
    await page.goto(new URL('#learn', visitor.base).href);
    await page.locator('main').getByText('This part of the page cannot be loaded: is there a network').waitFor();
    await page.unroute(part);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.lesson').waitFor();
    visitor.wrong = [];
  },

  'a page whose server has ended still has all of its parts': served(async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=7', { serviceWorkers: 'block' });
    await ready(page);
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/(play\/options|rest)\.js$/.test(name)));
    await page.waitForLoadState('networkidle');
    await page.route('**/*', (route) => route.abort());
    await DEVICES.mouse.choose(page, (await cards(page)).slice(0, 3));
    await page.locator('.said').getByText(/Not a set\. |after /).waitFor();
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Done' }).click();
    await page.getByText('Another goal, start or seed').click();
    await page.getByLabel('Cards at the start').waitFor();
    for (const name of ['Build', 'Solve', 'Photo', 'Statistics', 'Replay', 'Puzzle']) {
      await visitor.follow(page.locator('header').getByRole('link', { name, exact: true }));
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await page.getByText('cannot be loaded').count(), 0, name);
    }
    visitor.wrong = [];
  }),

  'a link of nonsense is answered in words': async (visitor) => {
    for (const link of ['#play?deck=999.999&seed=1', '#play?deck=3.4&seed=x&goal=-1', '#puzzle?deck=3.4&seed=1&cards=1e9', '#nowhere?a=%ff', '#replay?game=none', '#learn?step=999']) {
      const page = await visitor.open(link);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      assert.doesNotMatch(await page.locator('main').innerText(), /undefined|NaN|TypeError/, link);
    }
  },

  'a link that names no deck leads to the usual one, and the link past the head to no view': async (visitor) => {
    const page = await visitor.open('#build?deck=99.99');
    await page.getByRole('heading', { name: 'This link names no deck' }).waitFor();
    assert.equal(new URL(page.url()).hash, '#build?deck=99.99');
    await visitor.follow(page.getByRole('link', { name: 'Build with (3,4)' }));
    await page.getByRole('heading', { name: 'Build a board of (3,4)' }).waitFor();
    await page.locator('.skip').press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
    assert.match(new URL(page.url()).hash, /^#build/);
  },

  'a view that is left before it shows itself does not rename the address': async (visitor) => {
    const page = await visitor.open('#learn');
    await page.locator('.lesson').waitFor();
    await page.goto(new URL('#build', visitor.base).href);
    await page.getByRole('heading', { name: 'Build a board of (3,4)' }).waitFor();
    await page.evaluate(async () => {
      const loaded = globalThis.part('learn/learn.js');
      history.replaceState(null, '', '#learn');
      dispatchEvent(new HashChangeEvent('hashchange'));
      // The visitor leaves right before the page has loaded Learn, too.
      await loaded;
      location.hash = '#statistics';
    });
    await page.getByRole('heading', { name: 'Statistics' }).waitFor();
    assert.equal(new URL(page.url()).hash, '#statistics');
  },

  'cards are drawn after a first failure': served(async (visitor) => {
    const page = await visitor.open('#statistics');
    const drawn = await page.evaluate(async () => {
      const { pictures } = await globalThis.part('core/cards.js');
      const [known, usual] = [pictures({ values: 3, properties: 2 }), globalThis.fetch];
      globalThis.fetch = () => Promise.reject(new TypeError('no answer'));
      const first = await known.draw(['00']).then(() => 'drawn', () => 'failed');
      globalThis.fetch = usual;
      await known.draw(['00']);
      await known.draw([]);
      return [first, known.name('00') !== '', known.properties.length];
    });
    assert.deepEqual(drawn, ['failed', true, 2]);
  }),

  'a file that is no file of games is refused': async (visitor) => {
    const page = await visitor.open('#statistics');
    const file = { name: 'games.json', mimeType: 'application/json', buffer: Buffer.from('{"games":[{}]}') };
    await page.getByLabel('Import games').setInputFiles(file);
    await page.getByRole('alert').getByText(/not a file of exported games/).waitFor();
  },
};
