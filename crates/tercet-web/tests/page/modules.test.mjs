// The modules of the page. `bundle.rs` joins them into two files: those of the first game, and the others.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const PAGE = new URL('../../page/', import.meta.url);
const read = (/** @type {URL} */ url) => readFileSync(url, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');

/** Adds the modules that a module needs before it runs, itself included; `above` are those that need it. */
function add(/** @type {URL} */ url, /** @type {Set<string>} */ found, above = [''] ) {
  assert.ok(!above.includes(url.href), `${url.href} imports itself by way of others`);
  if (found.has(url.href)) return;
  for (const [, path] of read(url).matchAll(/^import\b[^;]*?'([^']+)';/gms)) add(new URL(path, url), found, [...above, url.href]);
  found.add(url.href);
}

test('the page asks for all modules of a game at once', () => {
  const preloaded = [...read(new URL('index.html', PAGE)).matchAll(/(?:modulepreload" href|module" src)="([^"]+)"/g)];
  const modules = new Set();
  // What a game imports, one after the other.
  for (const path of ['js/main.js', 'js/play/play.js', 'js/play/table.js', 'js/play/games.js']) add(new URL(path, PAGE), modules);
  assert.deepEqual(preloaded.map(([, path]) => new URL(path, PAGE).href).sort(), [...modules].sort());
});

test('modules have the form that the bundle takes', () => {
  const paths = readdirSync(new URL('js/', PAGE), { recursive: true }).map(String).filter((path) => path.endsWith('.js'));
  assert.ok(paths.length > 50);
  for (const path of paths) {
    const url = new URL(`js/${path}`, PAGE);
    add(url, new Set());
    const [, rest] = /^(?:\/\/.*\n|\s|import\b[^;]*;\n)*([^]*)$/.exec(read(url)) ?? [];
    for (const line of rest.split('\n')) {
      assert.doesNotMatch(line, /^import\b(?!\()/, `${path}: imports come first`);
      if (line.startsWith('export')) assert.match(line, /^export (async function\*?|function\*?|class|const) \w+|^export \{\};$/, path);
      assert.doesNotMatch(line, /^(for )?await\b|^\w.*= await\b/, `${path}: nothing outside of functions awaits`);
    }
    for (const [, form] of read(url).matchAll(/^import\s+([^;]*);/gm)) assert.match(form, /^(\{[\w\s,]*\} from )?'[./\w-]+\.js'$/, path);
  }
});
