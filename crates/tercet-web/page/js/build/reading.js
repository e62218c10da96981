// Boards as people write them. The engine reads them: it knows all notations, and says where a mistake is.

import { ask } from '../core/engine.js';
import { TercetError } from '../core/error.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {{ deck: Deck, cards: string[] }} ReadBoard cards as the engine writes them */

/**
 * Reads a board.
 * @param {{ text: string, name?: string, deck: Partial<Deck> } | { cards: string[], deck: Deck }} board
 * @param {AbortSignal} signal
 * @returns {Promise<ReadBoard>}
 */
export async function read(board, signal) {
  try {
    const { deck, cards } = await ask({ ask: 'explain', board }, { signal });
    return { deck, cards };
  } catch (error) {
    if (!('cards' in board && error instanceof TercetError && error.place)) throw error;
    // The place of the mistake is left out, since a link has no lines.
    throw new TercetError({ code: error.code, message: `The link leads to no board: ${error.message}`, data: error.data });
  }
}

/**
 * Reads a board of this deck or, where its cards do not fit, of the deck that the text itself determines.
 * @param {{ text: string, name?: string }} written `name` chooses one of several boards
 * @param {Deck} deck
 * @param {AbortSignal} signal
 */
export async function readText(written, deck, signal) {
  let first;
  for (const known of [deck, { values: deck.values }, {}]) {
    try {
      return await read({ ...written, deck: known }, signal);
    } catch (error) {
      first ??= error;
      const isOtherDeck = error instanceof TercetError && ['card-width', 'value-out-of-range', 'other-deck'].includes(error.code);
      if (!isOtherDeck) throw boardNames(error) ? error : first;
    }
  }
  throw first;
}

/** The names to choose from, where a text holds several boards. @param {unknown} error @returns {string[] | null} */
export function boardNames(error) {
  return error instanceof TercetError && error.code === 'no-such-board' ? (error.data.names ?? null) : null;
}
