// The steps of a game that was played, and the board at each of them. A step says only what changes,
// so that a long game on a large board stays small.

import { changes, lastSet, newGame, step } from '../core/game.js';

/** @typedef {import('../core/game.js').Setup} Setup */
/** @typedef {import('../core/game.js').GameEvent} GameEvent */

/**
 * @typedef {object} Step
 * @property {'deal' | 'shuffle' | 'set' | 'none' | 'wrong' | 'not-none' | 'hint' | 'end'} kind
 * @property {string} words
 * @property {string[]} [deal] cards that are dealt; they lie on the board of this step
 * @property {string[]} [order] the board after it was shuffled
 * @property {string[]} [take] cards that are taken; they leave the board after this step
 * @property {string[]} [chosen] the cards of a choice
 * @property {number} [line] of the record, from 1
 * @property {number} [at] milliseconds of the game
 * @property {number} [time] since the set before
 * @property {number} [size] how many cards lay on the board of a set
 */

/**
 * The board of a step. New cards come into the gaps, then the last cards fill those that stay.
 * @param {Step[]} steps
 * @param {number} index
 */
export function boardAt(steps, index) {
  /** @type {(string | null)[]} */
  let board = [];
  for (let i = 0; i <= index; i++) {
    const { deal, order, take } = steps[i];
    if (order) board = [...order];
    if (deal) {
      const cards = [...deal];
      board = board.map((card) => card ?? cards.shift() ?? null);
      board.push(...cards);
    }
    close(board);
    if (take && i < index) {
      const taken = new Set(take);
      board = board.map((card) => (card !== null && taken.has(card) ? null : card));
    }
  }
  return /** @type {string[]} */ (board);
}

/** @param {(string | null)[]} board */
function close(board) {
  for (let gap = board.indexOf(null); gap >= 0; gap = board.indexOf(null, gap)) {
    const last = board.pop();
    if (last && gap < board.length) board[gap] = last;
  }
}

/**
 * The steps of a game of this browser.
 * @param {{ setup: Setup, events: GameEvent[] }} played
 */
export function stepsOf({ setup, events }) {
  /** @type {Step[]} */
  const steps = [];
  const { chains, shuffles } = changes(setup);
  let game = newGame(setup);
  for (const event of events) {
    const before = game;
    game = step(game, event);
    const { at } = event;
    const { verdict } = game;
    if (game.taken.length > before.taken.length) {
      const set = game.taken[game.taken.length - 1];
      const words = `Set ${game.taken.length}${set.hint ? ', after a hint' : ''}`;
      const gone = chains ? lastSet(before).filter((card) => !set.cards.includes(card)) : set.cards;
      const take = setup.goal.kind === 'layout' ? undefined : gone;
      steps.push({ kind: 'set', words, chosen: set.cards, take, at, time: set.time, size: set.size });
    } else if (game.wrong.length > before.wrong.length) {
      steps.push({ kind: 'wrong', words: 'Not a set', chosen: verdict?.cards, at });
    } else if (event.type === 'none' && !event.auto) {
      const words = event.right ? 'No set here: right' : 'No set here? There was one';
      steps.push({ kind: event.right ? 'none' : 'not-none', words, at });
    } else if (event.type === 'hint') {
      steps.push({ kind: 'hint', words: `Hint, stage ${event.stage}`, at });
    }
    const isShuffled = shuffles && game.taken.length > before.taken.length;
    if (game.dealt > before.dealt) steps.push(dealt(game.deal.slice(before.dealt, game.dealt), at));
    if (isShuffled) steps.push({ kind: 'shuffle', words: 'The board is shuffled', order: /** @type {string[]} */ (game.board), at });
    if (game.over && !before.over) steps.push({ kind: 'end', words: ENDS[game.over], at });
  }
  return steps;
}

/** @param {string[]} deal @param {number} [at] @returns {Step} */
export function dealt(deal, at) {
  return { kind: 'deal', words: deal.length === 1 ? '1 card is dealt' : `${deal.length} cards are dealt`, deal, at };
}

/** How a game ended, by its reason. @type {Record<string, string>} */
export const ENDS = {
  deck: 'The deck is empty and no set is left',
  sets: 'The number of sets is reached',
  layout: 'All sets of the layout are found',
  'given-up': 'The game was given up',
};
