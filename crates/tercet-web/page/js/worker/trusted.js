// The scripts that the page starts besides its modules: its workers.

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('tercet-worker', {
  createScriptURL: (/** @type {string} */ url) => {
    if (!url.startsWith(new URL('../..', import.meta.url).href)) throw new TypeError('this is not a script of Tercet');
    return url;
  },
});

/**
 * The address of a script beside this one.
 * @param {string} path
 * @returns {URL}
 */
export function script(path) {
  const { href } = new URL(path, import.meta.url);
  return policy ? policy.createScriptURL(href) : new URL(href);
}
