// Every view, as people with different eyes and screens see it: what axe finds, and whether the page
// scrolls sideways.

import assert from 'node:assert/strict';
import { chosen } from './photograph.mjs';
import { served } from './site.mjs';
import { DEVICES, cards, play, ready, watch } from './table.mjs';

const DECK = { values: 3, properties: 4 };

/** The views, and the steps to what they show. */
const VIEWS = {
  play: async (visitor, page) => {
    await go(page, '#play?deck=3.4&seed=7');
    await ready(page);
    await DEVICES.mouse.choose(page, (await cards(page)).slice(0, 3));
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.locator('.card[data-mark~="hint"]').first().waitFor();
  },
  'the end of a game': async (visitor, page) => {
    await go(page, '#play?deck=3.4&seed=7&goal=2');
    await play(visitor, page, DECK, DEVICES.mouse);
  },
  'a race': async (visitor, page) => {
    await go(page, '#play?deck=3.4&seed=7&ghost=bot100.bot10.damaged');
    await ready(page);
    await page.locator('.lane').getByText(/^[1-9] sets?/).first().waitFor();
  },
  'the end of a race': async (visitor, page) => {
    await go(page, '#play?deck=3.4&seed=7&goal=2&ghost=bot100.damaged');
    await play(visitor, page, DECK, DEVICES.mouse);
    await page.getByText('The race, set by set').waitFor();
  },
  'the choice of a race': async (visitor, page) => {
    await go(page, '#play?deck=3.4&seed=7');
    await ready(page);
    await page.getByRole('button', { name: 'Race …' }).click();
    await page.getByLabel('The link to race').waitFor();
  },
  'a large board': async (visitor, page) => {
    await go(page, '#play?deck=10.4&seed=7&goal=layout&start=40');
    await ready(page);
  },
  'the puzzles': (visitor, page) => go(page, '#puzzle?deck=3.4'),
  'the end of a daily puzzle': async (visitor, page) => {
    await go(page, '#puzzle?deck=4.3&day=2026-11-23');
    await ready(page);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('heading', { name: '3 sets not found' }).waitFor();
  },
  'a storm': async (visitor, page) => {
    await go(page, '#storm?deck=3.4&seed=5');
    await page.getByRole('button', { name: 'Start' }).click();
    await ready(page);
    await DEVICES.mouse.choose(page, (await cards(page)).slice(0, 3));
    await page.locator('.card[data-mark~="wrong"]').first().waitFor();
  },
  'the end of a storm': async (visitor, page) => {
    await go(page, '#storm?deck=3.4&seed=5');
    await page.getByRole('button', { name: 'Start' }).click();
    await ready(page);
    const { sets } = await visitor.ask(page, { ask: 'find', board: { deck: DECK, cards: await cards(page) } });
    await DEVICES.mouse.choose(page, sets[0]);
    for (let skipped = 0; skipped < 18; skipped++) await page.keyboard.press('0');
    await page.getByRole('heading', { name: '1 set in the storm' }).waitFor();
  },
  'a puzzle': async (visitor, page) => {
    await go(page, '#puzzle?deck=3.4&seed=7&cards=12&sets=2');
    await ready(page);
  },
  ...Object.fromEntries([1, 4, 7].map((step) => [`step ${step} of learning`, (visitor, page) => go(page, `#learn?step=${step}`)])),
  build: (visitor, page) => go(page, '#build?deck=3.4'),
  'the boards of a class': (visitor, page) => go(page, '#class?deck=3.2&boards=00.01.02.11_00.11.22.12'),
  'the results of a class': (visitor, page) => go(page, '#class?deck=3.2&boards=00.01.02.11&results=1'),
  solve: (visitor, page) => go(page, '#solve?deck=3.4'),
  'a photograph': async (visitor, page) => {
    await chosen(page);
    await page.getByRole('button', { name: 'All sets' }).click();
    await page.locator('.overlay .ring').first().waitFor();
  },
  'a hint on a photograph': async (visitor, page) => {
    await chosen(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByRole('status').locator('[role=img]').waitFor();
  },
  'the question what a card is': async (visitor, page) => {
    await chosen(page);
    await page.locator('.spot.doubtful').first().click();
    await page.getByText('Another card').click();
    await page.getByRole('dialog').locator('[data-card="0000"]').waitFor();
  },
  replay: async (visitor, page) => {
    await go(page, '#replay');
    await watch(page, visitor.record());
    await page.getByText(/Proved: /).waitFor();
    await page.locator('.board .card').first().waitFor();
  },
  statistics: async (visitor, page) => {
    await go(page, '#play?deck=3.4&seed=8&goal=2');
    await play(visitor, page, DECK, DEVICES.mouse);
    await go(page, '#statistics');
    await page.getByRole('heading', { name: 'Finished games' }).waitFor();
  },
  'the choice of a deck': async (visitor, page) => {
    await go(page, '#statistics');
    await page.getByRole('button', { name: /choose another/ }).click();
    await page.locator('.samples figure').first().waitFor();
  },
  'the settings': async (visitor, page) => {
    await go(page, '#statistics');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.locator('.samples figure').first().waitFor();
  },
};

/** Goes to a link, and waits for what it shows. */
async function go(page, link) {
  await page.evaluate((hash) => (location.hash = hash), link);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

const EYES = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { forcedColors: 'active' },
};

/** Without a service worker, which would answer before the stand-in for the reader of photographs. */
const ALONE = { serviceWorkers: 'block' };

/** Shows a view. */
async function show(visitor, view, options) {
  const page = await visitor.open('#statistics', { ...ALONE, ...options });
  await VIEWS[view](visitor, page);
  return page;
}

/** Targets below this size are hard to hit with a finger; those in a line of text are as high as it. */
const TARGET = 44;

export const tests = {};

for (const view of Object.keys(VIEWS)) {
  // The static page shows the same, but for what Solve says that it lacks.
  const which = view === 'solve' ? (test) => test : served;

  tests[`${view} is accessible`] = which(async (visitor) => {
    const page = await show(visitor, view);
    const found = [];
    for (const [eye, media] of Object.entries(EYES)) {
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media });
      for (const words of await visitor.inspect(page)) found.push(`${eye}: ${words}`);
    }
    assert.deepEqual(found, []);
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
  });

  tests[`${view} fits every screen`] = which(async (visitor) => {
    const page = await show(visitor, view, { width: 320, height: 700 });
    for (const width of [320, 390, 768, 1400]) {
      await page.setViewportSize({ width, height: 700 });
      const seen = await page.evaluate((least) => {
        for (const details of document.querySelectorAll('main details')) details.open = true;
        const { scrollWidth, clientWidth } = document.documentElement;
        const targets = [...document.querySelectorAll('button:not(.card), select, input:not([type="checkbox"], [type="radio"]), a.button, summary')];
        const small = targets.filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < least - 0.5);
        return { wider: scrollWidth - clientWidth, small: small.map((target) => target.outerHTML.slice(0, 100)) };
      }, TARGET);
      assert.deepEqual(seen, { wider: 0, small: [] }, `${width} pixels`);
    }
  });
}
