// Records: a game that was played here is true for the command line, and a game of the command line is
// watched here.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DEVICES, cards, play, ready, result, watch } from './table.mjs';

const DECK = { values: 3, properties: 4 };

export const tests = {
  'a game dealt by each rule is one of the command line': async (visitor) => {
    for (const refill of ['up-to-start', 'at-once', 'delayed', 'owed']) {
      const theirs = visitor.record('9', '--goal', '9', '--refill', refill).map((line) => JSON.parse(line));
      const page = await visitor.open(`#play?deck=3.4&seed=9&goal=9&refill=${refill}`);
      await ready(page);
      let board = [];
      for (const { event, cards: moved } of theirs) {
        if (event === 'deal') board = [...board, ...moved];
        if (event === 'set') board = board.filter((card) => !moved.includes(card));
        if (event === 'set') await DEVICES.mouse.choose(page, moved);
        if (event === 'none') await DEVICES.mouse.none(page);
        if (event === 'deal') await page.waitForFunction((size) => document.querySelectorAll('.board .card').length === size, board.length);
        if (event === 'deal') assert.deepEqual((await cards(page)).toSorted(), board.toSorted(), refill);
      }
      await result(page).waitFor();
    }
  },

  'a game is saved as a record that the command line verifies': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=9&goal=4&refill=owed');
    const taken = await play(visitor, page, DECK, DEVICES.mouse);
    const save = page.getByRole('button', { name: 'Save the record' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const path = await download.path();
    assert.match(visitor.run('verify', path), /4 sets/);
    const sets = readFileSync(path, 'utf8').split('\n').filter((line) => line.startsWith('{"event":"set"'));
    assert.deepEqual(sets.map((line) => JSON.parse(line).cards.toSorted()), taken.map((set) => set.toSorted()));
    await visitor.follow(result(page).getByRole('link', { name: 'Replay' }));
    await page.getByText('Where the time went').waitFor();
    await page.goto(new URL('#replay', visitor.base).href);
    await page.getByLabel('A file').setInputFiles(path);
    await page.getByText(/Proved: .* 4 sets taken/).waitFor();
  },

  'a record of the command line is watched by keys': async (visitor) => {
    const record = visitor.record();
    const page = await visitor.open('#replay');
    await watch(page, record);
    await page.getByText(/Proved: /).waitFor();
    const lines = record.map((line) => JSON.parse(line));
    await page.locator('.board .card').first().waitFor();
    assert.deepEqual(await cards(page), lines[1].cards);
    await page.keyboard.press('ArrowRight');
    await page.getByText(/Set 1.*line 3/).waitFor();
    const marked = page.locator('.card[data-mark~="right"]');
    const set = await marked.evaluateAll((buttons) => buttons.map((button) => button.dataset.card));
    assert.deepEqual(set.toSorted(), lines[2].cards.toSorted());
    await page.keyboard.press('End');
    const end = lines.at(-1);
    await page.getByText(`line ${lines.length}`).waitFor();
    assert.deepEqual((await cards(page)).toSorted(), end.board.toSorted());
  },

  'a false record is shown with its line': async (visitor) => {
    const record = visitor.record();
    record[6] = record[6].replace('"set"', '"none"');
    const page = await visitor.open('#replay');
    await watch(page, record);
    await page.getByRole('alert').getByText(/^Line 7 is false/).waitFor();
    await page.getByText(record[6]).first().waitFor();
    await page.keyboard.press('End');
    await page.getByText('line 6').waitFor();
    await page.getByText('Open a record').click();
    await page.getByLabel('Or its text').fill('hello');
    await page.getByRole('button', { name: 'Verify and watch' }).click();
    await page.getByRole('alert').getByText(/not a record/).waitFor();
  },
};
