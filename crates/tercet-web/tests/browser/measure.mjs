// Measures how fast the page is, and prints a line for each figure.
//
//   node measure.mjs TOOLS BROWSER BASE [FIGURE…]
//
// BASE is the address of a page or the folder of a static one, as for run.mjs. A figure is one of FIGURES; all by
// default. The camera is measured on one core with `taskset -c 0` before the command. Times are in milliseconds: medians of cold
// visits, and what 95 of 100 clicks or frames do not exceed. A slow visit has 1.6 Mbit/s, a latency of 150 ms and a
// processor that is four times slower.

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { serve } from './site.mjs';
import { CARDS, drawing, film } from './photograph.mjs';
import { cards, ready } from './table.mjs';
import { Visitor } from './visitor.mjs';

const [tools, executablePath, where, ...names] = process.argv.slice(2);
const { chromium } = createRequire(resolve(tools, 'node_modules', 'run.mjs'))('playwright-core');
const base = where.startsWith('http:') ? where : await serve(resolve(where));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream'] });
const visitor = new Visitor({ browser, base });
const DECK = { values: 3, properties: 4 };
const [VISITS, SETS, PICTURES, SECONDS] = [15, 100, 25, 10];

const part = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * share) - 1];
const tell = (what, value) => console.log(`${what}: ${value}`);

/** A tab of a browser of its own, slow or not, with the messages of its network. */
async function tab({ isSlow = false, isSlower = isSlow, ...options } = {}) {
  const page = await visitor.open('about:blank', { reducedMotion: 'no-preference', ...options });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
  if (isSlow) await session.send('Network.emulateNetworkConditions', network);
  if (isSlower) await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
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

/** Takes sets, and returns what the page measures meanwhile. */
async function take({ page }) {
  await page.goto(new URL('#play?deck=3.4&seed=7', base).href);
  await ready(page);
  await page.waitForTimeout(2000);
  await page.evaluate(() => {
    globalThis.found = { click: [], verdict: [], frame: [] };
    const framed = (act) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = act; port2.postMessage(0); });
    let [clicked, until, last] = [0, 0, 0];
    addEventListener('click', ({ timeStamp }) => {
      clicked = timeStamp;
      framed(() => globalThis.found.click.push(performance.now() - timeStamp));
    }, { capture: true });
    new MutationObserver((changes) => {
      if (!changes.some(({ addedNodes }) => [...addedNodes].some(({ nodeName }) => nodeName === 'STRONG'))) return;
      const from = clicked;
      framed(() => globalThis.found.verdict.push(performance.now() - from));
    }).observe(document.querySelector('.said'), { childList: true, subtree: true });
    const tick = (now) => {
      if (document.getAnimations().some(({ playState }) => playState === 'running')) {
        if (until) globalThis.found.frame.push(now - last);
        until = now;
      } else until = 0;
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  for (let i = 0; i < SETS; i++) {
    const { sets } = await visitor.ask(page, { ask: 'find', board: { deck: DECK, cards: await cards(page) } });
    const wrong = (await cards(page)).slice(0, 3);
    const chosen = i % 2 && sets.length ? sets[0] : wrong;
    for (const card of chosen) await page.locator(`.board [data-card="${card}"]`).click({ timeout: 5000 }).catch(() => {});
    await page.waitForTimeout(400);
    if (!(await page.getByRole('button', { name: 'Hint', exact: true }).isVisible())) break;
  }
  return page.evaluate(() => globalThis.found);
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
  return `${part(times, 0.5).toFixed(0)} ms, of ${PICTURES} pictures`;
}

const FIGURES = {
  visits: async () => {
    for (const [what, options] of [['ready', {}], ['ready, slow', { isSlow: true }]]) {
      await visit(options);
      const visits = [];
      for (let i = 0; i < VISITS; i++) visits.push(await visit(options));
      tell(what, `${part(visits.map(([time]) => time), 0.5).toFixed(0)} ms, after at most ${Math.max(...visits.map(([, requests]) => requests))} requests`);
    }
  },

  motions: async () => {
    const usual = await take(await tab());
    tell('click to next frame', `${part(usual.click, 0.95).toFixed(1)} ms of ${usual.click.length}`);
    tell('click to verdict', `${part(usual.verdict, 0.95).toFixed(1)} ms of ${usual.verdict.length}`);
    const slower = await take(await tab({ isSlower: true }));
    tell('frames of motions, processor four times slower', `${part(slower.frame, 0.95).toFixed(1)} ms of ${slower.frame.length}`);
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
