// A web host for a folder of static files, where `_headers` says that they are: it knows their types, sends the headers
// that they ask for, and takes the compressed ones.

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** A test that only the page with its server needs. */
export const served = (test) => Object.assign(test, { isStatic: false });

/** A test that only the static page needs. */
export const unserved = (test) => Object.assign(test, { isStatic: true });

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The rules of a file `_headers`: each a path, which may end with `*`, and headers. */
export function rules(text) {
  const found = [];
  for (const line of text.trimEnd().split('\n')) {
    if (!line.startsWith(' ')) found.push({ path: line, headers: {} });
    else found.at(-1).headers[line.slice(0, line.indexOf(':')).trim()] = line.slice(line.indexOf(':') + 1).trim();
  }
  return found;
}

/** Serves a folder; returns the address. */
export async function serve(folder) {
  const known = rules(readFileSync(join(folder, '_headers'), 'utf8'));
  const place = known[0].path;
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
    const name = path.endsWith('/') ? 'index.html' : '';
    const wanted = path.startsWith(place) ? join(folder, path.slice(place.length), name) : '';
    const isFile = statSync(wanted, { throwIfNoEntry: false })?.isFile() ?? false;
    const file = isFile ? wanted : join(folder, '404.html');
    const applies = (rule) => rule === path || (rule.endsWith('*') && path.startsWith(rule.slice(0, -1)));
    const headers = { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', Vary: 'Accept-Encoding' };
    for (const rule of known) if (applies(rule.path)) Object.assign(headers, rule.headers);
    const taken = String(request.headers['accept-encoding']).split(/,\s*/);
    const form = [['br', '.br'], ['gzip', '.gz']].find(([coding, end]) => taken.includes(coding) && existsSync(file + end));
    if (form) headers['Content-Encoding'] = form[0];
    response.writeHead(isFile ? 200 : 404, headers);
    createReadStream(file + (form?.[1] ?? '')).pipe(response);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${server.address().port}${place}`;
}
