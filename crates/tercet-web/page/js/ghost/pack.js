// Ghosts as texts. A ghost is a game that somebody played, without its cards: the moves and their times. A link
// carries it beside the setup, from which the same cards are dealt again: `#play?deck=3.4&seed=7&ghost=Ab…1`.
//
//   movesOf(setup, events)     the moves of a game of this page
//   pack(deck, of, ghost)      the text of a ghost; `of` is the link of its game, without ghosts
//   unpack(deck, of, text)     the ghost of a text, or a sentence that says what is wrong with the text
//   eventsOf(move)             the events of a move, for `step`
//
// A text is one large number in base 64 and then the digit of this form, as programs that recognise links leave out a
// dash at their end. The digits of the number have a radix each, the least significant first: a checksum of the link and
// of all that follows; the name; how many moves there are; and for each move its kind, the hundredths of a second since
// the move before, and its cards. Of a set, one card is left out if the others determine it. So a game of 25 sets takes
// about 130 characters, which no compression makes shorter.
//
// The checksum finds damage, and a link to other cards. A forger can repair it: whether the moves are possible is
// shown by playing them (`replayed.js`).

import { cardOf, isSet, values } from '../core/deck.js';
import { newGame, step } from '../core/game.js';
import { mixed } from '../puzzle/orders.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('../core/game.js').GameEvent} GameEvent */

/**
 * A move: a choice that was a set, or was wrong; the claim that there is no set, which was right, or wrong, or which
 * the page made by itself; a hint of a stage; and giving up.
 * @typedef {{ kind: typeof KINDS[number], at: number, cards?: string[], stage?: number }} Move `at` in milliseconds
 */

/** @typedef {{ name: string, moves: Move[] }} Ghost */

const KINDS = /** @type {const} */ (['set', 'wrong', 'none', 'not-none', 'auto', 'hint', 'give-up']);

const FORM = '1';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The number of values of the checksum. */
const CHECKS = 2 ** 30;
/** The longest text, in characters: browsers take links of this length. */
const MOST = 8000;
const MOST_NAME = 20;

/** The name of the player's own game in the player's races. */
export const MINE = 'My game';

/** The unit of times, in milliseconds. */
const UNIT = 10;

/** A name as links and the screen show it. @param {string} name */
export const cleanName = (name) => [...name.replace(/\p{C}/gu, '').trim()].slice(0, MOST_NAME).join('').trim();

/**
 * The moves of a game. Events that led to no move are left out, such as cards that were released.
 * @param {import('../core/game.js').Setup} setup
 * @param {GameEvent[]} events
 */
export function movesOf(setup, events) {
  /** @type {Move[]} */
  const moves = [];
  let game = newGame(setup);
  for (const event of events) {
    const { taken, wrong } = game;
    game = step(game, event);
    const at = Math.max(moves.at(-1)?.at ?? 0, Math.round(event.at / UNIT) * UNIT);
    if (game.taken.length > taken.length) moves.push({ kind: 'set', at, cards: game.taken[taken.length].cards });
    else if (game.wrong.length > wrong.length) moves.push({ kind: 'wrong', at, cards: game.wrong[wrong.length].cards });
    else if (event.type === 'none') moves.push({ kind: event.auto ? 'auto' : event.right ? 'none' : 'not-none', at });
    else if (event.type === 'hint') moves.push({ kind: 'hint', at, stage: event.stage });
    else if (event.type === 'give-up') moves.push({ kind: 'give-up', at });
  }
  return moves;
}

/** The events of a move. @param {Move} move @returns {GameEvent[]} */
export function eventsOf({ kind, at, cards = [], stage = 0 }) {
  if (kind === 'hint') return [{ type: 'hint', stage, at }];
  if (kind === 'give-up') return [{ type: 'give-up', at }];
  if (kind === 'set' || kind === 'wrong') return cards.map((card) => ({ type: 'card', card, at }));
  return [{ type: 'none', right: kind !== 'not-none', at, ...(kind === 'auto' && { auto: true }) }];
}

/** The number of cards of a choice that a text holds. @param {Deck} deck @param {Move['kind']} kind */
const told = ({ values }, kind) => (kind === 'set' && values > 2 ? values - 1 : kind === 'set' || kind === 'wrong' ? values : 0);

/**
 * The text of a ghost; null if it is too long for a link.
 * @param {Deck} deck
 * @param {string} of the link of the game, without ghosts
 * @param {Ghost} ghost
 */
