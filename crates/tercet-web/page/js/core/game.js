// A game as one value. Every change is an event; a game is its setup and its events, and its state
// follows from them. So undo, replay, reload and tests are the same thing: events are folded again.
// A game knows neither the screen nor the engine nor its clock (at the end of this file): an event
// records at which time of the game it happened, and the answer of the engine.

import { shuffled } from './dealer.js';
import { isSet, isSameDeck, size } from './deck.js';

/** @typedef {import('./deck.js').Deck} Deck */

/** Raised when a setup becomes another game than before, so that their times are not compared. */
export const VERSION = 1;

/**
 * When a game is over: with the deck; after a number of sets; or, on a fixed layout, when all of its
 * sets are found.
 * @typedef {{ kind: 'deck' } | { kind: 'sets', sets: number } | { kind: 'layout' }} Goal
 */

/** When cards are dealt after a set, as in `tercet game`. @typedef {'up-to-start' | 'at-once' | 'delayed' | 'owed'} Refill */

export const REFILLS = /** @type {Refill[]} */ (['up-to-start', 'at-once', 'delayed', 'owed']);

/**
 * The variants of the game, and what each changes, as in `tercet::game::Variant`: whether each set after the first holds
 * exactly one card of the last set, which stays on the board; whether the board is shuffled after each set; whether
 * the cards lie face down. Another kind of set would be a further member.
 * @type {Record<'standard' | 'chain' | 'shuffle' | 'memory', { chains?: boolean, shuffles?: boolean, hides?: boolean }>}
 */
export const VARIANTS = { standard: {}, chain: { chains: true }, shuffle: { shuffles: true }, memory: { hides: true } };

/** @typedef {keyof typeof VARIANTS} Variant */

/** What the variant of a game changes. @param {{ variant?: Variant }} setup or rules */
export const changes = ({ variant = 'standard' }) => VARIANTS[variant];

/**
 * The part of a game that its link holds: equal setups are equal games, on every machine.
 *
 * A layout is dealt once: `start` cards of the seed, with exactly `exactly` sets if this is a number, or with
 * a set that was hidden among them if it is `planted`. If it is `untold`, the player does not learn how many
 * sets there are: the claim that no further set is here ends the game. If the page has counted the sets of a seed
 * beforehand, `told` is their number, which the player learns.
 *
 * @typedef {object} Setup
 * @property {Deck} deck
 * @property {string} seed digits
 * @property {Goal} goal
 * @property {number} start
 * @property {Refill} refill
 * @property {number | null} [exactly]
 * @property {string[]} [laid] the cards of a layout that was laid by hand; its seed means nothing
 * @property {boolean} [planted]
 * @property {boolean} [untold]
 * @property {number} [told]
 * @property {Variant} [variant] of a game that is no layout; without it, it is the standard game
 * @property {boolean} [untilSet] whether cards are dealt by themselves until there is a set on the board
 */

/**
 * @typedef {{ type: 'begin', cards: string[], sets?: number, at: 0 }} Begin the cards of the deal, of
 *   which a game takes one after the other; for a layout, all of it and the number of its sets
 * @typedef {{ type: 'more', cards: string[], at: number }} More further cards of the same deal
 * @typedef {{ type: 'sets', sets: number, at: number }} Counted the sets of a layout were counted after it was shown
 * @typedef {{ type: 'card', card: string, at: number }} CardEvent a card was pressed or released
 * @typedef {{ type: 'clear', at: number }} Clear all cards were released
 * @typedef {{ type: 'none', right: boolean, checked?: boolean, auto?: boolean, at: number }} None the player or the page said that
 *   there is no set; `checked` is false where a limit ended the check and the claim was let pass, and `auto` is true
 *   where the page said it by itself
 * @typedef {{ type: 'hint', stage: number, at: number }} HintEvent a hint was given
 * @typedef {{ type: 'give-up', at: number }} GiveUp
 * @typedef {Begin | More | Counted | CardEvent | Clear | None | HintEvent | GiveUp} GameEvent
 */

/**
 * @typedef {object} Taken a set that was found
 * @property {string[]} cards
 * @property {number} at
 * @property {number} time since the one before, in milliseconds of the game
 * @property {number} hint the stage of the hint that was given for it; 0 without one
 * @property {number} size how many cards lay on the board
 */

/**
 * @typedef {object} Game
 * @property {Setup} setup
 * @property {GameEvent[]} events
 * @property {string[]} deal the cards known of the deal
 * @property {number} dealt how many of them were dealt
 * @property {number} undealt how many cards sets took since a deal
 * @property {(string | null)[]} board
 * @property {string[]} picked
 * @property {Taken[]} taken
 * @property {{ cards: string[], at: number }[]} wrong the choices that were no sets
 * @property {number} falseNone the number of wrong claims of "no set"
 * @property {number} passed the number of right claims of "no set"
 * @property {number} hint the stage of the hint for the next set
 * @property {boolean} helped whether a hint was ever given
 * @property {number | null} sets how many sets a layout holds
 * @property {{ type: 'right' | 'wrong' | 'unlinked' | 'again' | 'none' | 'not-none', cards: string[], dealt?: number } | null} verdict
 *   on the last choice, which is 'unlinked' where a set does not continue the chain, and how many cards were dealt
 *   because there is no set
 * @property {'deck' | 'sets' | 'layout' | 'given-up' | null} over
 */

