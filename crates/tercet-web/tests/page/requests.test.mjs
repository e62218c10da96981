// How many requests bring the first game: the page, its style and icon, the modules that are imported
// before anything is shown, and two questions (the deal, and the pictures of its cards).

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

test('a game takes at most 20 requests', () => {
  const modules = new Set();
  for (const path of ['js/main.js', 'js/play/play.js', 'js/play/table.js']) needed(new URL(path, PAGE), modules);
  assert.ok(modules.size > 10, 'the imports are found');
  const others = ['index.html', 'style.css', 'icon.svg', 'the deal', 'the pictures'];
  assert.ok(modules.size + others.length <= 20, [...modules].join('\n'));
});

test('no module has more than 300 lines', () => {
  const places = ['play', 'puzzle', 'learn', 'build', 'solve', 'replay', 'statistics'];
  const all = places.flatMap((place) => [...needed(new URL(`js/${place}/${place}.js`, PAGE))]);
  for (const url of new Set(all)) {
    const lines = readFileSync(new URL(url), 'utf8').split('\n').length - 1;
    assert.ok(lines <= 300, `${url}: ${lines}`);
  }
});
