// Functions that the tests of the npm package share. The tests are run with these variables:
//
//   TERCET_NPM    a folder into which npm has installed the package
//   TERCET        the command line that answers beside it
//   TERCET_TOOLS  folders into which npm has installed typescript, playwright-core and deno; what is missing is skipped

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';

const { TERCET_NPM = '.', TERCET_TOOLS = '.', PATH = '' } = process.env;

/** The folder into which the package is installed. */
export const folder = resolve(TERCET_NPM);

const installed = createRequire(join(folder, 'index.js'));

/** A module of the package, such as `tercet/photo`. */
export const load = (/** @type {string} */ name) => import(installed.resolve(name));

/** A file of a tool; undefined if it is not installed. @param {string[]} path */
export const tool = (...path) => TERCET_TOOLS.split(delimiter).map((folder) => join(resolve(folder), 'node_modules', ...path)).find(existsSync);

/** The name of a browser on the search path; undefined if there is none. */
export const browser = ['chromium', 'chromium-browser', 'google-chrome']
  .find((name) => PATH.split(delimiter).some((folder) => existsSync(join(folder, name))));

/**
 * An example: with what its lines print, and a module that exports what they did. `console.log(a, b); // 1, 2` prints these
 * values.
 * @param {{ name: string, code: string }} example
 */
function example({ name, code }) {
  const told = [...code.matchAll(/^ *console\.log\(.*\); *\/\/ (.*)$/gm)].map(([, values]) => new Function(`return [${values}]`)());
  const module = `const told = []; const console = { log: (...values) => told.push(values) };\n${code}\nexport { told };\n`;
  return { name, code, told, module };
}

/** The examples of the README. */
export const examples = [...readFileSync(join(folder, 'node_modules', 'tercet', 'README.md'), 'utf8').matchAll(/^### (.*)$|^```js\n([^]*?)^```$/gm)]
  .reduce((/** @type {{ name: string, code: string }[]} */ found, [, heading, code]) => {
    if (heading) found.push({ name: heading, code: '' });
    else if (found.at(-1)?.code) found.push({ name: 'Errors', code });
    else found[found.length - 1].code = code;
    return found;
  }, [])
  .map(example);

/** The examples of the guide. */
export const guide = [...readFileSync(new URL('../../../../guide/src/programs.md', import.meta.url), 'utf8').matchAll(/^```js\n([^]*?)^```$/gm)]
  .map(([, code], i) => example({ name: `example ${i + 1}`, code }));
