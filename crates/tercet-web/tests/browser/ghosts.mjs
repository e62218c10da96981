// Races against ghosts and bots.

import assert from 'node:assert/strict';
import { DEVICES, cards, play, ready, result, watch } from './table.mjs';

const DECK = { values: 3, properties: 4 };
const GAME = '#play?deck=3.4&seed=7&goal=3';
/** The milliseconds after which any ghost has finished. */
const HOUR = 3_600_000;

/** The lane of each who races, as its text. */
const lane = (page) => page.getByRole('list', { name: 'Race' }).getByRole('listitem');
const compared = (page) => page.getByRole('region', { name: 'Times of the sets' });

/** The text of a ghost of a game to three sets that takes the first set of the engine after each of these times. */
async function ghostOf(page, { name = 'Ann', link = GAME, times = [100, 200, 300], forge = [] } = {}) {
  return page.evaluate(async ([link, name, times, forge]) => {
    const load = (path) => globalThis.part(`${path}.js`);
    const [{ pack }, { begun, judgeOf, setsOn }, { after }, { readSetup }, { readLink }] =
      await Promise.all(['ghost/pack', 'ghost/judge', 'ghost/replayed', 'play/play', 'core/link'].map(load));
    const setup = readSetup(readLink(link).params, null);
    const { signal } = new AbortController();
    let game = await begun(setup, signal);
    const moves = [];
    for (const at of times) {
      moves.push({ kind: 'set', at, cards: (await setsOn(game, signal))[0] });
      game = await after(game, moves.at(-1), judgeOf(signal));
    }
    return pack(setup.deck, link, { name, moves: [...moves, ...forge] });
  }, [link, name, times, forge]);
}

/** Uses a button of the dialog for races. */
async function choose(visitor, page, name, press = (button) => button.click()) {
  await press(page.getByRole('button', { name: 'Race …' }));
  await visitor.elsewhere(page, () => press(page.getByRole('dialog').getByRole('button', { name })));
  await ready(page);
}

/** The link that the end of a game gives. */
async function linkOf(page) {
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('not here'))));
  await page.getByRole('button', { name: 'Copy a link to race me' }).click();
  const link = await page.getByLabel('Copy a link to race me').inputValue();
  return link.slice(link.indexOf('#'));
}

/** Walks by Tab until the focus is on what has this name. */
async function tabTo(page, name) {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => (document.activeElement.textContent || document.activeElement.labels?.[0]?.textContent).trim() === wanted, name)) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

