// Runs the tests of the page in a browser, one after the other, and says how each ended.
//
//   npm install --prefix TOOLS axe-core playwright-core
//   node run.mjs TOOLS BROWSER BASE TERCET [NAME…]
//
// BASE is the address of the page, such as that of `tercet serve`, or a folder of static files, whose
// engine is WebAssembly. TERCET is the command line that answers beside it. With names, only the tests
// whose names contain one of them are run. The exit status is 0 if all passed, and 1 else.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { serve } from './site.mjs';
import { Visitor } from './visitor.mjs';

const [tools, program, where, tercet, ...names] = process.argv.slice(2);
if (tercet === undefined) {
  console.error('usage: node run.mjs TOOLS BROWSER BASE TERCET [NAME…]');
  process.exit(2);
}
const require = createRequire(resolve(tools, 'node_modules', 'run.mjs'));
const { chromium } = require('playwright-core');
const folders = process.env.PATH.split(delimiter);
const executablePath = folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
const base = where.startsWith('http:') ? where : await serve(resolve(where));
// The browser simulates the camera.
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--use-fake-device-for-media-stream'];
const browser = await chromium.launch({ executablePath, args });

const suites = ['games', 'desk', 'ghosts', 'daily', 'keeping', 'failing', 'records', 'boards', 'class', 'photos', 'dialogs', 'views', 'offline'];
const modules = await Promise.all(suites.map((suite) => import(`./${suite}.mjs`)));
const tests = modules.flatMap(({ tests }) => Object.entries(tests));
const chosen = tests.filter(([name]) => !names.length || names.some((part) => name.includes(part)));

let [passed, failed, skipped] = [0, 0, 0];
for (const [name, test] of chosen) {
  const visitor = new Visitor({ browser, base, tercet, axe: require.resolve('axe-core/axe.min.js') });
  const begin = performance.now();
  try {
    const reason = await test(visitor);
    visitor.check();
    if (reason === undefined) passed += 1;
    else skipped += 1;
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(reason === undefined ? `ok ${name} (${seconds} s)` : `skipped ${name}: ${reason}`);
  } catch (error) {
    failed += 1;
    console.log(`not ok ${name}: ${error.stack}`);
    await visitor.tell(name);
  } finally {
    await visitor.leave();
  }
}
await browser.close();
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
