// The buttons of a table below its board, each with its key.

import { button, el } from '../core/dom.js';
import { deckLeft } from '../core/game.js';
import { keyName } from '../core/keys.js';
import { settings } from '../core/store.js';
import { copyLink } from './result.js';

/** @typedef {import('../core/game.js').Game} Game */

export class Controls {
  /** Whether giving up was asked for and waits for a second press. */
  #isGivingUp = false;

  /**
   * @param {(action: string) => void} act with the names of shortcuts, and `give-up`
   * @param {string} link of the game
   */
  constructor(act, link) {
    const of = (/** @type {string} */ action, properties = {}) => button('', () => act(action), properties);
    this.pause = of('pause');
    this.none = of('none', { class: 'main' });
    this.hint = of('hint');
    this.undo = of('undo');
    this.clear = of('clear');
    this.help = of('help', { class: 'quiet', 'aria-haspopup': 'dialog' });
    this.giveUp = button('Give up', () => this.#onGiveUp(act), { class: 'quiet' });
    this.giveUp.addEventListener('blur', () => this.#ask(false));
    this.choice = el('span', { class: 'soft choice' });
    this.moves = el('div', { class: 'row' }, this.none, this.hint, this.clear, this.undo, this.choice);
    this.element = el('div', { class: 'column' }, this.moves, el('div', { class: 'row' }, copyLink(link), this.help, this.giveUp));
  }

  /** @param {(action: string) => void} act */
  #onGiveUp(act) {
    if (this.#isGivingUp) act('give-up');
    this.#ask(!this.#isGivingUp);
  }

  /** @param {boolean} isGivingUp */
  #ask(isGivingUp) {
    this.#isGivingUp = isGivingUp;
    this.giveUp.textContent = isGivingUp ? 'Really give up?' : 'Give up';
  }

  /**
   * @param {Game} game
   * @param {boolean} isPaused
   */
  show(game, isPaused) {
    const { setup, picked, taken, over } = game;
    const isLast = deckLeft(game) === 0n;
    const none = setup.goal.kind === 'layout' && taken.length ? 'No further set' : isLast ? 'No set is left' : 'No set here';
    label(this.none, none, 'none');
    label(this.hint, 'Hint', 'hint');
    label(this.clear, 'Clear', 'clear');
    label(this.undo, 'Undo', 'undo');
    label(this.pause, isPaused ? 'Go on' : 'Pause', 'pause');
    label(this.help, 'Shortcuts', 'help');
    this.choice.textContent = picked.length ? `${picked.length} of ${setup.deck.values} chosen` : '';
    this.moves.hidden = isPaused || over !== null;
    this.pause.hidden = over !== null;
    this.giveUp.hidden = over !== null;
  }
}

/** @param {HTMLButtonElement} control @param {string} words @param {string} action */
function label(control, words, action) {
  control.replaceChildren(words, el('kbd', { 'aria-hidden': 'true' }, keyName(settings().keys[action])));
}
