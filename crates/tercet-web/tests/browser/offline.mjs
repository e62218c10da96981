// The static site without a network: it is installed by the first visit.

import assert from 'node:assert/strict';
import { unserved } from './site.mjs';
import { DEVICES, cards, play, ready } from './table.mjs';

export const tests = {
  'the static site is loaded and played without a network': unserved(async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=3&goal=2');
    await ready(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.reload();
    const taken = await play(visitor, page, { values: 3, properties: 4 }, DEVICES.mouse);
    assert.equal(taken.length, 2);
    const views = await page.locator('#views a').allTextContents();
    assert.ok(views.length >= 8);
    for (const view of views.reverse()) {
      await visitor.follow(page.locator('#views').getByRole('link', { name: view, exact: true }));
      await page.locator('main h1, main .board').first().waitFor();
      assert.equal(await page.getByText('This did not work').count(), 0, view);
    }
  }),

  'a wrong address of the static site leads to the page': unserved(async (visitor) => {
    const page = await visitor.open('#statistics');
    const answer = await page.goto(new URL('no/such/page?a=b', visitor.base).href);
    assert.equal(answer?.status(), 404);
    assert.match(answer.headers()['content-security-policy'] ?? '', /^(default-src 'none';.*)?$/);
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('header')).display), 'flex');
    assert.deepEqual(await visitor.inspect(page), []);
    await page.getByRole('link', { name: /^Play/ }).click();
    await ready(page);
    assert.equal((await cards(page)).length, 12);
    // The browser reports the answer 404 by itself.
    visitor.wrong = visitor.wrong.filter((text) => !text.includes('404'));
  }),
};
