import { button, clock, el, fill, plural } from '../core/dom.js';
import { deckLeft } from '../core/game.js';
import { keyName } from '../core/keys.js';
import { settings } from '../core/store.js';
import { copyLink } from './result.js';
import { progress } from './verdict.js';

/** Above this number it is not told how many cards are left in the deck. */
const MANY = 1_000_000_000n;

/** What is above and below the board: the clock and the counts, and the buttons, most of them with keys. */
export class Controls {
  /**
   * @param {(action: string) => void} act with the name of a shortcut, or `give-up`
   * @param {{ title: string, link: string }} game
   */
  constructor(act, { title, link }) {
    const of = (/** @type {string} */ action, words = '', properties = {}) => {
      const control = button('', () => act(action), properties);
      label(control, words, action);
      return control;
    };
    this.time = el('span', { class: 'clock number', role: 'timer', 'aria-label': 'Time' });
    this.counts = el('span', { class: 'row soft' });
    this.pause = of('pause');
    this.status = el('div', { class: 'row status' }, this.time, el('h1', {}, title), this.counts, this.pause);
    this.none = of('none', '', { class: 'main' });
    this.choice = el('span', { class: 'soft' });
    this.moves = el('div', { class: 'row' }, this.none, of('hint', 'Hint'), of('clear', 'Clear'), of('undo', 'Undo'), this.choice);
    this.giveUp = button('Give up', () => act('give-up'), { class: 'quiet', 'aria-haspopup': 'dialog' });
    const help = of('help', 'Shortcuts', { class: 'quiet', 'aria-haspopup': 'dialog' });
    const others = el('div', { class: 'row' }, copyLink(link), help, this.giveUp);
    this.element = el('div', { class: 'column' }, this.moves, others);
  }

  /** @param {number} time */
  tick(time) {
    this.time.textContent = clock(time);
  }

  /**
   * @param {import('../core/game.js').Game} game
   * @param {boolean} isPaused
   * @param {number | null} best the best time of such games
   */
  show(game, isPaused, best) {
    const { setup, picked, taken, over } = game;
    const isLayout = setup.goal.kind === 'layout';
    const left = deckLeft(game);
    const cards = isLayout || left > MANY ? null : left ? `${plural(left, 'card')} in the deck` : 'the deck is empty';
    const toBeat = best === null || over ? null : `best ${clock(best)}`;
    fill(this.counts, [progress(game), cards, toBeat].map((words) => words && el('span', {}, words)));
    label(this.none, isLayout && taken.length ? 'No further set' : isLayout || left ? 'No set here' : 'No set left', 'none');
    label(this.pause, isPaused ? 'Go on' : 'Pause', 'pause');
    this.choice.textContent = picked.length ? `${picked.length} of ${setup.deck.values} chosen` : '';
    this.moves.hidden = isPaused || over !== null;
    this.pause.hidden = this.giveUp.hidden = over !== null;
  }
}

/** @param {HTMLButtonElement} control @param {string} words @param {string} action */
function label(control, words, action) {
  fill(control, words, el('kbd', { 'aria-hidden': 'true' }, keyName(settings().keys[action])));
}
