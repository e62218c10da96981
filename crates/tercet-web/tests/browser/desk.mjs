// The desk: the board between the clock and the moves. What is in sight, what stays where it is, keys and motions.

import assert from 'node:assert/strict';
import { DEVICES, cards, play, ready } from './table.mjs';

const DECK = { values: 3, properties: 4 };
const WINDOWS = [
  [320, 480], [360, 640], [390, 664], [414, 896], [600, 960], [667, 375], [768, 954], [844, 390], [960, 600], [1024, 700],
  [1029, 800], [1280, 600], [1366, 650], [1400, 900], [1536, 730], [1920, 950], [3840, 2000],
];

/** Where the cards lie, as `x y width height`. */
const places = (page) =>
  page.locator('.board .card').evaluateAll((all) => all.map((card) => card.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')));

/** The cards that are not whole in sight. */
const hidden = (page) =>
  page.locator('.board .card').evaluateAll((all) =>
    all.flatMap((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      const points = [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]];
      const isSeen = left >= 0 && top >= 0 && points.every(([x, y]) => document.elementFromPoint(x, y)?.closest('.card') === card);
      return isSeen ? [] : [card.dataset.card];
    }),
  );

export const tests = {
  'all cards are in sight in every window, and no row has fewer than the others': async (visitor) => {
    const page = await visitor.open('#statistics', { hasTouch: true });
    for (const count of [12, 15, 18, 21]) {
      await page.evaluate((hash) => (location.hash = hash), `#play?deck=3.4&seed=7&goal=layout&start=${count}`);
      await page.waitForFunction((count) => document.querySelectorAll('.board .card').length === count, count);
      for (const [width, height] of WINDOWS) {
        await page.setViewportSize({ width, height });
        await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))));
        const where = `${count} cards at ${width}×${height}`;
        assert.deepEqual(await hidden(page), [], where);
        const tops = (await places(page)).map((place) => place.split(' ')[1]);
        const rows = [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
        assert.equal(new Set(rows).size, 1, `${where}: rows of ${rows}`);
        const buttons = await page.locator('.moves button').evaluateAll((all) => all.map((button) => button.getBoundingClientRect().bottom));
        assert.ok(Math.max(...buttons) <= height, `${where}: the moves are below the window`);
      }
    }
  },

  'at a zoom of 400 % whole cards are in sight, and the moves can be reached': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=7', { width: 320, height: 256 });
    await ready(page);
    assert.ok((await hidden(page)).length <= 10);
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.locator('.said').getByText('This card is in a set.').waitFor();
    // What is shown anew meanwhile, such as the best time, leaves it there.
    await page.keyboard.press('p');
    await page.keyboard.press('p');
    await page.locator('.said').getByText('This card is in a set.').waitFor();
  },

  'a large board scrolls, and the moves never cover a card': async (visitor) => {
    const page = await visitor.open('#play?deck=10.4&seed=7&goal=layout&start=110');
    await ready(page);
    for (const [width, height] of [[320, 480], [844, 390], [1400, 900]]) {
      await page.setViewportSize({ width, height });
      const last = page.locator('.board .card').last();
      await last.scrollIntoViewIfNeeded();
      assert.ok(!(await hidden(page)).includes(await last.getAttribute('data-card')), `${width}×${height}`);
      assert.equal(await page.evaluate(() => scrollY), 0);
    }
  },

  'nothing moves the board': async (visitor) => {
    for (const [width, height] of [[390, 664], [844, 390], [768, 954], [1366, 650]]) {
      const page = await visitor.open('#play?deck=3.4&seed=3&goal=2', { width, height });
      await play(visitor, page, DECK, DEVICES.mouse);
      // The best time of such games is shown a moment after the deal.
      await page.evaluate(() => (location.hash = '#play?deck=3.4&seed=7&goal=2'));
      await page.waitForFunction(() => document.querySelectorAll('.board .card').length === 12);
      const before = await places(page);
      await page.locator('.counts').getByText('best').waitFor({ state: 'attached' });
      assert.deepEqual(await places(page), before, 'the best time');
      await page.keyboard.press('?');
      await page.locator('.card[data-mark~="hint"]').first().waitFor();
      await page.getByRole('region', { name: 'Hint' }).waitFor({ state: 'attached' });
      assert.deepEqual(await places(page), before, 'a hint');
      const { sets } = await visitor.ask(page, { ask: 'list', board: { deck: DECK, cards: await cards(page) } });
      const other = (await cards(page)).find((card) => !sets[0].includes(card));
      for (const card of [...sets[0].slice(0, 2), other]) await page.locator(`.board [data-card="${card}"]`).dispatchEvent('click');
      await page.locator('.reasons').first().waitFor({ state: 'attached' });
      assert.deepEqual(await places(page), before, 'a wrong choice');
    }
  },

  'keys belong to places on a keyboard of any layout': async (visitor) => {
    const page = await visitor.open('#statistics', { width: 1366, height: 650 });
    await page.context().addInitScript(() => {
      const layout = new Map([['KeyQ', 'a'], ['KeyA', 'q'], ['KeyW', 'z'], ['KeyZ', 'w'], ['KeyM', ',']]);
      Object.defineProperty(navigator, 'keyboard', { value: { getLayoutMap: async () => layout } });
    });
    await page.reload();
    await page.evaluate(() => (location.hash = '#play?deck=3.4&seed=7'));
    await ready(page);
    const keys = () => page.locator('.board .card').evaluateAll((all) => {
      const placed = all.map((card) => ({ ...card.getBoundingClientRect().toJSON(), key: card.dataset.key }));
      return placed.sort((a, b) => a.y - b.y || a.x - b.x).map(({ key }) => key).join('');
    });
    assert.equal(await keys(), 'azerqsdfwxcv');
    await page.keyboard.press('KeyZ');
    const third = page.locator('.board .card').nth(2);
    assert.equal(await third.getAttribute('aria-pressed'), 'true');
  },

  'a wrong choice has its reasons at once, without the engine': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&cards=0000.0001.0012.1111.2222');
    await ready(page);
    await page.waitForLoadState('networkidle');
    await page.route('**/ask', (route) => route.abort());
    await DEVICES.mouse.choose(page, ['0000', '0001', '0012']);
    const said = 'Not a set. shading: two solid, one hatched';
    assert.match(await page.locator('.said').textContent(), new RegExp(said));
    await page.getByRole('region', { name: 'Verdict' }).getByText('✗ two solid, one hatched').waitFor();
    await page.locator('#live').getByText(said).waitFor();
  },

  'cards come, go and shake with a motion, unless motions are reduced': async (visitor) => {
    for (const reducedMotion of ['no-preference', 'reduce']) {
      const page = await visitor.open('#play?deck=3.4&seed=7', { reducedMotion });
      await page.evaluate(() => {
        globalThis.motions = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...all) {
          const motion = animate.apply(this, all);
          globalThis.motions.push([this.className, motion.effect.getTiming().duration]);
          return motion;
        };
      });
      await play(visitor, page, DECK, DEVICES.mouse, 1);
      const { sets } = await visitor.ask(page, { ask: 'list', board: { deck: DECK, cards: await cards(page) } });
      const other = (await cards(page)).find((card) => !sets[0].includes(card));
      await DEVICES.mouse.choose(page, [...sets[0].slice(0, 2), other]);
      const motions = await page.evaluate(() => globalThis.motions);
      const moved = (name) => motions.filter(([kind]) => kind === name).length;
      if (reducedMotion === 'reduce') assert.deepEqual(motions, []);
      else assert.ok(moved('ghost') === 3 && moved('card') >= 6, JSON.stringify(motions));
      assert.ok(motions.every(([, time]) => time >= 150 && time <= 250));
      await page.waitForFunction(() => !document.querySelector('.ghost'));
    }
  },

  'a focused card shows that it is chosen or in a hint': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=7');
    await ready(page);
    await page.keyboard.press('?');
    const hinted = page.locator('.card[data-mark~="hint"]');
    await hinted.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await hinted.focus();
    const outlines = () => hinted.evaluate((card) => [card, card.firstElementChild].map((one) => getComputedStyle(one).outlineStyle));
    assert.deepEqual(await outlines(), ['solid', 'dashed']);
    await page.keyboard.press('Space');
    const chosen = await hinted.evaluate((card) => getComputedStyle(card.firstElementChild).outlineWidth);
    assert.equal(chosen, '4px');
  },

  'on a full screen there is nothing but the desk, with larger cards': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=7', { width: 1366, height: 650 });
    await ready(page);
    const widthOf = async () => (await page.locator('.board .card').first().boundingBox()).width;
    const before = await widthOf();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.locator('header').waitFor({ state: 'hidden' });
    await page.waitForFunction((before) => document.querySelector('.board .card').getBoundingClientRect().width > before, before);
    assert.deepEqual(await hidden(page), []);
    assert.equal(await page.locator('.side').isVisible(), false);
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.locator('header').waitFor();
    await page.waitForFunction((before) => document.querySelector('.board .card').getBoundingClientRect().width === before, before);
  },

  'on a phone the views are a menu, and every state of the desk is accessible': async (visitor) => {
    const page = await visitor.open('#puzzle?deck=3.4&seed=11&cards=12&sets=6', { hasTouch: true, isMobile: true, width: 390, height: 664 });
    await ready(page);
    const inspect = async (state) => {
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await visitor.inspect(page), [], `${state}, ${colorScheme}`);
      }
    };
    const menu = page.getByRole('button', { name: 'Puzzle: go to another view' });
    assert.equal(await page.getByRole('link', { name: 'Learn' }).count(), 0);
    await menu.tap();
    await page.getByRole('link', { name: 'Learn' }).waitFor();
    await inspect('the menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Pause' }).tap();
    await page.getByText('Paused: the cards are hidden').waitFor();
    await inspect('a pause');
    await page.getByRole('button', { name: 'Resume' }).tap();
    await DEVICES.touch.choose(page, (await cards(page)).slice(0, 3));
    await inspect('a choice');
    await page.getByRole('button', { name: 'Give up' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).tap();
    await page.getByRole('heading', { name: /not found/ }).waitFor();
    await inspect('the end');
    await menu.tap();
    await visitor.follow(page.getByRole('link', { name: 'Learn' }));
    await page.getByRole('button', { name: 'Learn: go to another view' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Solve' }).count(), 0, 'the menu is closed');
  },
};
