// The table: a game of a setup, as somebody plays it. Every move is an event that `step` folds into
// the game; what is on the screen follows from the game. The table deals cards of the seed ahead,
// keeps the game under its link, and runs the clock.

import { announce, button, clock as clockText, el, fill, grouped, plural } from '../core/dom.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { Board } from '../core/board.js';
import { pictures } from '../core/cards.js';
import { size } from '../core/deck.js';
import { cardsOf, deckLeft, newGame, step, undo, wanted } from '../core/game.js';
import { keyName, onKeys } from '../core/keys.js';
import { all, onSettings, put, settings } from '../core/store.js';
import { Clock } from './clock.js';
import { finished } from './finished.js';
import { forget, restore, save } from './saved.js';

/** @typedef {import('../core/game.js').Setup} Setup */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/game.js').GameEvent} GameEvent */
/** @typedef {import('./finished.js').Finished} Finished */

/**
 * @typedef {object} TableOptions
 * @property {Setup} setup
 * @property {string} link under which the game is kept and given to friends
 * @property {AbortSignal} signal ends the game's visit; the game is kept
 * @property {string} title the heading of the place
 * @property {boolean} [hideSets] on a layout: do not tell how many sets there are; the claim "no set here" ends the game
 * @property {Node[]} [extra] panels beside the board, below the table's own
 * @property {(game: Finished) => (Node | void)} [onOver] hears of the end; what it returns is shown with the result
 */

export class Table {
  /** @param {TableOptions} options */
  constructor(options) {
    this.options = options;
    this.element = el('div', { class: 'split table' });
    this.game = newGame(options.setup);
  }

  /**
   * Deals the cards, or goes on with the game that was kept. It throws where there are no such cards.
   * @returns {Promise<void>}
   */
  async start() {}
}
