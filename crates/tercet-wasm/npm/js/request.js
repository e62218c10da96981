// Requests as JSON: whatever a program gives, the engine gets plain data, or an error says what is wrong with it.

import { TercetError } from './core/error.js';

/** How deep a request is: more is a value that contains itself. */
const DEEPEST = 64;

/** The most bytes of a request, as in the engine. */
const LONGEST = 1 << 26;

/**
 * The properties of a classic card as an object, each with its names, and for each value its words and its code.
 * @type {{ names: string[], values: [string, string[]][] }[]}
 */
const CLASSIC = [
  { names: ['count', 'number'], values: [['1', ['1', 'one']], ['2', ['2', 'two']], ['3', ['3', 'three']]] },
  { names: ['colour', 'color'], values: [['R', ['red']], ['G', ['green']], ['P', ['purple']]] },
  { names: ['shading', 'fill'], values: [['s', ['solid']], ['h', ['hatched', 'striped']], ['o', ['open', 'empty']]] },
  { names: ['shape', 'symbol'], values: [['O', ['oval']], ['D', ['diamond']], ['S', ['squiggle']]] },
];

/** A value in a message: in quotes where it could be a sentence, and only the start of one that is long. @param {unknown} value */
function quoted(value) {
  const text = String(value);
  const start = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return value === null || ['number', 'bigint', 'boolean', 'undefined'].includes(typeof value) ? start : JSON.stringify(start);
}

/** @param {string} code @param {string} message @param {string} path of the wrong value @param {unknown} [cause] */
function wrong(code, message, path, cause) {
  return new TercetError({ code, message, data: { field: path } }, { cause });
}

/**
 * A request as the JSON that the engine reads.
 * @param {unknown} request
 * @returns {string}
 * @throws {TercetError} if it is not data, or longer than 64 MiB
 */
export function written(request) {
  const text = guarded(() => {
    const data = plain(request, '', 0);
    if (data === null || typeof data !== 'object' || Array.isArray(data)) {
      throw wrong('request', "a request is an object, such as { ask: 'count', board: '00 01 02' }", '');
    }
    return JSON.stringify(data);
  });
  if (text.length > LONGEST) throw wrong('request', 'the request is longer than 64 MiB', '');
  return text;
}

/**
 * Does what touches values of the program: one that throws, such as a proxy, is wrong, too.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function guarded(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof TercetError) throw error;
    throw wrong('request', 'the request cannot be read', '', error);
  }
}

/**
 * A value as plain data. Values that JSON would change are errors: numbers that are not finite, functions, and objects
 * that contain themselves.
 * @param {unknown} value
 * @param {string} path
 * @param {number} depth
 * @returns {unknown}
 */
function plain(value, path, depth) {
  const name = path || 'the request';
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return String(value);
    case 'number':
      if (Number.isFinite(value)) return value;
      throw wrong('request', `${name} is ${value}: it must be a finite number`, path);
    case 'object':
      break;
    default:
      throw wrong('request', `${name} is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}: it must be data, as in JSON`, path);
  }
  if (value === null) return null;
  if (depth >= DEEPEST) throw wrong('request', `${name} is too deep, or contains itself`, path);
  const list = listed(value);
  if (list) return list.map((item, i) => plain(item, `${path}[${i}]`, depth + 1));
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind !== 'Object') throw wrong('request', `${name} is a ${kind}: it must be data, as in JSON`, path);
  const object = /** @type {Record<string, unknown>} */ (value);
  /** @type {Record<string, unknown>} */
  const copy = Object.create(null);
  for (const key of Object.keys(object)) {
    const field = object[key];
    if (field === undefined) continue;
    const place = path ? `${path}.${key}` : key;
    copy[key] = place === 'board' ? plainBoard(field) : plain(field, place, depth + 1);
  }
  return copy;
}

/**
 * The question that reads a board in any form. What is no text becomes JSON.
 * @param {any} board
 */
export function reading(board) {
  const { text, cards, deck } = typeof board === 'string' ? { text: board } : Array.isArray(board) ? { cards: board } : board;
  return { ask: 'read', text: text ?? JSON.stringify(plain(cards, 'board.cards', 1)), deck };
}

/**
 * The items of an array, also of one of bytes; null for anything else.
 * @param {unknown} value
 * @returns {unknown[] | null}
 */
function listed(value) {
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
  return isList ? Array.from(/** @type {ArrayLike<unknown>} */ (/** @type {unknown} */ (value))) : null;
}

/**
 * A board as the engine reads it: a text, or cards as texts and what is known of their deck.
 * @param {unknown} board
 * @returns {unknown}
 */
function plainBoard(board) {
  const { toJSON } = /** @type {any} */ (board) ?? {};
  if (typeof board === 'object' && typeof toJSON === 'function') board = toJSON.call(board);
  if (Array.isArray(board)) board = { cards: board };
  if (board === null || !['string', 'object'].includes(typeof board)) {
    throw wrong('request', `board is ${quoted(board)}: a board is a text, or a list of cards`, 'board');
  }
  if (typeof board === 'string' || !Array.isArray(/** @type {any} */ (board).cards)) return plain(board, 'board', 1);
  const { cards, deck, ...rest } = /** @type {{ cards: unknown[], deck?: any }} */ (board);
  const texts = Array.from(cards, text);
  const known = /** @type {any} */ (plain(deck ?? {}, 'board.deck', 2));
  // A card of one property has no comma, which would tell its number from digits.
  const first = listed(cards[0]);
  if (first && known !== null && typeof known === 'object') known.properties ??= first.length;
  return { .../** @type {object} */ (plain(rest, 'board', 1)), cards: texts, deck: known };
}

/**
 * A card as a text: one in any notation, values as numbers, or a classic card as an object.
 * @param {unknown} card
 * @param {number} i its position
 * @returns {string}
 */
function text(card, i) {
  const path = `board.cards[${i}]`;
  if (typeof card === 'string') {
    // Such a text could be several cards, or a comment.
    if (/^[^\s#]+$/.test(card)) return card;
    throw wrong('not-a-card', `${path} is ${quoted(card)}: each text of a list is one card`, path);
  }
  const values = listed(card);
  if (values) {
    if (values.length > 0 && values.every((value) => Number.isSafeInteger(value) && Number(value) >= 0)) return values.join(',');
    throw wrong('not-a-card', `${path} is not a list of values: they are numbers from 0`, path);
  }
  if (card === null || typeof card !== 'object') {
    throw wrong('not-a-card', `${path} is ${quoted(card)}: a card is a text, a list of values, or an object`, path);
  }
  return CLASSIC.map((property) => code(/** @type {any} */ (card), property, path)).join('');
}

/** @param {Record<string, unknown>} card @param {typeof CLASSIC[0]} property @param {string} path */
function code(card, { names, values }, path) {
  const name = names.find((name) => card[name] !== undefined);
  const known = values.map(([, words]) => words[0]).join(', ');
  if (name === undefined) throw wrong('not-a-card', `${path} has no ${names[0]}, which is one of ${known}`, path);
  const value = card[name];
  const word = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
  const found = values.find(([, words]) => words.includes(word));
  if (found) return found[0];
  throw wrong('not-a-card', `${path}.${name} is ${quoted(value)}: it must be one of ${known}`, `${path}.${name}`);
}
