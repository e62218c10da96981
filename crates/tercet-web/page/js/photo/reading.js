// The reading of a photograph, and a person's corrections: pure functions on plain values. A card
// that the reader is not sure of stays doubtful until a person has settled it.

import { plural } from '../core/dom.js';

/** @typedef {[number, number]} Point in pixels of the picture */
/** @typedef {{ card: string, confidence: number }} Likely */

/**
 * @typedef {object} Spot a place on the table
 * @property {string} name such as `row 1, card 2`
 * @property {string | null} card what lies there, or null where that is not known or nothing does
 * @property {Likely[]} likely what it may be, the likeliest first
 * @property {Point[] | null} corners clockwise; null if its place is unknown
 * @property {string[]} doubts why it may be something else
 * @property {boolean} sure whether the reader is sure
 * @property {boolean} settled whether a person said what it is
 */

/**
 * @typedef {object} Table
 * @property {Spot[]} spots cards in the order of the table, unread places, and cards that a person added
 * @property {boolean} sure whether the reader is sure of all
 * @property {boolean} explained whether it is sure once its doubts are settled: otherwise cards may be missing
 * @property {boolean} whole whether a person said that these are all cards
 */

/** The doubts of the reader in a few words. @type {Record<string, string>} */
const DOUBTS = {
  glare: 'a reflection hides a part of it',
  blur: 'it is blurred or small',
  'cut-off': 'it is cut off',
  twice: 'the same card also lies elsewhere',
  'off-centre': 'its symbols are off its centre',
  edition: 'its symbols are of no known edition',
  'no-outline': 'its outline was not found',
  unseen: 'there may be a card',
  count: 'its count is not clear',
  colour: 'its colour is not clear',
  shading: 'its shading is not clear',
  shape: 'its shape is not clear',
};

/** The confidence at which a board counts as sure. */
const SURE = 0.85;

/** @param {any} answer to `photo` @returns {Table} */
export function tableOf({ cards, unread, sure, confidence }) {
  const read = cards.map((/** @type {any} */ { card, confidence, alternatives, corners, doubts, sure, row, column }) => ({
    name: `row ${row + 1}, card ${column + 1}`,
    card,
    likely: [{ card, confidence }, ...alternatives],
    corners,
    doubts,
    sure,
    settled: false,
  }));
  const others = unread.map((/** @type {any} */ { corners, doubt }, /** @type {number} */ i) => ({
    name: `unread place ${i + 1}`,
    card: null,
    likely: [],
    corners,
    doubts: [doubt],
    sure: false,
    settled: false,
  }));
  const open = read.filter((/** @type {Spot} */ spot) => !spot.sure);
  const settled = open.reduce((/** @type {number} */ all, /** @type {Spot} */ { likely }) => all * likely[0].confidence, 0.5 ** others.length);
  const explained = open.length + others.length > 0 && confidence / settled >= SURE;
  return { spots: [...read, ...others], sure, explained, whole: false };
}

/**
 * The table after a person said what lies in a place: a card, or nothing.
 * @param {Table} table
 * @param {number} at
 * @param {string | null} card
 * @returns {Table}
 */
export function settle(table, at, card) {
  return { ...table, spots: table.spots.with(at, { ...table.spots[at], card, settled: true }) };
}

/**
 * The table with a card that the reader missed.
 * @param {Table} table
 * @param {string} card
 * @param {Point[] | null} corners
 * @returns {Table}
 */
export function add(table, card, corners) {
  const added = table.spots.filter(({ name }) => name.startsWith('added')).length;
  const spot = { name: `added card ${added + 1}`, card, likely: [], corners, doubts: [], sure: true, settled: true };
  return { ...table, spots: [...table.spots, spot] };
}

/** The cards on the table, each once. @param {Table} table @returns {string[]} */
export function cardsOf({ spots }) {
  return [...new Set(spots.flatMap(({ card }) => card ?? []))];
}

/** @param {Table} table @param {Spot} spot */
function isTwice({ spots }, { card }) {
  return card !== null && spots.filter((other) => other.card === card).length > 1;
}

/** Whether a person should look at a place. @param {Table} table @param {Spot} spot */
export function isDoubtful(table, spot) {
  return !spot.settled && (!spot.sure || isTwice(table, spot));
}

/** Why a place is doubtful, in words; none where it is not. @param {Table} table @param {Spot} spot @returns {string[]} */
export function doubtsOf(table, spot) {
  if (!isDoubtful(table, spot)) return [];
  const doubts = spot.doubts.filter((doubt) => doubt !== 'twice');
  if (isTwice(table, spot)) doubts.push('twice');
  return doubts.length ? doubts.map((doubt) => DOUBTS[doubt] ?? doubt) : ['it is not certain'];
}

/** The places that are doubtful. @param {Table} table @returns {number[]} */
export function doubtful(table) {
  return table.spots.flatMap((spot, at) => (isDoubtful(table, spot) ? at : []));
}

/**
 * Whether the board may be relied on: nothing is doubtful any more, and either the reader was sure of all,
 * or what a person settled was all that it doubted, or that person said that these are all cards.
 * @param {Table} table
 */
export function isSure(table) {
  if (!cardsOf(table).length || doubtful(table).length) return false;
  return table.sure || table.explained || table.whole;
}

/** A place in words. @param {Table} table @param {Spot} spot @param {(card: string) => string} name of a card */
export function label(table, spot, name) {
  const what = spot.card !== null ? name(spot.card) : spot.settled ? 'no card' : 'not read';
  const doubts = doubtsOf(table, spot);
  return `${sentence(spot.name)}: ${what}${doubts.length ? `, doubtful: ${doubts.join(', ')}` : ''}`;
}

/** @param {string} words */
export function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * What is known of the sets.
 * @param {Table} table
 * @param {number} sets
 * @param {boolean} [isTold] whether their number is said, too
 */
export function verdict(table, sets, isTold = false) {
  if (!cardsOf(table).length) return 'No card was found. Go nearer, hold the camera above the table, and avoid reflections.';
  const open = doubtful(table).length;
  const doubts = `${plural(open, 'card')} ${open === 1 ? 'is' : 'are'} doubtful`;
  const found = !sets ? 'No set' : isTold ? plural(sets, 'set') : 'There is a set';
  if (isSure(table)) return `${found}.`;
  return `${found} among the cards as read; ${open ? doubts : 'it is not certain that these are all cards'}.`;
}
