// How large the page is. The first game takes these requests: the page, its style and icon, the modules
// that are imported before anything is shown, and the pictures of the cards.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
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

/** What a game imports, one after the other. */
const FIRST = ['js/main.js', 'js/play/play.js', 'js/play/table.js', 'js/play/games.js'];

test('a game takes at most 21 requests', () => {
  const modules = new Set();
  for (const path of FIRST) needed(new URL(path, PAGE), modules);
  assert.ok(modules.size > 10, 'the imports are found');
  const others = ['index.html', 'style.css', 'icon.svg', 'classic.json'];
  assert.ok(modules.size + others.length <= 21, [...modules].join('\n'));
});

test('the page asks for all modules of a game at once', () => {
  const preloaded = [...readFileSync(new URL('index.html', PAGE), 'utf8').matchAll(/(?:modulepreload" href|module" src)="([^"]+)"/g)];
  const modules = new Set();
  for (const path of FIRST) needed(new URL(path, PAGE), modules);
  assert.deepEqual(preloaded.map(([, path]) => new URL(path, PAGE).href).sort(), [...modules].sort());
});
