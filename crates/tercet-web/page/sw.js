// The service worker of a static site: it keeps all files of one version of the page, and answers
// from them. `./site` writes the version and the files in front of this text, so another version is
// another script, which the browser installs beside the one in use. It becomes active once no page
// of the old version is open, so a page never gets modules of two versions.

/** @type {{ version: string, files: string[] }} */
const { version, files } = /** @type {any} */ (self).SITE;
const worker = /** @type {any} */ (self);
const { scope } = worker.registration;
// The caches of a host are shared by all its folders.
const NAME = `${scope} ${version}`;

worker.addEventListener('install', (/** @type {any} */ event) => {
  const fresh = files.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(begin()));

/** Forgets older versions. The first visit gets the rest of its files from here, too. */
async function begin() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(`${scope} `) && name !== NAME).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});

/** @param {Request} request */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const isPage = [scope, `${scope}index.html`].includes(origin + pathname);
  const cache = await caches.open(NAME);
  return (await cache.match(isPage ? './' : request)) ?? fetch(request);
}