export const tests = {
  'a race by keyboard alone, from one friend to the next': async (visitor) => {
    const { keyboard } = DEVICES;
    const ann = await visitor.open(GAME);
    const taken = await play(visitor, ann, DECK, keyboard);
    await tabTo(ann, 'Your name');
    await ann.keyboard.type('Ann');
    await tabTo(ann, 'Copy a link to race me');
    const link = await linkOf(ann);
    assert.ok(link.startsWith(`${GAME}&ghost=`) && link.length < 100, link);
    const bob = await visitor.timed(link);
    await ready(bob);
    await lane(bob).getByText('Ann', { exact: true }).waitFor();
    await bob.keyboard.press('p');
    // The lane is shown ten times a second.
    await bob.clock.runFor(200);
    const before = await lane(bob).textContent();
    await bob.clock.runFor(60_000);
    assert.equal(await lane(bob).textContent(), before, 'ghosts wait while the clock stands');
    await bob.keyboard.press('p');
    await bob.clock.fastForward(HOUR);
    await play(visitor, bob, DECK, keyboard);
    await compared(bob).waitFor();
    await result(bob).getByText(/^Ann beat you by /).waitFor();
    assert.equal(await compared(bob).getByRole('row').count(), 1 + taken.length);
    // The next link has both. Where the same cards were played already, it shows how all of them compare.
    await ann.goto(new URL(await linkOf(bob), visitor.base).href);
    await compared(ann).waitFor();
    assert.equal(await compared(ann).getByRole('columnheader').count(), 4);
  },

  'a bot is raced by touch alone, and plays the same game each time': async (visitor) => {
    const { touch } = DEVICES;
    const page = await visitor.open(GAME, touch.options);
    await ready(page);
    const tap = (button) => button.tap();
    await choose(visitor, page, 'Expert', tap);
    await lane(page).getByText(/^Expert bot$/).waitFor();
    const columns = [];
    for (let game = 0; game < 2; game++) {
      await play(visitor, page, DECK, touch);
      const rows = await compared(page).getByRole('row').allInnerTexts();
      columns.push(rows.slice(1).map((row) => row.split('\t').at(-1).split(' ')[0]).filter((time) => time !== '–').sort());
      if (game === 0) await page.getByRole('button', { name: 'The same cards again' }).tap();
    }
    assert.equal(columns[0].length, 3);
    assert.deepEqual(columns[1], columns[0]);
    await page.getByRole('button', { name: 'New game' }).first().tap();
    await page.waitForFunction(() => !/seed=7\b/.test(location.hash));
    await lane(page).getByText(/^Expert bot$/).waitFor();
  },

  'bots play any deck': async (visitor) => {
    for (const link of ['#play?deck=4.3&seed=3&ghost=bot100', '#play?deck=10.4&seed=3&ghost=bot100', '#play?deck=3.2&seed=3&until=set&ghost=bot100', ...['chain', 'shuffle', 'memory'].map((name) => `#play?deck=3.4&seed=3&goal=4&variant=${name}&ghost=bot100`), '#puzzle?deck=3.4&seed=7&cards=12&sets=%3F&ghost=bot100']) {
      const page = await visitor.open(link);
      await ready(page);
      await page.getByText('Give up').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
      await result(page).getByText(/^Bot 100 finished in .*; you found 0 sets\.$/).waitFor();
    }
  },

  'sets fall in time, and lie face down while they would be hints': async (visitor) => {
    const page = await visitor.open(GAME);
    await ready(page);
    const ghost = await ghostOf(page, { times: [10, 20, HOUR] });
    await page.goto(new URL(`${GAME}&ghost=${ghost}`, visitor.base).href);
    await lane(page).getByText('2 sets', { exact: true }).waitFor();
    await lane(page).getByText('2 ahead').waitFor();
    assert.deepEqual([await lane(page).locator('i').count(), await lane(page).locator('.thumbs').count()], [2, 0]);
    const { sets } = await visitor.ask(page, { ask: 'list', board: { deck: DECK, cards: await cards(page) } });
    await DEVICES.mouse.choose(page, sets[0]);
    await lane(page).locator('.thumbs').first().waitFor();
    await lane(page).getByText('1 ahead').waitFor();
  },

  'a forged ghost is named and shows nothing': async (visitor) => {
    const page = await visitor.open(GAME);
    await ready(page);
    const claim = await ghostOf(page, { times: [1000], forge: [{ kind: 'none', at: 2000 }] });
    const late = await ghostOf(page, { name: '', forge: [{ kind: 'hint', stage: 1, at: 400 }] });
    await page.goto(new URL(`${GAME}&ghost=${claim}.${late}.nonsense.${late.replace(/.$/, '0')}`, visitor.base).href);
    await lane(page).getByText('forged: its claim of no set, at 0:02.0, is false: there is one').waitFor();
    await lane(page).getByText('forged: its hint, at 0:00.4, comes after the end of the game').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.lane .bad').length === 4);
    assert.equal(await lane(page).getByText(/^damaged: /).count(), 2);
    assert.equal(await lane(page).locator('.thumbs, i').count(), 0);
    await play(visitor, page, DECK, DEVICES.mouse);
    await page.getByText(/^Ann: forged: /).waitFor();
    assert.equal((await linkOf(page)).split('.').length, GAME.split('.').length, 'none of them is passed on');
  },

  'one races oneself, and a link is added to the race': async (visitor) => {
    const page = await visitor.open(GAME);
    await play(visitor, page, DECK, DEVICES.mouse);
    await choose(visitor, page, 'Race your best with these cards');
    await lane(page).getByText('My game', { exact: true }).waitFor();
    const ghost = await ghostOf(page, { name: 'Cyd' });
    await page.getByRole('button', { name: 'Race …' }).click();
    await page.getByLabel('The link to race').fill('hello');
    await page.getByRole('button', { name: 'Race this link' }).click();
    await page.getByRole('alert').getByText(/^This link has no ghost/).waitFor();
    await page.getByLabel('The link to race').fill(`https://example.org/page/${GAME}&ghost=${ghost}.bot30`);
    await visitor.elsewhere(page, () => page.getByRole('button', { name: 'Race this link' }).click());
    await lane(page).getByText('Cyd', { exact: true }).waitFor();
    assert.equal(await lane(page).count(), 3);
    // The race goes on where it was left.
    await page.goto(new URL('#statistics', visitor.base).href);
    await page.getByRole('navigation').getByRole('link', { name: 'Play', exact: true }).click();
    await lane(page).getByText('Cyd', { exact: true }).waitFor();
    await choose(visitor, page, 'Play alone');
    assert.equal(await lane(page).count(), 0);
  },

  'records and games of this browser become ghosts': async (visitor) => {
    const page = await visitor.timed('#replay');
    await watch(page, visitor.record('5', '--goal', '4'));
    await page.getByText(/Proved: /).waitFor();
    await page.getByRole('button', { name: 'Race against this game' }).click();
    await ready(page);
    assert.equal(await page.evaluate(() => location.hash.split('&ghost=')[0]), '#play?deck=3.4&seed=5&goal=4');
    await lane(page).getByText('hybrid', { exact: true }).waitFor();
    await lane(page).getByText(/^\d sets?$/).waitFor();
    await page.clock.fastForward(HOUR);
    await play(visitor, page, DECK, DEVICES.mouse);
    await result(page).getByText(/^hybrid beat you by /).waitFor();
    await visitor.follow(result(page).getByRole('link', { name: 'Replay' }));
    await page.getByRole('button', { name: 'Race against this game' }).click();
    await ready(page);
    await lane(page).getByText('My game', { exact: true }).waitFor();
  },

  'a lane of four shows whole words on a phone on its side': async (visitor) => {
    const page = await visitor.open(`${GAME}&ghost=bot100.bot50.bot75.x`, { width: 844, height: 390 });
    await ready(page);
    await lane(page).getByText(/^\d+ sets?$/).nth(2).waitFor();
    const cut = await page.evaluate(() => [...document.querySelectorAll('.lane li')].flatMap((line) => {
      const end = line.getBoundingClientRect().right;
      return [...line.children].filter((part) => !part.matches('.fallen') && part.getBoundingClientRect().right > end + 1).map((part) => part.textContent);
    }));
    assert.deepEqual(cut, []);
    assert.match(await lane(page).last().getAttribute('title'), /^damaged: /);
  },

  'a lane never moves the board': async (visitor) => {
    const page = await visitor.open(GAME);
    await ready(page);
    const ghost = await ghostOf(page, { times: [700, 1400, 2100] });
    const link = `${GAME}&ghost=${ghost}.bot100.${ghost.slice(1)}`;
    for (const [width, height] of [[390, 664], [844, 390], [1366, 650], [320, 480]]) {
      const race = await visitor.open(link, { width, height });
      await ready(race);
      const place = () => race.locator('.board').evaluate((board) => JSON.stringify(board.getBoundingClientRect()));
      const before = await place();
      await race.waitForFunction(() => document.querySelector('.lane')?.textContent.includes('done'));
      assert.equal(await place(), before, `${width}×${height}`);
      const over = await race.evaluate(() => {
        const [lane, field] = ['.lane', '.field'].map((name) => document.querySelector(name).getBoundingClientRect());
        return lane.right > field.left && lane.left < field.right && lane.bottom > field.top && lane.top < field.bottom;
      });
      assert.equal(over, false, `${width}×${height}`);
      const hidden = await race.evaluate(() => [...document.querySelectorAll('.board .card')].filter((card) => card.getBoundingClientRect().bottom > innerHeight).length);
      assert.equal(hidden, 0, `${width}×${height}`);
    }
  },
};
