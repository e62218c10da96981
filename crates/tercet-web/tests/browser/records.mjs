// Records: a game that was played here is true for the command line, and a game of the command line is
// watched here.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DEVICES, cards, play, ready, result, watch } from './table.mjs';

const DECK = { values: 3, properties: 4 };

/** Saves the record of a game that is over, and returns the path of its file. */
async function saved(page) {
  const save = page.getByRole('button', { name: 'Save the record' });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  return download.path();
}

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
    const path = await saved(page);
    assert.match(visitor.run('verify', path), /4 sets/);
    const sets = readFileSync(path, 'utf8').split('\n').filter((line) => line.startsWith('{"event":"set"'));
    assert.deepEqual(sets.map((line) => JSON.parse(line).cards.toSorted()), taken.map((set) => set.toSorted()));
    await visitor.follow(result(page).getByRole('link', { name: 'Replay' }));
    await page.getByText('Where the time went').waitFor();
    await page.goto(new URL('#replay', visitor.base).href);
    await page.getByLabel('A file').setInputFiles(path);
    await page.getByText(/Proved: .* 4 sets taken/).waitFor();
  },

  'a chain and a shuffled game are those of the command line': async (visitor) => {
    for (const variant of ['chain', 'shuffle']) {
      const theirs = visitor.record('9', '--goal', '6', '--variant', variant).map((line) => JSON.parse(line));
      const page = await visitor.open(`#play?deck=3.4&seed=9&goal=6&variant=${variant}`);
      await ready(page);
      const last = page.locator('.board .card[data-mark~="last"]');
      let before = [];
      for (const { event, cards: moved } of theirs) {
        if (event === 'set') {
          for (const card of variant === 'chain' ? before : []) await last.and(page.locator(`[data-card="${card}"]`)).waitFor();
          await DEVICES.keyboard.choose(page, moved);
          before = moved;
        }
        if (event === 'none') await DEVICES.keyboard.none(page);
        const isIn = (order) => [...document.querySelectorAll('.board .card')].map((button) => button.dataset.card).join(' ') === order;
        if (event === 'shuffle') await page.waitForFunction(isIn, moved.join(' '));
      }
      await result(page).waitFor();
      if (variant === 'chain') assert.deepEqual((await cards(page)).filter((card) => before.includes(card)).length, 3);
      assert.deepEqual(await visitor.inspect(page), []);
      assert.match(visitor.run('verify', await saved(page)), /true .* 6 sets/);
    }
  },

  'a set that does not continue the chain is not taken, and hints are of the chain': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=9&variant=chain');
    const [first] = await play(visitor, page, DECK, DEVICES.mouse, 1);
    await page.locator('.board .card[data-mark~="last"]').first().waitFor();
    const before = await cards(page);
    const { sets } = await visitor.ask(page, { ask: 'list', board: { deck: DECK, cards: before } });
    const other = sets.find((set) => !set.some((card) => first.includes(card)));
    await DEVICES.mouse.choose(page, other);
    await page.getByText('A set, but not of the chain').first().waitFor();
    assert.deepEqual(await cards(page), before);
    for (let stage = 1; stage <= 3; stage++) await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Hint: 3 of 3 cards' }).waitFor();
    const hinted = await page.locator('.board .card[data-mark~="hint"]').evaluateAll((all) => all.map((card) => card.dataset.card));
    assert.equal(hinted.filter((card) => first.includes(card)).length, 1);
  },

  'the end of a chain calls it one': async (visitor) => {
    const page = await visitor.open('#play?deck=3.1&seed=9&variant=chain');
    await ready(page);
    await DEVICES.mouse.choose(page, await cards(page));
    await page.getByRole('heading', { name: 'The whole deck (3,1), as a chain: 1 set in' }).waitFor();
  },

  'in memory, cards lie face down until they are turned up': async (visitor) => {
    const page = await visitor.open('#play?deck=3.3&seed=9&variant=memory&goal=1&start=21');
    await ready(page);
    const board = await cards(page);
    const down = page.locator('.board .card.down');
    assert.deepEqual([await down.count(), await down.first().getAttribute('aria-label')], [21, 'card 1, face down']);
    assert.deepEqual(await visitor.inspect(page), []);
    const deck = { values: 3, properties: 3 };
    const { sets } = await visitor.ask(page, { ask: 'list', board: { deck, cards: board } });
    const isFree = (card) => !sets[0].includes(card);
    const turned = [sets[0][0], sets[0][1], board.find(isFree)];
    await DEVICES.keyboard.choose(page, turned.slice(0, 2));
    // A card that is face up stays so.
    await DEVICES.keyboard.choose(page, turned.slice(0, 1));
    assert.equal(await down.count(), 19);
    await DEVICES.keyboard.choose(page, turned.slice(2));
    await page.getByText('Not a set').first().waitFor();
    assert.equal(await down.count(), 18);
    await DEVICES.keyboard.choose(page, [sets[0][2]]);
    assert.equal(await down.count(), 20);
    await DEVICES.keyboard.choose(page, sets[0].slice(0, 2));
    await result(page).getByText('2 turns').waitFor();
    const path = await saved(page);
    assert.match(visitor.run('verify', path), /true .* 1 set /);
    const turn = readFileSync(path, 'utf8').split('\n').find((line) => line.startsWith('{"event":"turn"'));
    assert.deepEqual(JSON.parse(turn).cards, turned);
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
