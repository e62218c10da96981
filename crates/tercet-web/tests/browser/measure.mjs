// Measures how fast the page is, and prints a line for each figure.
//
//   node measure.mjs TOOLS BROWSER BASE [FIGURE…]
//
// BROWSER is a name on the search path, and BASE the address of a page or the folder of a static one. A figure is one of
// FIGURES; all by default. The camera is measured on one core with `taskset -c 0` before the command. Times are medians in
// milliseconds. A slow visit has 1.6 Mbit/s, a latency of 150 ms and a processor that is four times slower.

import { resolve } from 'node:path';
import { launch } from '../../../tercet-testkit/src/browser.mjs';
import { serve } from './site.mjs';
import { CARDS, drawing, film } from './photograph.mjs';
import { Visitor } from './visitor.mjs';

const [tools, program, where, ...names] = process.argv.slice(2);
const base = where.startsWith('http:') ? where : await serve(resolve(where));
const browser = await launch(tools, program, '--use-fake-device-for-media-stream');
const visitor = new Visitor({ browser, base });
const [VISITS, PICTURES, SECONDS] = [15, 25, 10];

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length / 2) - 1];
const tell = (what, value) => console.log(`${what}: ${value}`);

/** A tab of a browser of its own, slow or not, with the messages of its network. */
async function tab({ isSlow = false, ...options } = {}) {
  const page = await visitor.open('about:blank', { reducedMotion: 'no-preference', ...options });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
  if (isSlow) {
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  return { page, session };
}

/** Visits the page, and returns when its first cards were there, after how many requests. */
async function visit(options) {
  const { page, session } = await tab(options);
  await page.addInitScript(() => {
    const look = () => {
      if (!document.querySelector('.board .card[aria-pressed] svg')) return requestAnimationFrame(look);
      globalThis.requests = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < performance.now()).length + 1;
      globalThis.cardsAt = performance.now();
    };
    requestAnimationFrame(look);
  });
  await page.goto(new URL('#play?deck=3.4&seed=7', base).href);
  await page.waitForFunction(() => globalThis.cardsAt);
  const found = await page.evaluate(() => [globalThis.cardsAt, globalThis.requests]);
  await session.detach();
  await page.context().close();
  return found;
}

/** How many milliseconds the page takes to read a drawing of twelve cards, at the median. */
async function reading(page, width, height) {
  const bytes = [...(await drawing(page, { width, height }))];
  const times = await page.evaluate(async ([bytes, count]) => {
    const { read } = await globalThis.part('photo/reader.js');
    const { drawn } = await globalThis.part('photo/picture.js');
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const found = [];
    for (let i = 0; i < count; i++) {
      const begin = performance.now();
      const { cards } = await read(drawn(image, image.width, image.height), new AbortController().signal);
      if (cards.length !== 12) throw new Error(`${cards.length} cards`);
      found.push(performance.now() - begin);
    }
    return found;
  }, [bytes, PICTURES]);
  return `${median(times).toFixed(0)} ms, of ${PICTURES} pictures`;
}

const FIGURES = {
  visits: async () => {
    for (const [what, options] of [['ready', {}], ['ready, slow', { isSlow: true }]]) {
      await visit(options);
      const visits = [];
      for (let i = 0; i < VISITS; i++) visits.push(await visit(options));
      tell(what, `${median(visits.map(([time]) => time)).toFixed(0)} ms, after at most ${Math.max(...visits.map(([, requests]) => requests))} requests`);
    }
  },

  camera: async () => {
    const { page } = await tab({ permissions: ['camera'] });
    await page.goto(new URL('#statistics', base).href);
    for (const [width, height] of [[1280, 720], [1600, 1200]]) tell(`photograph of ${width} × ${height}`, await reading(page, width, height));
    await film(page, [CARDS]);
    await page.evaluate(() => (location.hash = '#photo'));
    await page.getByRole('button', { name: 'Live camera' }).click();
    await page.getByText('12 cards,').first().waitFor();
    const before = await page.evaluate(() => globalThis.seen.length);
    await page.waitForTimeout(1000 * SECONDS);
    const pictures = (await page.evaluate(() => globalThis.seen.length)) - before;
    tell('camera, 1280 × 720', `${(pictures / SECONDS).toFixed(1)} pictures a second`);
  },
};

for (const name of names.length ? names : Object.keys(FIGURES)) await FIGURES[name]();
await browser.close();
process.exit(0);
