// Links: a place and what it shows, in the fragment of the address, such as
// `#play?deck=3.4&seed=7&goal=10`. Nothing in a link reaches a server.

/** @typedef {{ place: string, params: Record<string, string> }} Link */

/**
 * @param {string} fragment with or without `#`
 * @returns {Link}
 */
export function readLink(fragment) {
  const [place, ...query] = fragment.replace(/^#/, '').split('?');
  return { place, params: Object.fromEntries(new URLSearchParams(query.join('?'))) };
}

/**
 * @param {string} place
 * @param {Record<string, string | number | bigint | null | undefined>} [params] without those that are null
 */
export function writeLink(place, params = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query ? `#${place}?${query.replaceAll('%2C', ',')}` : `#${place}`;
}

/**
 * The whole address of a link, to be given to somebody.
 * @param {string} link
 */
export function address(link) {
  return new URL(link, location.href).href;
}
