import { button, el } from '../core/dom.js';
import { deckLeft } from '../core/game.js';
import { keyName } from '../core/keys.js';
import { settings } from '../core/store.js';
import { copyLink } from './result.js';

/** The buttons of a table, most of them with keys. */
export class Controls {
  /**
   * @param {(action: string) => void} act with the name of a shortcut, or `give-up`
   * @param {string} link of the game
   */
  constructor(act, link) {
    const of = (/** @type {string} */ action, properties = {}) => button('', () => act(action), properties);
    this.pause = of('pause');
    this.buttons = { none: of('none', { class: 'main' }), hint: of('hint'), clear: of('clear'), undo: of('undo') };
    this.help = of('help', { class: 'quiet', 'aria-haspopup': 'dialog' });
    // Giving up is asked for twice.
    this.giveUp = button('', () => (this.giveUp.textContent === SURE ? act('give-up') : (this.giveUp.textContent = SURE)), { class: 'quiet' });
    this.choice = el('span', { class: 'soft' });
    this.moves = el('div', { class: 'row' }, Object.values(this.buttons), this.choice);
    this.element = el('div', { class: 'column' }, this.moves, el('div', { class: 'row' }, copyLink(link), this.help, this.giveUp));
  }

  /** @param {import('../core/game.js').Game} game @param {boolean} isPaused */
  show(game, isPaused) {
    const { setup, picked, taken, over } = game;
    const isLayout = setup.goal.kind === 'layout';
    const isLast = !isLayout && deckLeft(game) === 0n;
    label(this.buttons.none, isLayout && taken.length ? 'No further set' : isLast ? 'No set left' : 'No set here', 'none');
    label(this.buttons.hint, 'Hint', 'hint');
    label(this.buttons.clear, 'Clear', 'clear');
    label(this.buttons.undo, 'Undo', 'undo');
    label(this.pause, isPaused ? 'Go on' : 'Pause', 'pause');
    label(this.help, 'Shortcuts', 'help');
    this.giveUp.textContent = 'Give up';
    this.choice.textContent = picked.length ? `${picked.length} of ${setup.deck.values} chosen` : '';
    this.moves.hidden = isPaused || over !== null;
    this.pause.hidden = this.giveUp.hidden = over !== null;
  }
}

const SURE = 'Really give up?';

/** @param {HTMLButtonElement} control @param {string} words @param {string} action */
function label(control, words, action) {
  control.replaceChildren(words, el('kbd', { 'aria-hidden': 'true' }, keyName(settings().keys[action])));
}