/** The usual setup of a deck, as `tercet game` has it. @param {Deck} deck @param {string} seed @returns {Setup} */
export function usualSetup(deck, seed) {
  const { values, properties } = deck;
  const start = size(deck) < BigInt(values * properties) ? Number(size(deck)) : values * properties;
  const isClassic = isSameDeck(deck, { values: 3, properties: 4 });
  return { deck, seed, goal: { kind: 'deck' }, start, refill: isClassic ? 'up-to-start' : 'at-once' };
}

/** A game before its first event. @param {Setup} setup @returns {Game} */
export function newGame(setup) {
  return {
    setup,
    events: [],
    deal: [],
    dealt: 0,
    undealt: 0,
    board: [],
    picked: [],
    taken: [],
    wrong: [],
    falseNone: 0,
    passed: 0,
    hint: 0,
    helped: false,
    sets: null,
    verdict: null,
    over: null,
  };
}

/** How many cards are left in the deck. @param {Game} game */
export function deckLeft({ setup, dealt }) {
  return setup.goal.kind === 'layout' ? 0n : size(setup.deck) - BigInt(dealt);
}

/** The cards that lie on the board. @param {Game} game */
export function cardsOf({ board }) {
  return /** @type {string[]} */ (board.filter((card) => card !== null));
}

/** In a chain, the cards of the last set, which lie on the board. @param {Game} game @returns {string[]} */
export const lastSet = ({ setup, taken }) => (changes(setup).chains ? (taken.at(-1)?.cards ?? []) : []);

/** Whether a set may be taken. @param {Game} game @param {string[]} set */
export function isAllowed(game, set) {
  const last = lastSet(game);
  return !last.length || set.filter((card) => last.includes(card)).length === 1;
}

/** The choices that a record holds: where cards lie face down, also those that were no sets. @param {Pick<Game, 'setup' | 'taken' | 'wrong'>} game */
export function choices({ setup, taken, wrong }) {
  const all = changes(setup).hides ? [...wrong, ...taken] : taken;
  return [...all].sort((a, b) => a.at - b.at).map(({ cards }) => cards);
}

/**
 * The game after an event. The game itself is not changed.
 * @param {Game} game
 * @param {GameEvent} event
 * @returns {Game}
 */
export function step(game, event) {
  if (game.over) return game;
  const next = { ...game, events: [...game.events, event] };
  switch (event.type) {
    case 'begin':
      next.deal = event.cards;
      next.sets = event.sets ?? null;
      dealCards(next, next.setup.start);
      return next;
    case 'more':
      next.deal = [...game.deal, ...event.cards];
      return next;
    case 'sets':
      return { ...next, sets: event.sets, over: game.taken.length === event.sets && event.sets > 0 ? 'layout' : null };
    case 'card':
      return pick(next, event);
    case 'clear':
      return changes(game.setup).hides ? game : { ...next, picked: [], verdict: null };
    case 'none':
      return none(next, event);
    case 'hint':
      return { ...next, hint: Math.max(game.hint, event.stage), helped: true };
    case 'give-up':
      return { ...next, picked: [], verdict: null, over: 'given-up' };
  }
}

/**
 * The game of these events.
 * @param {Setup} setup
 * @param {GameEvent[]} events
 */
export function replay(setup, events) {
  return events.reduce(step, newGame(setup));
}

/**
 * The game before its last move; a hint stays given, and cards that are known stay known. The time
 * does not go back. A wrong choice stays counted, so nothing before it can be undone; neither can
 * the end.
 * @param {Game} game
 */
export function undo(game) {
  const isAuto = (/** @type {GameEvent} */ event) => event.type === 'none' && event.auto === true;
  const isMove = (/** @type {GameEvent} */ event) => ['card', 'clear', 'none'].includes(event.type) && !isAuto(event);
  const last = game.events.findLastIndex(isMove);
  // Cards that were seen stay known.
  if (last < 0 || game.over || changes(game.setup).hides) return game;
  const before = replay(game.setup, game.events.filter((event, i) => i !== last && !(i > last && isAuto(event))));
  const isCounted = before.wrong.length < game.wrong.length || before.falseNone < game.falseNone;
  return isCounted ? game : before;
}

