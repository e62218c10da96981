// Inspects a page in a browser, as narrow as a telephone and as wide as a desktop, light and dark,
// and reports problems: violations found by axe, horizontal scrolling, text that is too small, a
// script, or a request for another resource.
//
//   npm install --prefix DIR axe-core playwright-core
//   node page.mjs DIR BROWSER PAGE.html
//
// The exit status is 0 without problems, else 1.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [directory, browser, file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node page.mjs DIR BROWSER PAGE.html');
  process.exit(2);
}
const require = createRequire(resolve(directory, 'node_modules', 'page.mjs'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const executablePath = process.env.PATH.split(delimiter)
  .map((folder) => join(folder, browser))
  .find((path) => existsSync(path));

const SMALLEST = 17;
const address = pathToFileURL(resolve(file)).href;
const wrong = [];
const profile = mkdtempSync(join(tmpdir(), 'page-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath,
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
  ],
});
try {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
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
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
for (const line of new Set(wrong)) console.log(line);
process.exit(wrong.length > 0 ? 1 : 0);
