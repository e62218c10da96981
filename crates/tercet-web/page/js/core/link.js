// Links: a view and what it shows, in the fragment of the address, such as
// `#play?deck=3.4&seed=7&goal=10`. Nothing in a link reaches a server.

/** @typedef {{ view: string, params: Record<string, string> }} Link */

/**
 * @param {string} fragment with or without `#`
 * @returns {Link}
 */
export function readLink(fragment) {
  const [view, ...query] = fragment.replace(/^#/, '').split('?');
  return { view, params: Object.fromEntries(new URLSearchParams(query.join('?'))) };
}

/**
 * @param {string} view
 * @param {Record<string, string | number | bigint | null | undefined>} [params] without those that are null
 */
export function writeLink(view, params = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query ? `#${view}?${query.replaceAll('%2C', ',')}` : `#${view}`;
}

/** The most ghosts of a race. */
const MOST_GHOSTS = 4;

/** The ghosts of a link, each of them a name or a text. @param {string | undefined} said its parameter `ghost` */
export const ghostsOf = (said = '') => said.split('.').filter(Boolean).slice(0, MOST_GHOSTS);

/**
 * The link to the same game against other ghosts. Without a ghost, it is the link under which the game is kept.
 * @param {string} link
 * @param {string[]} ghosts of which the last four count
 */
export function withGhosts(link, ghosts) {
  const { view, params } = readLink(link);
  return writeLink(view, { ...params, ghost: [...new Set(ghosts)].slice(-MOST_GHOSTS).join('.') || null });
}

/**
 * The whole address of a link.
 * @param {string} link
 */
export function address(link) {
  return new URL(link, location.href).href;
}
