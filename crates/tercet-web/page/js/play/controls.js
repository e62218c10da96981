import { button, clock, el, fill, plural } from '../core/dom.js';
import { confirmed } from '../core/dialog.js';
import { deckLeft } from '../core/game.js';
import { keyName } from '../core/keys.js';
import { settings } from '../core/store.js';
import { copyLink } from './result.js';
import { progress } from './verdict.js';

/** Above this number it is not told how many cards are left in the deck. */
const MANY = 1_000_000_000n;

/** What is around the board: the clock and the counts, and the buttons, most of them with keys. */
export class Controls {
  /** The key of each action on its button. @type {Map<string, HTMLElement>} */
  #keys = new Map();

  /**
   * @param {(action: string) => void} act with the name of a shortcut, or `give-up`
   * @param {{ title: string, link: string }} game
   */
  constructor(act, { title, link }) {
    const of = (/** @type {string} */ action, /** @type {Node | string} */ words, properties = {}) => {
      const key = el('kbd', { 'aria-hidden': 'true' });
      this.#keys.set(action, key);
      return button(words, () => act(action), properties, key);
    };
    this.time = el('span', { class: 'clock number', role: 'timer', 'aria-label': 'Time' });
    this.counts = el('span', { class: 'row soft' });
    this.pauseWords = new Text();
    this.pause = of('pause', this.pauseWords);
    this.status = el('div', { class: 'row status' }, this.time, el('h1', {}, title), this.counts, this.pause);
    this.noneWords = new Text();
    this.choice = el('span', { class: 'soft' });
    const none = of('none', this.noneWords, { class: 'main' });
    const moves = [none, of('hint', 'Hint'), of('clear', 'Clear'), of('undo', 'Undo')];
    this.moves = el('div', { class: 'row moves' }, moves, this.choice);
    const giveUp = async () => (await confirmed('Give up?', 'The game ends here.', 'Give up')) && act('give-up');
    this.giveUp = button('Give up', giveUp, { class: 'quiet', 'aria-haspopup': 'dialog' });
    const help = of('help', 'Shortcuts', { class: 'quiet', 'aria-haspopup': 'dialog' });
    this.others = el('div', { class: 'row' }, copyLink(link), help, this.giveUp);
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
    this.noneWords.data = isLayout && taken.length ? 'No further set' : isLayout || left ? 'No set here' : 'No set left';
    this.pauseWords.data = isPaused ? 'Go on' : 'Pause';
    for (const [action, key] of this.#keys) key.textContent = keyName(settings().keys[action]);
    this.choice.textContent = picked.length ? `${picked.length} of ${setup.deck.values} chosen` : '';
    this.moves.hidden = isPaused || over !== null;
    this.pause.hidden = this.giveUp.hidden = over !== null;
  }
}
