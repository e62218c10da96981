// Runs the tests of the page in a browser, one after the other, and says how each ended.
//
//   npm install --prefix TOOLS axe-core playwright-core
//   node run.mjs SITE TOOLS BROWSER TERCET [NAME…]
//   node run.mjs [SITE]
//
// TERCET is the command. SITE is the folder of the static page, whose engine is WebAssembly; if it is empty, the page is
// that of `tercet serve`. With names, only the tests whose names contain one of them are run. The exit status is 0 if all
// passed, and 1 else. Without TOOLS, the names of the tests of that page are printed. With SLOW=400 in the environment each
// answer of the server is 400 ms late: a test that fails then waits for too little, and would fail by chance.

import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Programs, launch, packages } from '../../../tercet-testkit/src/browser.mjs';
import { serve } from './site.mjs';
import { Visitor } from './visitor.mjs';

const [site = '', tools, program, tercet, ...names] = process.argv.slice(2);

const suites = ['games', 'desk', 'ghosts', 'daily', 'keeping', 'failing', 'records', 'boards', 'class', 'photos', 'dialogs', 'views', 'offline'];
const modules = await Promise.all(suites.map((suite) => import(`./${suite}.mjs`)));
const all = modules.flatMap(({ tests }, i) => Object.entries(tests).map(([name, test]) => [`${suites[i]}: ${name}`, test]));
const tests = all.filter(([, { isStatic }]) => isStatic === undefined || isStatic === (site !== ''));
const chosen = tests.filter(([name]) => !names.length || names.some((part) => name.includes(part)));
if (tools === undefined) {
  for (const [name] of tests) console.log(name);
  process.exit();
}
if (tercet === undefined) {
  console.error('usage: node run.mjs SITE TOOLS BROWSER TERCET [NAME…]');
  process.exit(2);
}

/** Starts the server on a free port, which it prints. */
async function server(died) {
  const child = spawn(tercet, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.on('exit', () => died('the server'));
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text;
    const base = /http:\S+(?=\s)/.exec(printed)?.[0];
    if (base) return { base, end: () => child.kill() };
  }
  throw new Error(`tercet serve prints no address: ${printed}`);
}

const host = site && { base: await serve(resolve(site)), end: () => {} };
const programs = new Programs(async (died) => {
  // The browser simulates the camera.
  const browser = await launch(tools, program, '--use-fake-device-for-media-stream');
  browser.on('disconnected', () => died('the browser'));
  const { base, end } = host || await server(died);
  const axe = packages(tools).resolve('axe-core/axe.min.js');
  return { visitor: () => new Visitor({ browser, base, tercet, axe, died }), end: () => Promise.all([browser.close(), end()]) };
});

let [passed, failed, skipped] = [0, 0, 0];
for (const [i, [name, test]] of chosen.entries()) {
  const begin = performance.now();
  try {
    const reason = await programs.run(name, async ({ visitor: enter }) => {
      const visitor = enter();
      let reason;
      try {
        reason = await test(visitor);
        visitor.check();
      } catch (error) {
        // What goes wrong afterwards would hide why the test failed.
        await visitor.tell(name).catch(console.log);
        await visitor.leave().catch(console.log);
        throw error;
      }
      await visitor.leave();
      return reason;
    });
    if (reason === undefined) passed += 1;
    else skipped += 1;
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(`ok ${i + 1} - ${name} # ${reason === undefined ? `${seconds} s` : `SKIP ${reason}`}`);
  } catch (error) {
    failed += 1;
    console.log(`not ok ${i + 1} - ${name}: ${error.stack}`);
  }
}
await programs.end();
console.log(`# pass ${passed}\n# fail ${failed}\n# skipped ${skipped}`);
process.exit(failed === 0 && passed + skipped > 0 ? 0 : 1);
