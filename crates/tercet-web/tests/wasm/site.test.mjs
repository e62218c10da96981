// The files that `./site` wrote into the folder SITE.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { rules } from '../browser/site.mjs';

const read = (/** @type {string} */ name) => readFileSync(`${process.env.SITE}/${name}`);
const { files, others } = JSON.parse(/^self\.SITE = (.*);$/m.exec(read('sw.js').toString())[1]);
const kept = files.map((name) => (name === './' ? 'index.html' : name));

test('the page without its engines has at most 90 kB', () => {
  const sizes = kept.filter((name) => !name.endsWith('.wasm')).map((name) => read(`${name}.gz`).length);
  const size = sizes.reduce((sum, one) => sum + one);
  assert.ok(size > 40_000 && size <= 90_000, `${size} bytes`);
});

test('compressed files are those beside them', () => {
  const names = [...kept, ...others].filter((name) => !/\.png$|^_headers$/.test(name));
  for (const name of names) {
    assert.ok(read(name).equals(gunzipSync(read(`${name}.gz`))), name);
    assert.ok(read(name).equals(brotliDecompressSync(read(`${name}.br`))), name);
  }
});

test('the icons of the manifest have the sizes that it says', () => {
  const { icons } = JSON.parse(read('manifest.webmanifest').toString());
  const pictures = icons.filter(({ type }) => type === 'image/png');
  for (const { src, sizes } of [...pictures, { src: 'apple-touch-icon.png', sizes: '180x180' }]) {
    const png = read(src);
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes, src);
  }
  assert.deepEqual(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`), ['192x192 any', '512x512 any', '512x512 maskable']);
});

test('the headers have the policy of the page', () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/;
  const [page, scripts, all] = rules(read('_headers').toString());
  for (const name of ['index.html', '404.html']) {
    const [, own] = policy.exec(read(name).toString());
    assert.equal(page.headers['Content-Security-Policy'], `${own}; frame-ancestors 'none'`);
    assert.equal(scripts.headers['Content-Security-Policy'], own);
    assert.ok(own.startsWith("default-src 'none'; script-src 'self'") && !own.includes('unsafe-inline'), own);
  }
  assert.equal(scripts.path, `${page.path}js/*`);
  assert.equal(all.headers['X-Content-Type-Options'], 'nosniff');
});