/** @param {Game} game @param {CardEvent} event */
function pick(game, { card, at }) {
  if (!game.board.includes(card)) return game;
  const { hides, chains } = changes(game.setup);
  game.verdict = null;
  if (game.picked.includes(card)) {
    if (hides) return game;
    game.picked = game.picked.filter((other) => other !== card);
    return game;
  }
  const cards = [...game.picked, card];
  game.picked = cards;
  if (cards.length < game.setup.deck.values) return game;
  game.picked = [];
  const isOne = isSet(game.setup.deck, cards);
  if (!isOne || !isAllowed(game, cards)) {
    game.wrong = [...game.wrong, { cards, at }];
    game.verdict = { type: isOne ? 'unlinked' : 'wrong', cards };
    return game;
  }
  const isKnown = game.taken.some((set) => set.cards.every((known) => cards.includes(known)));
  if (isKnown) {
    game.verdict = { type: 'again', cards };
    return game;
  }
  const before = lastSet(game);
  const last = game.taken.at(-1)?.at ?? 0;
  const taken = { cards, at, time: at - last, hint: game.hint, size: cardsOf(game).length };
  game.taken = [...game.taken, taken];
  game.hint = 0;
  game.verdict = { type: 'right', cards };
  if (game.setup.goal.kind === 'layout') {
    if (game.taken.length === game.sets) game.over = 'layout';
    return game;
  }
  take(game, chains ? before.filter((card) => !cards.includes(card)) : cards, before.length ? cards.length - 1 : cards.length);
  if (game.setup.goal.kind === 'sets' && game.taken.length === game.setup.goal.sets) game.over = 'sets';
  else if (deckLeft(game) === 0n && cardsOf(game).length < game.setup.deck.values + (chains ? cards.length - 1 : 0)) game.over = 'deck';
  return game;
}

/**
 * Takes cards off the board after a set. New cards come into their places; without new cards the last ones move
 * there, so that no gap stays between cards.
 * @param {Game} game
 * @param {string[]} gone the set, or what stayed of the set before
 * @param {number} count the number of cards of the set that were not of the set before
 */
function take(game, gone, count) {
  const { refill, start, deck, seed } = game.setup;
  game.board = game.board.map((card) => (card !== null && gone.includes(card) ? null : card));
  game.undealt += count;
  const left = cardsOf(game).length - lastSet(game).length;
  dealCards(game, refill === 'at-once' ? count : refill === 'up-to-start' ? Math.max(0, start - left) : 0);
  const board = [...game.board];
  for (;;) {
    while (board.at(-1) === null) board.pop();
    const gap = board.indexOf(null);
    if (gap < 0) break;
    board[gap] = /** @type {string} */ (board.pop());
  }
  game.board = changes(game.setup).shuffles ? shuffled(deck, seed, game.taken.length, /** @type {string[]} */ (board)) : board;
}

/**
 * Deals cards into the empty places first.
 * @param {Game} game
 * @param {number} count
 */
function dealCards(game, count) {
  const cards = game.deal.slice(game.dealt, game.dealt + count);
  game.dealt += cards.length;
  if (cards.length) game.undealt = 0;
  const board = game.board.map((card) => card ?? cards.shift() ?? null);
  game.board = [...board, ...cards];
}

/** @param {Game} game @param {None} event */
function none(game, { right, auto }) {
  const { setup, undealt, dealt, verdict, picked, passed } = game;
  game.picked = [];
  game.verdict = { type: right ? 'none' : 'not-none', cards: [] };
  if (!right) return { ...game, falseNone: game.falseNone + 1 };
  game.passed += 1;
  game.hint = 0;
  if (setup.goal.kind === 'layout') game.over = 'layout';
  else if (deckLeft(game) === 0n) game.over = 'deck';
  else dealCards(game, setup.refill === 'owed' ? Math.max(setup.deck.values, undealt) : setup.deck.values);
  game.verdict.dealt = game.dealt - dealt;
  // Events of the page itself keep the moves of the player.
  return auto ? { ...game, verdict, picked, passed } : game;
}

/** The clock of a game. It runs only while there is no reason to stop it: a pause, cards that are not painted yet. */
export class Clock {
  #stops = new Set(['begin']);
  #since = 0;
  #before;
  #now;

  /** @param {number} [before] the milliseconds counted earlier @param {() => number} [now] */
  constructor(before = 0, now = () => performance.now()) {
    this.#before = before;
    this.#now = now;
  }

  /** The time of the game, in whole milliseconds. */
  get time() {
    return Math.round(this.#before + (this.#stops.size ? 0 : this.#now() - this.#since));
  }

  /** Stops the clock until `go` takes this reason back. @param {string} reason */
  stop(reason) {
    if (!this.#stops.size) this.#before += this.#now() - this.#since;
    this.#stops.add(reason);
  }

  /** @param {string} reason */
  go(reason) {
    if (this.#stops.delete(reason) && !this.#stops.size) this.#since = this.#now();
  }
}
