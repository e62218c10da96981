// Build and Solve: boards laid by mouse, by keys, by text and by link, and the engine's answers.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cards, ready } from './table.mjs';

const laid = (page) => page.locator('.hand .card').evaluateAll((buttons) => buttons.map((button) => button.dataset.card));
const offered = (page, card) => page.locator(`.palette [data-card="${card}"]`);
const heading = (page, words) => page.getByRole('heading', { name: words, exact: true }).waitFor();

/** A set of the classic deck. */
async function set(visitor, page) {
  const deck = { values: 3, properties: 4 };
  return (await visitor.ask(page, { ask: 'deal', deck, kind: 'planted', size: 3, seed: '5' })).planted;
}

export const tests = {
  'a board is built by mouse, undone by key, and kept by its link': async (visitor) => {
    const page = await visitor.open('#build?deck=3.4');
    const [a, b, c] = await set(visitor, page);
    for (const card of [a, b, c]) {
      await offered(page, card).click();
      await page.locator(`.hand [data-card="${card}"]`).waitFor();
    }
    await heading(page, '3 cards, 1 set');
    await page.keyboard.press('Backspace');
    await heading(page, '2 cards, 0 sets');
    await page.reload();
    await heading(page, '2 cards, 0 sets');
    assert.deepEqual(await laid(page), [a, b]);
    await visitor.follow(page.locator('main').getByRole('link', { name: 'Solve' }));
    await page.locator('main').getByText(/No set: this is proved/).waitFor();
    await page.goBack();
    await heading(page, '2 cards, 0 sets');
  },

  'the cards to choose from stay where they are while a board is built': async (visitor) => {
    for (const [width, height] of [[390, 664], [1366, 650]]) {
      const page = await visitor.open('#build?deck=3.4', { width, height });
      await offered(page, '0000').waitFor();
      const top = () => page.locator('.palette').evaluate((palette) => palette.getBoundingClientRect().top + scrollY);
      const before = await top();
      for (const [i, card] of ['0000', '1111', '2222', '0120', '1012', '2201', '0002', '0011'].entries()) {
        await offered(page, card).click();
        await page.getByRole('heading', { name: new RegExp(`^${i + 1} cards?, `) }).waitFor();
        assert.equal(await top(), before, `${i + 1} cards at ${width}×${height}`);
      }
      const { height: room } = await page.locator('.build .field').boundingBox();
      assert.ok((await page.locator('.hand').boundingBox()).height <= room);
    }
  },

  'sets come before the board on a phone, and beside it on a desk': async (visitor) => {
    const page = await visitor.open('#solve?deck=3.2&cards=00.01.02.10.11.12', { width: 390, height: 664 });
    await page.locator('main').getByText(/^2 sets, by/).waitFor();
    const tops = async () => [await page.locator('.set').first().boundingBox(), await page.locator('.board').boundingBox()];
    const [set, board] = await tops();
    assert.ok(set.y < board.y);
    await page.setViewportSize({ width: 1366, height: 650 });
    const [beside, wide] = await tops();
    assert.ok(beside.x > wide.x + wide.width && beside.y < wide.y + wide.height);
  },

  'two quick choices are both laid where no set shall be': async (visitor) => {
    const page = await visitor.open('#build?deck=3.4&free=1');
    const [a, b] = await set(visitor, page);
    await offered(page, a).waitFor();
    await page.evaluate((cards) => cards.forEach((card) => document.querySelector(`.palette [data-card="${card}"]`)?.click()), [a, b]);
    await heading(page, '2 cards, 0 sets');
    assert.deepEqual((await laid(page)).toSorted(), [a, b].toSorted());
  },

  'another style of cards is the same board in Solve': async (visitor) => {
    const page = await visitor.open('#solve?deck=3.2&cards=00.01.02.10.11.12');
    await page.locator('main').getByText(/^2 sets, by/).waitFor();
    await page.getByLabel('Cards', { exact: true }).fill('nothing that is a board');
    const before = await page.locator('.sets').first().innerHTML();
    await page.evaluate(async () => {
      const { change } = await globalThis.part('core/store.js');
      change({ colourless: true });
    });
    await page.waitForFunction((old) => document.querySelector('.sets')?.innerHTML !== old, before);
    assert.equal(await page.locator('.sets').first().locator('button').count(), 2);
    assert.equal(await page.getByRole('alert').filter({ hasText: /./ }).count(), 0);
  },

  'the proof that a board has no set is downloaded, and the command line checks it': async (visitor) => {
    const page = await visitor.open('#solve?deck=4.3&cards=000.111.222.012.120');
    await page.locator('main').getByText(/No set: this is proved/).waitFor();
    if ((await visitor.lacks(page)) !== null) return assert.equal(await page.getByText('Download the proof').count(), 0);
    const folder = mkdtempSync(join(tmpdir(), 'tercet-proof-'));
    for (const [name, file] of [['Download the proof', 'board.proof'], ['Download the board', 'board.txt']]) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      assert.equal(download.suggestedFilename(), file);
      await download.saveAs(join(folder, file));
    }
    assert.match(visitor.run('verify', '--proof', join(folder, 'board.proof'), '-i', join(folder, 'board.txt')), /^proved/);
    await page.getByText('tercet verify --proof').waitFor();
    rmSync(folder, { recursive: true });
    // A proof for a deck of three values would say no more than the board, so none is offered.
    await page.goto(new URL('#solve?deck=3.2&cards=00.01', visitor.base).href);
    await page.locator('main').getByText(/No set: this is proved/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Download the proof' }).count(), 0);
  },

  'a link to a board that does not exist says so': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&cards=0000.zz');
    await page.locator('main').getByText(/^The link leads to no board: card 'zz'/).waitFor();
    await page.goto(new URL('#build?deck=3.4&cards=0000.zz', visitor.base).href);
    await page.getByRole('alert').getByText(/^The link leads to no board: card 'zz'/).waitFor();
    visitor.wrong = visitor.wrong.filter((words) => !words.includes('The link leads to no board'));
  },

  'a board without a set is built by keys, and a greyed card says why': async (visitor) => {
    const page = await visitor.open('#build?deck=3.4');
    const [a, b, c] = await set(visitor, page);
    await page.getByLabel('Type cards').fill(`${a} ${b}`);
    await page.keyboard.press('Enter');
    await heading(page, '2 cards, 0 sets');
    await page.getByRole('checkbox', { name: /Without a set/ }).press('Space');
    await page.locator(`.palette [data-card="${c}"][data-mark~="dim"]`).waitFor();
    // Any two cards leave one card that would make a set.
    assert.equal(await page.locator('.palette .card[data-mark~="dim"]').count(), 1);
    await page.getByText(/20 cards \((proved|quoted)/).waitFor();
    await offered(page, c).focus();
    await page.getByText(/^A set with .* and /).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^A set with .* and /).waitFor();
    assert.deepEqual(await laid(page), [a, b]);
    await page.getByLabel('Type cards').fill(c);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(/^A set with /).waitFor();
    for (const left of [1, 0]) {
      if (left) await page.locator('.hand .card').first().focus();
      await page.keyboard.press('Enter');
      await heading(page, `${left} card${left === 1 ? '' : 's'}, 0 sets`);
    }
    const focused = await page.evaluate(() => document.activeElement?.tagName);
    assert.equal(focused, 'H2');
  },

  'cards are typed in any notation, and an error stands beside the field': async (visitor) => {
    const page = await visitor.open('#build?deck=3.4');
    await page.getByLabel('Type cards').fill('2RhO 0,0,0,0');
    await page.keyboard.press('Enter');
    await heading(page, '2 cards, 0 sets');
    assert.deepEqual(await laid(page), ['1010', '0000']);
    await page.getByLabel('Type cards').fill('01x2');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(/column 1: card '01x2'/).waitFor();
    assert.equal(await page.getByLabel('Type cards').inputValue(), '01x2');
  },

  'the board that was built is played': async (visitor) => {
    const page = await visitor.open('#build?deck=4.2&cards=00.01.02.03.11.22');
    await visitor.follow(page.getByRole('link', { name: 'Play it' }));
    for (const card of ['00', '01', '02', '03']) await page.locator(`.board [data-card="${card}"]`).click();
    await page.getByText(/All sets found/).first().waitFor();
  },

  'Play goes on with the board that was laid, also after it was left': async (visitor) => {
    const page = await visitor.open('#play?deck=4.2&cards=00.01.02.03.11.22');
    await ready(page);
    const board = await cards(page);
    await visitor.follow(page.getByRole('link', { name: 'Learn' }));
    await visitor.follow(page.getByRole('link', { name: 'Play', exact: true }));
    await ready(page);
    assert.deepEqual(await cards(page), board);
    const tab = await visitor.tab(page.context(), '#play?deck=4.2');
    await ready(tab);
    assert.deepEqual(await cards(tab), board);
    assert.equal(await tab.getByRole('alert').count(), 0);
  },

  'all sets of a random board are shown, and one is marked on it': async (visitor) => {
    const page = await visitor.open('#solve');
    await page.getByRole('button', { name: 'Random board' }).click();
    const found = page.locator('.panel', { has: page.getByRole('heading', { name: 'Sets', exact: true }) });
    await found.getByText(/ by /).waitFor();
    const cards = (await page.getByRole('textbox').inputValue()).split(' ');
    const { sets } = await visitor.ask(page, { ask: 'list', board: { cards } });
    assert.equal(await found.locator('.set').count(), sets.length);
    await page.getByRole('textbox').fill('0000 1111 2222 0001');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await found.getByText(/^1 set, by/).waitFor();
    await found.locator('.set').click();
    await page.getByText('1 set meets all others: fewer are impossible.').waitFor();
    await page.getByText('The first player wins (nim value 1), beginning with one of these sets.').waitFor();
    const right = page.locator('.board .card[data-mark~="right"]');
    const marked = await right.evaluateAll((buttons) => buttons.map((button) => button.dataset.card));
    assert.deepEqual(marked, ['0000', '1111', '2222']);
  },

  'a file of several boards is read, and one is chosen by name': async (visitor) => {
    const page = await visitor.open('#solve');
    const text = 'board one\n0000 0001 0002\nboard two\ndeck 4 2\n00 01 02 03 11\n';
    await page.getByLabel('Choose or drop a file').setInputFiles({ name: 'boards.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await heading(page, '3 cards of (3,4)');
    await page.getByLabel('Board', { exact: false }).first().selectOption('two');
    await heading(page, '5 cards of (4,2)');
    await page.getByRole('button', { name: /Deck \(4,2\)/ }).waitFor();
  },

  'a board in a form of its own is read, and what was assumed is told': async (visitor) => {
    const page = await visitor.open('#solve');
    const box = page.getByRole('textbox');
    const told = (/** @type {string} */ reading) => (reading ? page.locator('small', { hasText: reading }) : page.locator('small[role="status"]:empty')).waitFor({ state: 'attached' });
    const found = page.locator('.panel', { has: page.getByRole('heading', { name: 'Sets', exact: true }) });
    const solved = async (/** @type {string} */ deck, /** @type {string} */ reading) => {
      await told(reading);
      await heading(page, `4 cards of ${deck}`);
      await found.getByText(/^1 set, by/).waitFor();
      assert.equal(await page.getByRole('alert').filter({ hasText: /./ }).count(), 0);
    };
    const forms = [
      ['O2RH D1GS O2GH O2PH', '(3,4)', 'Read as 4 cards of (3,4): shape, count, colour, shading.'],
      ['two red striped ovals, one green solid diamond, two green striped ovals, two purple striped ovals', '(3,4)', 'Read as 4 cards of (3,4): count, colour, shading, shape.'],
      ['2,1,2,1\n1,2,1,2\n2,2,2,1\n2,3,2,1', '(3,4)', 'Read as 4 cards of (3,4): digits from 1 to 3.'],
      ['[{"size": "s", "form": 1}, {"size": "m", "form": 1}, {"size": "l", "form": 1}, {"size": "s", "form": 2}]', '(3,2)', 'Read as 4 cards of (3,2): '],
      ['1;x;oval\n2;x;oval\n3;x;oval\n1;y;oval\n', '(3,3)', 'Read as 4 cards of (3,3): 3 columns'],
      ['SET ETS TSE SEE', '(3,3)', 'Read as 4 cards of (3,3): 3 columns of letters.'],
    ];
    for (const [text, deck, reading] of forms) {
      await box.fill(text);
      await page.getByRole('button', { name: 'Solve', exact: true }).click();
      await solved(deck, reading);
    }
    // A notation needs no assumption, and what is no board has a reason.
    await box.fill('2RhO 1GsD 2GhO 2PhO');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await solved('(3,4)', '');
    await box.fill('[["red", 1], ["green", 2], ["blue", 3], ["black", 1], ["red", 2]]');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByRole('alert').getByText(/four|4/).waitFor();
    await box.fill('O2RH D1GS O2GH O2RH');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByRole('alert').getByText("Card 'O2RH' occurs twice: remove one of them.").waitFor();
    const boards = { one: [['1', 'red'], ['2', 'red'], ['3', 'red'], ['1', 'green']], two: [['a', 'b'], ['b', 'c'], ['c', 'a'], ['a', 'c']] };
    await page.getByLabel('Choose or drop a file').setInputFiles({ name: 'boards.json', mimeType: 'text/plain', buffer: Buffer.from(JSON.stringify(boards)) });
    await solved('(3,2)', 'Read as 4 cards of (3,2): ');
    await page.getByLabel('Board', { exact: false }).first().selectOption('two');
    await solved('(3,2)', 'Read as 4 cards of (3,2): ');
  },

  'methods race, and a race is forgotten with its board or cancelled at once': async (visitor) => {
    const page = await visitor.open('#solve?deck=3.4&cards=0000.0001.0002.1111.2222');
    await page.getByLabel('Question').selectOption('count');
    await page.getByRole('button', { name: 'Race', exact: true }).click();
    await page.getByText(/ is the fastest: /).waitFor();
    const answers = await page.locator('tbody td:last-child').allTextContents();
    assert.ok(answers.filter((answer) => answer === '2 sets').length >= 5, answers.join('; '));
    assert.ok(answers.includes('pairs-meet needs v = 4 to count the sets of (3,4)'), answers.join('; '));
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.locator('.race').waitFor({ state: 'hidden' });
    // Trying all choices of ten cards would take the whole time limit.
    const cards = Array.from({ length: 80 }, (_, i) => String(i * 101).padStart(4, '0'));
    const hard = await visitor.open(`#solve?deck=10.4&cards=${cards.join('.')}`);
    // A race ends with its board, so the board must be drawn before.
    await hard.locator('main').getByText(/^8 sets, by/).waitFor();
    await hard.getByLabel('Question').selectOption('count');
    await hard.getByRole('button', { name: 'Race', exact: true }).click();
    await hard.getByRole('button', { name: 'Cancel' }).last().click();
    await hard.getByText(/^Cancelled\./).waitFor();
  },
};
