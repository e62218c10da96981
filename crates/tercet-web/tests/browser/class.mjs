// A class: a teacher gathers boards in Build, pupils play them by one link, and their results become a table.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { classLink, readBoards } from '../../page/js/class/boards.js';
import { readLink, writeLink } from '../../page/js/core/link.js';
import { pack } from '../../page/js/ghost/pack.js';
import { DEVICES, cards, ready, result } from './table.mjs';

const DECK = { values: 3, properties: 2 };

/** The file that a button saves. */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

export const tests = {
  'a class plays the boards that were built, and forged results are named': async (visitor) => {
    const permissions = { permissions: ['clipboard-read', 'clipboard-write'] };
    const page = await visitor.open(`#build?deck=3.2&cards=00.01.02.11.12`, permissions);
    const copied = async (of, name) => {
      await of.getByRole('button', { name }).press('Enter');
      await of.getByRole('button', { name: 'Link copied' }).waitFor();
      return of.evaluate(() => navigator.clipboard.readText());
    };
    await page.getByRole('heading', { name: /^5 cards, / }).waitFor();
    await page.getByRole('button', { name: 'Add this board' }).press('Enter');
    await page.getByText('Board 1 is added.').first().waitFor();
    await page.getByRole('button', { name: 'Add this board' }).press('Enter');
    await page.getByText('This board is there already.').first().waitFor();
    await page.getByLabel('Type cards').fill('10 22');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '7 cards, 5 sets' }).waitFor();
    await page.getByRole('button', { name: 'Add this board' }).press('Enter');
    await page.getByText('Board 2 is added.').first().waitFor();
    await page.reload();
    await page.getByText('Board 2: 7 cards').waitFor();
    assert.deepEqual(await visitor.inspect(page), []);
    const { name, content } = await saved(page, 'Print');
    assert.equal(name, 'boards-1.svg');
    assert.equal(content.toString().match(/<svg/g).length, 1 + 12);
    const link = await copied(page, 'Copy the link for the class');

    const pupil = await visitor.open(new URL(link).hash, { ...DEVICES.touch.options, ...permissions });
    // Of a browser that keeps nothing, the games count as long as the page is open.
    await pupil.context().addInitScript(() => {
      const get = () => { throw new Error('denied'); };
      for (const name of ['indexedDB', 'localStorage']) Object.defineProperty(window, name, { get });
    });
    await pupil.reload();
    await pupil.getByText('2 to go').waitFor();
    assert.deepEqual(await visitor.inspect(pupil), []);
    await pupil.getByRole('link', { name: 'Board 1' }).tap();
    for (const lead of ['Next board', 'Your result']) {
      await ready(pupil);
      const { sets } = await visitor.ask(pupil, { ask: 'list', board: { deck: DECK, cards: await cards(pupil) } });
      if (lead === 'Next board') await DEVICES.touch.choose(pupil, ['00', '01', '11']);
      for (const set of sets) await DEVICES.touch.choose(pupil, set);
      await result(pupil).waitFor();
      await visitor.elsewhere(pupil, () => pupil.getByRole('link', { name: lead }).tap());
    }
    await pupil.getByLabel('Your name').fill('Ann');
    await pupil.getByLabel('Your name').press('Tab');
    const won = await copied(pupil, 'Copy the link of your result');
    assert.match(won, /result=/);

    await visitor.follow(page.getByRole('link', { name: 'Results' }));
    const { params } = readLink(won.slice(won.indexOf('#')));
    const of = classLink(DECK, readBoards(params.boards), { board: 1 });
    // The set of the first board again on the second one, where it does not lie.
    const moves = [{ kind: 'set', at: 10, cards: ['20', '21', '22'] }];
    const second = params.result.split('.')[1];
    const forged = writeLink('class', { ...params, result: [pack(DECK, of, { name: 'Bob', moves }), second].join('.') });
    await page.getByRole('textbox').fill([won, forged, won.replace('boards=00', 'boards=10'), won.slice(0, -3), 'hello'].join('\n'));
    await page.getByRole('button', { name: 'Show the results' }).press('Enter');
    const row = (name) => page.getByRole('row', { name });
    await row('Ann').first().waitFor();
    assert.match(await row('Ann').first().textContent(), /^Ann(\d) of \1/);
    assert.match(await row('Bob').textContent(), /forged: its set 1, at 0:00\.0, is of cards that are not on the board, on board 1/);
    assert.equal(await page.getByText('of other boards').count(), 1);
    assert.equal(await page.getByText('not the link of a result').count(), 1);
    assert.equal(await page.getByText('forged or damaged').count(), 1);
    assert.deepEqual(await visitor.inspect(page), []);
    await page.setViewportSize({ width: 390, height: 664 });
    const [table, room] = await page.evaluate(() => ['.scroll table', '.scroll'].map((name) => document.querySelector(name).getBoundingClientRect().width));
    assert.ok(table <= room, `${table} of ${room}`);
    await page.setViewportSize({ width: 1000, height: 900 });
    const csv = (await saved(page, 'Save as CSV')).content.toString().split('\n');
    assert.match(csv[1], /^"Ann",(\d),\1,[\d.]+,1,0,$/);
    assert.equal(csv.length, 7);
    const alone = await visitor.open(new URL(won).hash);
    await alone.getByRole('row', { name: 'Ann' }).waitFor();
  },

  'boards that are dealt for a class are printed with their solutions': async (visitor) => {
    const page = await visitor.open('#build?deck=3.4');
    await page.getByRole('button', { name: 'Add four boards' }).click();
    await page.getByText('Board 4: 12 cards').waitFor();
    const first = await saved(page, 'Print');
    if ((await visitor.lacks(page)) !== null) return assert.equal(first.name, 'boards-1.svg');
    assert.equal(first.name, 'boards.pdf');
    assert.equal(first.content.subarray(0, 5).toString(), '%PDF-');
    await page.getByRole('button', { name: 'Remove board 1' }).click();
    assert.equal((await saved(page, 'Print')).name, 'boards-1.svg');
  },

  'a link without boards for a class says so': async (visitor) => {
    for (const boards of ['', '00.01.11', '00.01.02_00.01.10']) {
      const page = await visitor.open(`#class?deck=3.2&boards=${boards}`);
      await page.getByRole('alert').getByText('each with a set').waitFor();
    }
  },
};
