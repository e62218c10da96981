// The static site without a network: it is installed by the first visit.

import assert from 'node:assert/strict';
import { DEVICES, play, ready } from './table.mjs';

export const tests = {
  'the static site is loaded and played without a network': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=3&goal=2');
    await ready(page);
    if ((await visitor.lacks(page)) === null) return 'this is not the static site';
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.reload();
    const taken = await play(visitor, page, { values: 3, properties: 4 }, DEVICES.mouse);
    assert.equal(taken.length, 2);
    for (const view of ['Puzzle', 'Learn', 'Build', 'Solve', 'Photo', 'Replay', 'Statistics']) {
      await visitor.follow(page.getByRole('link', { name: view, exact: true }).first());
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      assert.equal(await page.getByText('This did not work').count(), 0, view);
    }
  },
};
