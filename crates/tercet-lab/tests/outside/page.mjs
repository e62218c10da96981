// Inspects a page in a browser, as narrow as a telephone and as wide as a desktop, light and dark,
// and reports problems: violations found by axe, horizontal scrolling, text that is too small, a
// script, or a request for another resource.
//
//   npm install --prefix DIR axe-core playwright-core
//   node page.mjs DIR BROWSER PAGE.html
//
// The exit status is 0 without problems, else 1.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Programs, launch, packages } from '../../../tercet-testkit/src/browser.mjs';

const [folder, program, file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node page.mjs DIR BROWSER PAGE.html');
  process.exit(2);
}
const axe = readFileSync(packages(folder).resolve('axe-core/axe.min.js'), 'utf8');

const SMALLEST = 17;
const address = pathToFileURL(resolve(file)).href;

/** Finds problems of the page. */
async function inspect({ browser, died }) {
  const wrong = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  page.on('crash', () => died('the page'));
  page.on('request', (request) => {
    if (request.url() !== address) wrong.push(`asks for ${request.url()}`);
  });
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [400, 800, 1400]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 1000 });
      await page.goto(address);
      const seen = await page.evaluate((smallest) => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        const { scrollWidth, clientWidth } = document.documentElement;
        const texts = [...document.querySelectorAll('body *:not(svg, svg *)')];
        const size = (element) => parseFloat(getComputedStyle(element).fontSize);
        const small = texts.filter((text) => text.textContent.trim() && size(text) < smallest);
        return {
          wider: scrollWidth - clientWidth,
          small: small.map((text) => `${text.tagName} ${size(text)}`),
          scripts: document.scripts.length,
        };
      }, SMALLEST);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const here = `${colorScheme}, ${width} pixels`;
      if (seen.wider > 0) wrong.push(`${here}: ${seen.wider} pixels too wide`);
      if (seen.scripts > 0) wrong.push(`${here}: ${seen.scripts} scripts`);
      for (const text of new Set(seen.small)) wrong.push(`${here}: small text: ${text} pixels`);
      for (const { id, help, nodes } of violations) {
        wrong.push(`${here}: ${id}: ${help}: ${nodes[0].html.slice(0, 200)}`);
      }
    }
  }
  // Content wider than the paper (A4 less its margins) makes the browser shrink the whole page.
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await page.setViewportSize({ width: 673, height: 1000 });
  await page.goto(address);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > 673) wrong.push(`printed: ${wide - 673} pixels too wide`);
  return wrong;
}

const programs = new Programs(async (died) => {
  const browser = await launch(folder, program);
  browser.on('disconnected', () => died('the browser'));
  return { browser, end: () => browser.close() };
});
const wrong = await programs.run('the page of a report', inspect);
await programs.end();
for (const line of new Set(wrong)) console.log(line);
process.exit(wrong.length > 0 ? 1 : 0);
