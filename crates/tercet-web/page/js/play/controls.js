import { button, clock, copyButton, duration, el, fill, plural } from '../core/dom.js';
import { whyNotSet } from '../core/deck.js';
import { changes, deckLeft, lastSet } from '../core/game.js';
import { keyName } from '../core/keys.js';
import { address } from '../core/link.js';
import { settings } from '../core/store.js';

/** @typedef {import('../core/game.js').Game} Game */

/** Above this number, the number of cards left in the deck is not shown. */
const MANY = 1_000_000_000n;

/** How far a game is: `4 of 10 sets`. @param {Game} game */
export function progress({ setup: { goal, exactly, told }, taken, sets }) {
  // Before the first set of a layout, the number of its sets would reveal whether it has one.
  const isTold = taken.length > 0 || typeof (exactly ?? told) === 'number';
  const of = goal.kind === 'sets' ? goal.sets : goal.kind === 'layout' && isTold ? sets : null;
  const found = of === null ? plural(taken.length, 'set') : `${taken.length} of ${plural(of, 'set')}`;
  return goal.kind === 'layout' ? `${found} found` : found;
}

/**
 * What is said of the last choice: in bold and plain.
 * @param {Game} game
 * @param {import('../core/cards.js').PropertyNames[]} names
 * @returns {string[]}
 */
export function verdictWords(game, names) {
  const { verdict, setup, taken, over } = game;
  const isFurther = setup.goal.kind === 'layout' && taken.length > 0;
  switch (verdict?.type) {
    case 'right':
      return ['✓ Set', ` after ${duration(taken.at(-1)?.time ?? 0)}`];
    case 'wrong':
      return ['✗ Not a set', `. ${whyNotSet(setup.deck, verdict.cards, names).join('; ')}`];
    case 'unlinked':
      return ['✗ A set, but not of the chain', ': it must hold exactly one card of the last set'];
    case 'again':
      return ['You have found this set already'];
    case 'not-none':
      return [isFurther ? '✗ There is another set' : '✗ There is a set'];
    case 'none':
      return ['✓ Right, no set', over ? ' is left' : `: ${plural(verdict.dealt ?? 0, 'card')} more`];
    default:
      return [];
  }
}

/** What is around the board: the clock and the counts, and the buttons, most of them with keys. */
export class Controls {
  /** The hint that was given, in short. */
  hint = '';
  /** What stands there before the first choice. @type {Node | string} */
  greeting = '';
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
    this.counts = el('span', { class: 'counts soft' });
    this.pauseWords = new Text();
    this.pause = of('pause', this.pauseWords);
    const full = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    const words = { class: 'full', title: 'Full screen', 'aria-label': 'Full screen', hidden: !document.fullscreenEnabled };
    this.status = el('div', { class: 'status' }, this.time, el('h1', {}, title), this.counts, button(el('span', { class: 'corners' }), full, words), this.pause);
    this.noneWords = new Text();
    this.said = el('p', { class: 'said' });
    this.none = of('none', this.noneWords, { class: 'main' });
    this.clear = of('clear', 'Clear');
    this.undo = of('undo', 'Undo');
    this.buttons = el('div', { class: 'row' }, this.none, of('hint', 'Hint'), this.clear, this.undo);
    this.problem = el('section', { class: 'problem', role: 'alert', hidden: true });
    this.moves = el('div', { class: 'moves' }, this.problem, this.said, this.buttons);
    const giveUp = async () => {
      const { confirmed } = await import('../core/dialog.js');
      if (await confirmed('Give up?', 'The game ends here.', 'Give up')) act('give-up');
    };
    this.giveUp = button('Give up', giveUp, { class: 'quiet', 'aria-haspopup': 'dialog' });
    const help = of('help', 'Shortcuts', { class: 'quiet', 'aria-haspopup': 'dialog' });
    const race = button('Race …', () => act('race'), { 'aria-haspopup': 'dialog' });
    this.paused = el('p', { class: 'panel' }, 'Paused: the cards are hidden, and the clock stands.');
    const copy = copyButton('Copy link', () => address(link), 'Link copied. It leads to the same cards.');
    this.others = el('div', { class: 'row' }, copy, race, help, this.giveUp);
  }

  /** Tells what went wrong in place of what was said, and what to do about it in place of the moves. @param {string} words @param {HTMLElement} [remedy] */
  tell(words, remedy) {
    const close = () => (this.problem.hidden = true);
    this.problem.hidden = false;
    fill(this.problem, el('p', { class: 'said bad' }, words), remedy && el('div', { class: 'row' }, remedy, button('Close', close)));
  }

  /** @param {number} time */
  tick(time) {
    this.time.textContent = clock(time);
  }

  /**
   * @param {import('../core/game.js').Game} game
   * @param {boolean} isPaused
   * @param {{ same: number | null, others: number | null }} best the best times of such games
   * @param {import('../core/cards.js').PropertyNames[]} names
   */
  show(game, isPaused, best, names) {
    const { setup, picked, taken, wrong, over } = game;
    const isLayout = setup.goal.kind === 'layout';
    const left = deckLeft(game);
    const cards = isLayout || left > MANY ? null : left ? `${left} left` : 'the deck is empty';
    const { same, others } = best;
    const toBeat = same !== null ? `best ${clock(same)}` : others !== null ? `best of other deals ${clock(others)}` : null;
    fill(this.counts, [progress(game), cards, !over && toBeat].map((words) => words && el('span', {}, words)));
    this.noneWords.data = isLayout && taken.length ? 'No further set' : isLayout || left ? 'No set here' : 'No set left';
    this.pauseWords.data = isPaused ? 'Resume' : 'Pause';
    for (const [action, key] of this.#keys) key.textContent = keyName(settings().keys[action]);
    const [bold, plain] = verdictWords(game, names);
    const colour = bold?.startsWith('✓') ? 'good' : bold?.startsWith('✗') ? 'bad' : '';
    const { hides } = changes(setup);
    const choice = picked.length ? `${picked.length} of ${setup.deck.values} ${hides ? 'turned up' : 'chosen'}` : '';
    const rule = lastSet(game).length > 0 && 'Use exactly one card of the last set, which are marked with 1';
    fill(this.said, bold ? [el('strong', { class: colour }, bold), plain] : choice || this.hint || rule || (!taken.length && !wrong.length && this.greeting));
    this.paused.hidden = !isPaused;
    this.none.hidden = setup.untilSet === true || setup.told !== undefined;
    for (const button of [this.clear, this.undo]) button.hidden = hides === true;
    this.buttons.hidden = isPaused || over !== null;
    this.pause.hidden = this.giveUp.hidden = over !== null;
  }
}
