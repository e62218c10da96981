// The daily puzzles, with their calendar, and storms: by keyboard and by touch, to the end.

import assert from 'node:assert/strict';
import { served } from './site.mjs';
import { DEVICES, cards, play, ready, result } from './table.mjs';

const DECK = { values: 3, properties: 4 };
const LINK = '#puzzle?deck=3.4&day=2026-11-23';
/** Noon in the time zone of the visitor, on the day of the puzzle. */
const NOON = new Date(2026, 10, 23, 12);

/** The sets on the board. */
async function setsOf(visitor, page, deck = DECK) {
  return (await visitor.ask(page, { ask: 'list', board: { deck, cards: await cards(page) } })).sets;
}

export const tests = {
  'the daily puzzle is solved by keyboard from the front, shared, and in the calendar': async (visitor) => {
    const page = await visitor.open('#statistics', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.clock.setFixedTime(NOON);
    await page.goto(new URL('#play?deck=3.4&seed=7', visitor.base).href);
    await page.getByRole('link', { name: 'Classic', exact: true }).first().press('Enter');
    await page.waitForFunction((link) => location.hash === link, LINK);
    await ready(page);
    await page.getByText('0 of 6 sets found').waitFor();
    assert.equal(await page.getByRole('button', { name: 'No set here' }).count(), 0);
    const sets = await setsOf(visitor, page);
    assert.equal(sets.length, 6);
    for (const set of sets) await DEVICES.keyboard.choose(page, set);
    await result(page).waitFor();
    const share = page.getByRole('button', { name: 'Share' });
    await share.press('Enter');
    await page.getByRole('button', { name: 'Text copied' }).waitFor();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
    assert.match(lines[0], /^Tercet 23 Nov: 6\/6 in \d+:\d\d, no hints$/);
    assert.equal(lines.length, 7);
    await page.clock.setFixedTime(new Date(NOON.getTime() + 60_000));
    await page.getByRole('button', { name: 'The same cards again' }).press('Enter');
    await page.getByText('0 of 6 sets found').waitFor();
    await page.getByRole('button', { name: 'Give up' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).press('Enter');
    await page.getByText('Your first game of this puzzle counts:').waitFor();
    assert.equal(await page.locator('pre').textContent(), lines.join('\n'));
    await page.getByRole('link', { name: 'All puzzles of the day' }).press('Enter');
    await page.getByText('1 day in a row now, 1 day at most.').waitFor();
    await page.getByRole('link', { name: '23 November 2026: 1 of 3 solved' }).waitFor();
    await page.getByRole('button', { name: 'Earlier month' }).press('Enter');
    await page.getByRole('link', { name: '31 October 2026: not played' }).press('Enter');
    await page.getByRole('heading', { name: '31 October 2026', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Four', exact: true }).press('Enter');
    await ready(page);
    assert.equal((await setsOf(visitor, page, { values: 4, properties: 3 })).length, 3);
  },

  'a page that is left open over midnight shows the puzzles of the new day': async (visitor) => {
    const page = await visitor.open('#statistics');
    const wake = async (days) => {
      await page.clock.setFixedTime(new Date(2026, 10, 23 + days, 12));
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    };
    await wake(0);
    await page.goto(new URL('#play?deck=3.4&seed=7', visitor.base).href);
    for (const days of [0, 1, 2]) {
      await wake(days);
      await page.locator(`.side a[href$="deck=3.4&day=2026-11-${23 + days}"]`).waitFor();
    }
    await page.goto(new URL('#puzzle', visitor.base).href);
    await page.getByRole('heading', { name: 'Today, 25 November 2026' }).waitFor();
    await wake(3);
    await page.getByRole('heading', { name: 'Today, 26 November 2026' }).waitFor();
    await page.goto(new URL('#puzzle?deck=3.4&day=2026-11-29', visitor.base).href);
    await page.getByRole('alert').getByText('29 November 2026, is still to come').waitFor();
  },

  'a daily puzzle that is given up shows the missed sets, by touch': async (visitor) => {
    const page = await visitor.open('#puzzle?deck=4.4&day=2026-11-23', { ...DEVICES.touch.options, height: 664 });
    await ready(page);
    const [set] = await setsOf(visitor, page, { values: 4, properties: 4 });
    await DEVICES.touch.choose(page, set);
    await page.locator('.counts').getByText('1 of 2 sets found').waitFor();
    await page.getByRole('button', { name: 'Give up' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).tap();
    await page.getByRole('heading', { name: '1 set not found' }).waitFor();
    assert.match(await page.locator('pre').textContent(), /^Tercet Hard 23 Nov: 1\/2 in \d:\d\d, given up, no hints\n/);
  },

  'a line below the board leads to the puzzles of the day on a phone, until the first choice': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=7', DEVICES.touch.options);
    await page.locator('.said').getByRole('link', { name: 'Hard' }).waitFor();
    await play(visitor, page, DECK, DEVICES.touch, 1);
    await page.locator('.said').getByText('after').waitFor();
    await page.locator('.board .card').first().tap();
    assert.equal(await page.locator('.said a').count(), 0);
    await page.goto(new URL('#puzzle?deck=5.5&day=2026-11-23', visitor.base).href);
    await page.getByRole('alert').getByText('There is no daily puzzle of (5,5)').waitFor();
  },

  'an error covers no card': served(async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=7', { width: 390, height: 664 });
    await ready(page);
    await page.route('**/ask', (route) => route.abort());
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    const problem = page.locator('.moves').getByRole('alert');
    await problem.getByText('Tercet does not answer').waitFor();
    const last = await page.locator('.board .card').last().boundingBox();
    assert.ok((await problem.boundingBox()).y >= last.y + last.height);
    await page.locator('.board .card').last().click();
    await problem.waitFor({ state: 'hidden' });
  }),
};

/** Finds the set of the board by a device, and waits for the next board. */
async function findSet(visitor, page, device) {
  const before = await cards(page);
  const [set] = await setsOf(visitor, page);
  await device.choose(page, set);
  await page.waitForFunction((was) => [...document.querySelectorAll('.board .card')].map((card) => card.dataset.card).join() !== was, before.join());
}

for (const how of ['keyboard', 'touch']) {
  tests[`a storm is played to its end by ${how}`] = async (visitor) => {
    const device = DEVICES[how];
    const page = await visitor.timed('#storm?deck=3.4&seed=5', { time: NOON, ...device.options });
    const press = async (name) => (how === 'touch' ? page.getByRole('button', { name }).tap() : page.getByRole('button', { name }).press('Enter'));
    const left = async () => {
      const [minutes, seconds] = (await page.getByRole('timer').textContent()).split(':').map(Number);
      return 60 * minutes + seconds;
    };
    await press('Start');
    await ready(page);
    await page.clock.pauseAt(new Date(NOON.getTime() + 30_000));
    await page.clock.runFor(200);
    const begin = await left();
    assert.ok(begin > 140 && begin <= 180, String(begin));
    const run = async (ms) => page.clock.runFor(ms);
    for (let i = 0; i < 5; i++) {
      await findSet(visitor, page, device);
      await run(100);
    }
    await page.locator('.counts').getByText('5 in a row').waitFor();
    assert.ok(Math.abs((await left()) - (begin + 5)) < 2, 'a streak wins 5 s');
    const streak = await left();
    const [set] = await setsOf(visitor, page);
    const other = (await cards(page)).find((card) => !set.includes(card));
    await device.choose(page, [...set.slice(0, 2), other]);
    await page.locator('.said').getByText('✗ Not a set (−10 s)').waitFor();
    await page.locator('.card[data-mark~="wrong"]').first().waitFor();
    assert.ok(Math.abs((await left()) - (streak - 10)) < 2, 'a mistake costs 10 s');
    await (how === 'touch' ? press('Skip') : page.keyboard.press('0'));
    await page.locator('.said').getByText('✗ Skipped (−10 s)').waitFor();
    await run(200_000);
    await page.getByRole('heading', { name: '5 sets in the storm' }).waitFor();
    await page.getByText('2 mistakes, 5 sets in a row at most.').waitFor();
    await page.getByRole('heading', { name: 'Your best storms' }).waitFor();
    assert.equal((await visitor.kept(page, 'storms')).length, 1);
    await press('The same boards again');
    await ready(page);
    assert.equal((await cards(page)).length, 6);
  };
}

tests['a storm cannot be played while a board is drawn or a dialog is open'] = async (visitor) => {
  const page = await visitor.open('#storm?deck=3.3&seed=5');
  // The static page draws without the network.
  const isStatic = (await visitor.lacks(page)) !== null;
  let drawn = 0;
  const ahead = isStatic || page.waitForResponse((response) => response.request().postDataJSON()?.ask === 'pictures' && ++drawn === 2);
  await page.getByRole('button', { name: 'Start' }).click();
  await ready(page);
  await ahead;
  const next = (before) => page.waitForFunction((was) => [...document.querySelectorAll('.board .card')].map((card) => card.dataset.card).join() !== was, before.join());
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  assert.equal(await page.locator('.board').isVisible(), false);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  if (isStatic) return;
  let draw;
  const drawing = new Promise((resolve) => (draw = resolve));
  await page.route('**/ask', async (route) => (await drawing, route.continue()));
  // The second board was drawn ahead, and the third one waits.
  const first = await cards(page);
  await page.keyboard.press('0');
  await next(first);
  const second = await cards(page);
  await page.keyboard.press('0');
  const time = await page.getByRole('timer').textContent();
  await DEVICES.mouse.choose(page, second.slice(0, 2));
  for (let i = 0; i < 3; i++) await page.keyboard.press('0');
  assert.equal(await page.getByRole('timer').textContent(), time);
  draw();
  await next(second);
  assert.equal(await page.locator('.board [aria-pressed="true"]').count(), 0);
};

tests['of the storms of a deck the best ten are kept'] = async (visitor) => {
  const page = await visitor.open('#statistics');
  await page.evaluate(async () => {
    const { put } = await globalThis.part('core/store.js');
    for (let i = 0; i < 12; i++) await put('storms', { id: `x${i}`, deck: '3.4', seed: '1', found: i, longest: 1, mistakes: 0, date: '2026-11-23T10:00:00.000Z' });
    await put('storms', { id: 'other', deck: '4.3', seed: '1', found: 0, longest: 0, mistakes: 0, date: '2026-11-23T10:00:00.000Z' });
  });
  await page.goto(new URL('#storm?deck=3.4', visitor.base).href);
  await page.getByRole('heading', { name: 'Your best storms' }).waitFor();
  const shown = await page.locator('main ol li strong').allTextContents();
  assert.deepEqual(shown, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((found) => `${found} sets`));
  assert.equal((await visitor.kept(page, 'storms')).length, 11);
};
