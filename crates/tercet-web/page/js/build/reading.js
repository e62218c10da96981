// Boards as people write them, read by the engine: it knows all notations, and where one is wrong.

import { ask } from '../core/engine.js';
import { EngineError } from '../core/error.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {{ deck: Deck, cards: string[] }} ReadBoard cards as the engine writes them */

/** @param {object} board @param {AbortSignal} signal @returns {Promise<ReadBoard>} */
async function read(board, signal) {
  const { deck, cards } = await ask({ ask: 'explain', board }, { signal });
  return { deck, cards };
}

/**
 * Reads cards of a deck.
 * @param {Deck} deck
 * @param {{ text: string } | { cards: string[] }} written
 * @param {AbortSignal} signal
 * @returns {Promise<ReadBoard>}
 */
export async function readCards(deck, written, signal) {
  return read({ ...written, deck }, signal);
}

/**
 * Reads a board: of this deck, or where its cards do not fit, of the deck that the text itself tells.
 * @param {string} text
 * @param {Deck} deck
 * @param {{ name?: string, signal: AbortSignal }} options `name` chooses one of several boards
 * @returns {Promise<ReadBoard>}
 */
export async function readBoard(text, deck, { name, signal }) {
  const board = name ? { text, name } : { text };
  let first;
  for (const known of [deck, { values: deck.values }, {}]) {
    try {
      return await read({ ...board, deck: known }, signal);
    } catch (error) {
      const isOtherDeck = error instanceof EngineError && ['card-width', 'value-out-of-range', 'other-deck'].includes(error.code);
      first ??= error;
      if (!isOtherDeck) throw boardNames(error) ? error : first;
    }
  }
  throw first;
}

/**
 * The names to choose from, where a text holds several boards.
 * @param {unknown} error
 * @returns {string[] | null}
 */
export function boardNames(error) {
  return error instanceof EngineError && error.code === 'no-such-board' ? (error.data.names ?? []) : null;
}
