// The table: a game, as somebody plays it. Every move is an event that `step` folds into the game,
// and what is on the screen follows from the game. The table knows the next cards ahead, asks the
// engine about claims, keeps the game under its link, and runs the clock.

import { announce, button, el, fill } from '../core/dom.js';
import { Board } from '../core/board.js';
import { pictures } from '../core/cards.js';
import { EngineError, inWords } from '../core/error.js';
import { cardsOf, newGame, step, undo } from '../core/game.js';
import { onKeys } from '../core/keys.js';
import { onSettings } from '../core/store.js';
import { Clock } from './clock.js';
import { Controls } from './controls.js';
import { firstCards, isDealt, moreCards } from './deal.js';
import { finished } from './finished.js';
import { HintPanel, hint } from './hints.js';
import { resultPanel } from './result.js';
import { bestTime, isElsewhere, keep, keptGames, restore, save } from './saved.js';
import { VerdictPanel } from './verdict.js';

/** @typedef {import('../core/game.js').GameEvent} GameEvent */
/** @typedef {import('./finished.js').Finished} Finished */

/**
 * @typedef {object} TableOptions
 * @property {import('../core/game.js').Setup} setup
 * @property {string} link under which the game is kept and given to friends
 * @property {AbortSignal} signal ends the visit; the game is kept
 * @property {string} title the heading of the place
 * @property {Node[]} [extra] panels below the table's own
 * @property {(game: Finished) => (Node | void)} [onOver] hears of the end, and again if a finished
 *   game is restored; what it returns, such as a button, is shown with the result
 */

export class Table {
  #id = '';
  #clock = new Clock();
  #isPaused = false;
  /** The question about the board that the engine works on. @type {AbortController | null} */
  #asking = null;
  /** The stage of the hint that the engine works on. */
  #stage = 0;
  /** @type {Promise<void> | null} */
  #dealing = null;
  /** The best time of such games. @type {number | null} */
  #best = null;

