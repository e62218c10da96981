// How large the page is. The first game takes these requests: the page, its style and icon, the modules
// that are imported before anything is shown, and two questions (the deal, and the pictures of its cards).

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const PAGE = new URL('../../page/', import.meta.url);

/** The modules that a module needs before it runs, itself included. */
function needed(url, found = new Set()) {
  if (found.has(url.href)) return found;
  assert.ok(existsSync(url), url.href);
  found.add(url.href);
  const imports = readFileSync(url, 'utf8').matchAll(/^(?:import|export)\b[^;]*?from '([^']+)';/gms);
  for (const [, path] of imports) needed(new URL(path, url), found);
  return found;
}

test('a game takes at most 20 requests', () => {
  const modules = new Set();
  for (const path of ['js/main.js', 'js/play/play.js', 'js/play/table.js']) needed(new URL(path, PAGE), modules);
  assert.ok(modules.size > 10, 'the imports are found');
  const others = ['index.html', 'style.css', 'icon.svg', 'the deal', 'the pictures'];
  assert.ok(modules.size + others.length <= 20, [...modules].join('\n'));
});

/** What photographs take: their place, and what reads them without a server. */
const isPhoto = (/** @type {string} */ name) => name.startsWith('js/photo/') || name === 'js/worker/reader.js';

test('the page has at most 4,000 lines of code, photographs 700 more, and no module more than 300 lines', () => {
  const code = { page: 0, photo: 0 };
  for (const name of readdirSync(PAGE, { recursive: true }).filter((name) => name.endsWith('.js'))) {
    const lines = readFileSync(new URL(name, PAGE), 'utf8').trimEnd().split('\n');
    assert.ok(lines.length <= 300, `${name}: ${lines.length}`);
    // Comments and blank lines are not counted.
    code[isPhoto(name) ? 'photo' : 'page'] += lines.filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length;
  }
  assert.ok(code.page <= 4000, `${code.page} lines`);
  assert.ok(code.photo > 100 && code.photo <= 700, `${code.photo} lines for photographs`);
});
