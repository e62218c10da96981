/**
 * The arguments of a view when it is visited. The view fills `root`, and undoes its changes elsewhere
 * when the signal is aborted, which ends the visit.
 *
 * @typedef {object} Visit
 * @property {HTMLElement} root
 * @property {import('./deck.js').Deck} deck the deck of the link, else the one used last
 * @property {Record<string, string>} params what the link says
 * @property {AbortSignal} signal
 * @property {(link: string) => void} go follows a link
 * @property {(link: string) => void} rename changes the address without a visit
 */

/**
 * @typedef {object} View
 * @property {string} title
 * @property {(visit: Visit) => void | Promise<void>} visit
 */

export {};