  /** @param {TableOptions} options */
  constructor(options) {
    const { setup, link, title, extra = [] } = options;
    this.options = options;
    this.game = newGame(setup);
    this.pictures = pictures(setup.deck);
    this.board = new Board({ label: 'Cards on the board', keys: true, onCard: (card) => this.#press(card) });
    this.verdict = new VerdictPanel();
    this.hint = new HintPanel(() => this.#act('hint'));
    this.controls = new Controls((action) => this.#act(action), { title, link });
    this.problem = el('section', { class: 'panel', role: 'alert', hidden: true });
    this.result = el('div', { class: 'column' });
    this.paused = el('p', { class: 'panel', hidden: true }, 'Paused: the cards are hidden, and the clock stands.');
    const { status, moves, others } = this.controls;
    const panels = [this.problem, this.result, this.verdict.element, this.hint.element, this.verdict.found];
    const columns = [[status, this.paused, this.board.element, moves], [...panels, ...extra, others]];
    this.element = el('div', { class: 'split' }, columns.map((column) => el('div', { class: 'column' }, column)));
  }

  /** Deals the cards, or goes on with the game that was kept. Throws where there are no such cards. */
  async start() {
    const { setup, link, signal } = this.options;
    const kept = await restore(link, setup);
    if (kept) [this.#id, this.game, this.#clock] = [kept.id, kept.game, new Clock(kept.time)];
    else await this.#begin();
    await this.#show();
    if (signal.aborted) return;
    const ticking = setInterval(() => this.controls.tick(this.#clock.time), 100);
    signal.addEventListener('abort', () => (clearInterval(ticking), this.#saveTime()));
    addEventListener('pagehide', () => this.#saveTime(), { signal });
    onKeys({ act: (action) => this.#act(action), other: (key) => this.#press(this.board.cardOf(key)) }, signal);
    document.addEventListener('visibilitychange', () => document.hidden && this.#pause(true), { signal });
    onSettings(() => this.#show().catch((error) => this.#fail(error)), signal);
    this.#best = await bestTime(setup);
    this.#status();
    if (this.game.over) await this.#finish();
    if (this.game.hint && !this.game.over) await this.#hint(this.game.hint);
  }

  async #begin() {
    const { setup, signal } = this.options;
    this.game = step(newGame(setup), await firstCards(setup, signal));
    this.#id = `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
    this.#clock = new Clock();
    this.#save();
  }

  // Moves.

  /** @param {string | null} card @returns {boolean} whether there is such a card to press */
  #press(card) {
    if (card === null || this.#isPaused || this.game.over) return false;
    this.#do({ type: 'card', card, at: this.#clock.time });
    return true;
  }

  /** @param {string} action the name of a shortcut, or `give-up` */
  #act(action) {
    const { game } = this;
    if (action === 'help') import('../core/settings-dialog.js').then(({ changeSettings }) => changeSettings());
    else if (game.over) return false;
    else if (action === 'pause') this.#pause(!this.#isPaused);
    else if (action === 'give-up') this.#do({ type: 'give-up', at: this.#clock.time });
    else if (this.#isPaused) return false;
    else if (action === 'hint') this.#hint(Math.max(game.hint, this.#stage) + 1);
    else if (action === 'none') this.#none();
    else if (action === 'clear' && game.picked.length) this.#do({ type: 'clear', at: this.#clock.time });
    else if (action === 'undo') this.#undo();
    return true;
  }

  /** @param {GameEvent} event */
  async #do(event) {
    this.problem.hidden = true;
    try {
      // The cards that follow are known but to somebody who is faster than the engine.
      if (!isDealt(this.game, 1)) await this.#prepare();
      const { over, board, taken } = this.game;
      this.game = step(this.game, event);
      if (this.game.board !== board || this.game.taken !== taken) this.#asking?.abort();
      this.#save();
      await this.#show();
      if (this.game.over && !over) await this.#finish();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #undo() {
    const before = undo(this.game);
    announce(before === this.game ? 'Nothing can be undone.' : 'Undone.');
    this.game = before;
    this.verdict.skip(before.verdict);
    this.#save();
    await this.#show();
    if (this.game.hint) await this.#hint(this.game.hint);
  }

  /** The claim that there is no set, which the engine checks. */
  async #none() {
    const at = this.#clock.time;
    await this.#ask(async (signal) => this.#do({ type: 'none', right: !(await hint(this.game, 0, signal)).isFound, at }));
  }

  /** @param {number} asked */
  async #hint(asked) {
    const stage = (this.#stage = Math.min(asked, this.game.setup.deck.values));
    await this.#ask(async (signal) => {
      const shown = await hint(this.game, stage, signal);
      await this.pictures.draw(shown.cards);
      if (signal.aborted) return;
      if (stage > this.game.hint) this.game = step(this.game, { type: 'hint', stage, at: this.#clock.time });
      this.#save();
      this.hint.show(shown, this.game, this.pictures);
      this.#mark();
    });
  }

  /**
   * Asks the engine about the board, while the clock stands. It ends with another question, or when
   * the board changes.
   * @param {(signal: AbortSignal) => Promise<void>} work
   */
  async #ask(work) {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    this.problem.hidden = true;
    this.#clock.stop('asking');
    try {
      await work(AbortSignal.any([asking.signal, this.options.signal]));
    } catch (error) {
      this.#fail(error);
    }
    if (this.#asking !== asking) return;
    this.#asking = null;
    this.#stage = 0;
    this.#clock.go('asking');
  }

  /** @param {boolean} isPaused */
  #pause(isPaused) {
    if (this.game.over || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.#clock[isPaused ? 'stop' : 'go']('pause');
    this.#saveTime();
    this.#status();
    // The card that Tab reaches is the one that had the focus.
    const card = /** @type {HTMLElement | null} */ (this.board.element.querySelector('[tabindex="0"]'));
    (isPaused ? this.controls.pause : card)?.focus();
    announce(isPaused ? 'Paused. The cards are hidden.' : 'The game goes on.');
  }

  /** Keeps the time since the last move, unless another tab has moved on. */
  #saveTime() {
    if (!this.game.over && !isElsewhere(this.options.link)) this.#save();
  }

  #save() {
    save(this.game, { link: this.options.link, id: this.#id, time: this.#clock.time });
  }

  // The screen.

  /** Shows the game: at once where its cards are drawn, else when they are. */
  async #show() {
    this.pictures = pictures(this.options.setup.deck);
    const preparing = this.#prepare();
    if (this.#shown().every((card) => this.pictures.has(card))) {
      preparing.catch((error) => this.#fail(error));
    } else {
      this.#clock.stop('drawing');
      await preparing;
    }
    if (this.options.signal.aborted) return;
    this.board.show(this.game.board, this.pictures);
    this.board.press(this.game.picked);
    if (!this.game.hint) this.hint.clear();
    this.#mark();
    this.#status();
    this.verdict.show(this.game, this.pictures, this.options.signal);
    const clock = this.#clock;
    const onPainted = () => ['begin', 'drawing'].forEach((reason) => clock.go(reason));
    requestAnimationFrame(() => requestAnimationFrame(onPainted));
  }

  /** The cards on the screen. */
  #shown() {
    return [...cardsOf(this.game), ...(this.game.verdict?.cards ?? [])];
  }

  /** Has the cards of the next moves dealt and drawn. */
  async #prepare() {
    const { setup, deal, dealt, over } = this.game;
    const drawing = this.pictures.draw([...this.#shown(), ...deal.slice(dealt, dealt + 6 * setup.deck.values)]);
    if (!over && !isDealt(this.game, 2)) {
      this.#dealing ??= moreCards(this.game, this.options.signal)
        .then((cards) => void (this.game = step(this.game, { type: 'more', cards, at: this.#clock.time })))
        .finally(() => (this.#dealing = null));
      await this.#dealing;
    }
    await drawing;
  }

  #mark() {
    const { verdict } = this.game;
    const wrong = verdict?.type === 'wrong' ? verdict.cards : [];
    this.board.mark({ wrong, hint: this.hint.cards }, { wrong: 'not a set', hint: 'in the hint' });
  }

  #status() {
    this.board.element.hidden = this.#isPaused;
    this.paused.hidden = !this.#isPaused;
    this.controls.show(this.game, this.#isPaused, this.#best);
    this.controls.tick(this.#clock.time);
  }

  /** @param {unknown} error */
  #fail(error) {
    const words = inWords(error);
    if (words === null || this.options.signal.aborted) return;
    const isUnknown = error instanceof EngineError && error.isStop && this.game.setup.goal.kind !== 'layout';
    const pass = () => this.#do({ type: 'none', right: true, checked: false, at: this.#clock.time });
    const passing = [el('p', {}, 'It is not known whether a set is here.'), button('Deal on without the check', pass)];
    this.problem.hidden = false;
    fill(this.problem, el('p', { class: 'bad' }, words), isUnknown ? passing : []);
  }

  // The end.

  async #finish() {
    const { link, title, onOver } = this.options;
    this.#clock.stop('over');
    this.#isPaused = false;
    this.#save();
    const facts = { id: this.#id, link, title, time: this.#clock.time, date: new Date().toISOString() };
    const game = await keep(finished(this.game, facts));
    const again = button('The same cards again', () => this.#again().catch((error) => this.#fail(error)));
    const panel = resultPanel(game, await keptGames(), [onOver?.(game), again]);
    fill(this.result, panel);
    this.#status();
    panel.focus();
    if (game.over === 'given-up') await this.#hint(game.setup.deck.values);
  }

  async #again() {
    await this.#begin();
    fill(this.result);
    this.hint.clear();
    this.#best = await bestTime(this.options.setup);
    await this.#show();
    this.board.focus(0);
  }
}
