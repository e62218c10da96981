// A ghost plays its game: each of its moves is folded into the game as if it were made here, and what it claims is
// checked. So all that is shown of a ghost is true, but for its times, which cannot be checked.

import { clock } from '../core/dom.js';
import { step } from '../core/game.js';
import { eventsOf } from './pack.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('./pack.js').Move} Move */

/**
 * The engine, which deals and judges.
 * @typedef {object} Judge
 * @property {(game: Game) => Promise<string[]>} more the cards that the next move needs beyond those that are known
 * @property {(game: Game) => Promise<boolean | null>} hasSet whether a set can be taken; null where a limit ended the search
 */

/** A move that the rules do not allow. */
export class Forged extends Error {}

/** What each kind of move is called. @type {Record<Move['kind'], string>} */
const NAMES = {
  set: 'set',
  wrong: 'wrong choice',
  none: 'claim of no set',
  'not-none': 'false claim of no set',
  auto: 'deal without a set',
  hint: 'hint',
  'give-up': 'giving up',
};

/**
 * The game after a move.
 * @param {Game} game
 * @param {Move} move
 * @param {Judge} judge
 * @returns {Promise<Game>}
 * @throws {Forged}
 */
export async function after(game, move, judge) {
  const { kind, at, cards = [], stage = 0 } = move;
  const { setup, board, taken, wrong } = game;
  /** @type {(why: string) => never} */
  const refuse = (why) => {
    const number = kind === 'set' ? ` ${taken.length + 1}` : '';
    throw new Forged(`forged: its ${NAMES[kind]}${number}, at ${clock(at)}, ${why}`);
  };
  if (game.over) refuse('comes after the end of the game');
  if (cards.some((card) => !board.includes(card))) refuse('is of cards that are not on the board');
  if (kind === 'hint' && (stage < 1 || stage > setup.deck.values)) refuse('is of a stage that does not exist');
  if (kind === 'none' || kind === 'not-none' || kind === 'auto') {
    if ((kind === 'auto') !== (setup.untilSet ?? false)) refuse('is against the rules of the game');
    const hasSet = await judge.hasSet(game);
    if (hasSet !== null && hasSet !== (kind === 'not-none')) refuse(hasSet ? 'is false: there is one' : 'is true');
  }
  const more = await judge.more(game);
  const next = [...(more.length ? [{ type: /** @type {const} */ ('more'), cards: more, at }] : []), ...eventsOf(move)].reduce(step, game);
  if (kind === 'set' && next.taken.length === taken.length) refuse('cannot be taken');
  if (kind === 'wrong' && next.wrong.length === wrong.length) refuse('is not wrong');
  return next;
}

/**
 * The game of all moves.
 * @param {Game} begun
 * @param {Move[]} moves
 * @param {Judge} judge
 * @throws {Forged}
 */
export async function replayed(begun, moves, judge) {
  let game = begun;
  for (const move of moves) game = await after(game, move, judge);
  return game;
}
