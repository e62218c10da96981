// Boards as people write them. The engine reads them: it knows all notations and other forms, and says where a mistake is.

import { ask } from '../core/engine.js';
import { TercetError } from '../core/error.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {{ deck: Deck, cards: string[] }} ReadBoard cards as the engine writes them */

/** The codes of errors that mean that no notation reads the cards. */
const UNREAD = ['not-a-card', 'value-out-of-range', 'card-width', 'no-cards'];

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
 * Reads a board of this deck or, where its cards do not fit, of the deck that the text itself determines. A text in no
 * notation is read in any other form, and `reading` says what was assumed.
 * @param {{ text: string, name?: string }} written `name` chooses one of several boards
 * @param {Deck} deck
 * @param {AbortSignal} signal
 * @returns {Promise<ReadBoard & { reading?: string }>}
 */
export async function readText(written, deck, signal) {
  /** @type {any} */
  let first;
  for (const known of [deck, { values: deck.values }, {}]) {
    try {
      return await read({ ...written, deck: known }, signal);
    } catch (error) {
      if (boardNames(error)) throw error;
      first ??= error;
      const isOtherDeck = error instanceof TercetError && ['card-width', 'value-out-of-range', 'other-deck'].includes(error.code);
      if (!isOtherDeck) break;
    }
  }
  if (!UNREAD.includes(first.code)) throw first;
  for (const known of [deck, {}]) {
    try {
      return await readForm(written, known, signal);
    } catch (error) {
      if (boardNames(error)) throw error;
      // What is in no form at all has the error of the notations.
      if (!(error instanceof TercetError && error.data.forms)) first = error;
    }
  }
  throw first;
}

/** @param {{ text: string, name?: string }} written @param {Partial<Deck>} known @param {AbortSignal} signal */
async function readForm({ text, name }, known, signal) {
  const { boards } = await ask({ ask: 'read', text, deck: known }, { signal });
  /** @type {(ReadBoard & { name?: string, reading?: string }) | undefined} */
  const board = boards.length > 1 ? boards.find((/** @type {any} */ one) => name && one.name === name) : boards[0];
  if (board) return { deck: board.deck, cards: board.cards, reading: board.reading };
  const names = boards.flatMap((/** @type {any} */ one) => one.name ?? []);
  throw new TercetError({ code: 'no-such-board', message: `the text holds ${boards.length} boards`, data: { names } });
}

/** The names to choose from, where a text holds several boards. @param {unknown} error @returns {string[] | null} */
export function boardNames(error) {
  return error instanceof TercetError && error.code === 'no-such-board' ? (error.data.names ?? null) : null;
}