export function pack(deck, of, { name, moves }) {
  /** @type {[digit: number, radix: number][]} */
  const digits = [];
  const put = (/** @type {number} */ digit, /** @type {number} */ radix) => digits.push([digit, radix]);
  // How many bits a number has, and those bits without the first.
  const putNumber = (/** @type {number} */ number) => {
    const n = Math.min(number, 2 ** 31 - 1);
    const bits = 32 - Math.clz32(n);
    put(bits, 32);
    if (bits > 1) put(n - 2 ** (bits - 1), 2 ** (bits - 1));
  };
  const letters = [...cleanName(name)];
  putNumber(letters.length);
  for (const letter of letters) putNumber(letter.codePointAt(0) ?? 0);
  putNumber(moves.length);
  let last = 0;
  for (const { kind, at, cards = [], stage } of moves) {
    put(KINDS.indexOf(kind), KINDS.length);
    putNumber(Math.round((at - last) / UNIT));
    last = at;
    if (stage !== undefined) putNumber(stage);
    for (const card of cards.slice(0, told(deck, kind))) for (const value of values(deck, card)) put(value, deck.values);
  }
  const body = digits.reduceRight((number, [digit, radix]) => number * BigInt(radix) + BigInt(digit), 0n);
  const hex = (body * BigInt(CHECKS) + BigInt(checksum(of, body))).toString(16);
  const text = hex.padStart(Math.ceil(hex.length / 3) * 3, '0').replace(/.../g, (three) => {
    const number = parseInt(three, 16);
    return ALPHABET[number >> 6] + ALPHABET[number & 63];
  });
  return text.length < MOST ? text + FORM : null;
}

/**
 * The ghost of a text, or what is wrong with the text.
 * @param {Deck} deck
 * @param {string} of the link of the game, without ghosts
 * @param {string} text
 * @returns {Ghost | string}
 */
export function unpack(deck, of, text) {
  if (text.length > MOST) return 'too long: a link holds one game of a few hundred sets at most';
  const damaged = 'damaged: a part of the link was changed or is missing';
  if (!/^([\w-]{2})+1$/.test(text)) return damaged;
  const hex = text.slice(0, -1).replace(/../g, ([high, low]) => (ALPHABET.indexOf(high) * 64 + ALPHABET.indexOf(low)).toString(16).padStart(3, '0'));
  let rest = BigInt(`0x${hex}`);
  const take = (/** @type {number} */ radix) => {
    const digit = Number(rest % BigInt(radix));
    rest /= BigInt(radix);
    return digit;
  };
  if (take(CHECKS) !== checksum(of, rest)) return damaged;
  const takeNumber = () => {
    const bits = take(32);
    return bits > 1 ? 2 ** (bits - 1) + take(2 ** (bits - 1)) : bits;
  };
  const takeCards = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => cardOf(deck, Array.from({ length: deck.properties }, () => take(deck.values))));
  try {
    const name = String.fromCodePoint(...Array.from({ length: Math.min(takeNumber(), MOST_NAME) }, takeNumber));
    const count = takeNumber();
    /** @type {Move[]} */
    const moves = [];
    // No text has more moves than bits, whatever count it gives.
    for (let at = 0; moves.length < count && moves.length <= 6 * MOST; ) {
      const kind = KINDS[take(KINDS.length)];
      at += takeNumber() * UNIT;
      const stage = kind === 'hint' ? takeNumber() : undefined;
      const cards = takeCards(told(deck, kind));
      if (kind === 'set' && deck.values > 2) cards.push(lastCard(deck, cards));
      if (kind === 'set' && !isSet(deck, cards)) return damaged;
      moves.push({ kind, at, ...(stage !== undefined && { stage }), ...(cards.length && { cards }) });
    }
    // Every ghost has one text.
    return pack(deck, of, { name, moves }) === text ? { name, moves } : damaged;
  } catch {
    // The name is no text.
    return damaged;
  }
}

/** The card that may make a set with all others. @param {Deck} deck @param {string[]} cards */
function lastCard(deck, cards) {
  const shown = cards.map((card) => values(deck, card));
  const sum = (deck.values * (deck.values - 1)) / 2;
  const missing = shown[0].map((first, i) =>
    shown.every((card) => card[i] === first) ? first : sum - shown.reduce((total, card) => total + card[i], 0));
  return cardOf(deck, missing);
}

/** @param {string} of @param {bigint} body */
const checksum = (of, body) => mixed(`${of} ${body.toString(16)}`) % CHECKS;
