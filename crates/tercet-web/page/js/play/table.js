// The table: a game, as somebody plays it. Every move is an event that `step` folds into the game,
// and what is on the screen follows from the game. The table knows the next cards ahead, asks the
// engine about claims, keeps the game under its link, and runs the clock.

import { announce, button, el, fill } from '../core/dom.js';
import { Board } from '../core/board.js';
import { pictures } from '../core/cards.js';
import { confirmed } from '../core/dialog.js';
import { EngineError, inWords } from '../core/error.js';
import { cardsOf, newGame, step, undo } from '../core/game.js';
import { onKeys } from '../core/keys.js';
import { onSettings } from '../core/store.js';
import { Clock } from './clock.js';
import { Controls } from './controls.js';
import { firstCards, isDealt, moreCards } from './deal.js';
import { bests, finished } from './finished.js';
import { HintPanel, hint } from './hints.js';
import { resultPanel } from './result.js';
import { keep, keptGames, restore, save } from './saved.js';
import { VerdictPanel, thumbs } from './verdict.js';

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
    this.found = el('section', { class: 'panel', 'aria-label': 'Sets found', hidden: true });
    this.problem = el('section', { class: 'panel', role: 'alert', hidden: true });
    this.result = el('div', { class: 'column' });
    this.paused = el('p', { class: 'panel', hidden: true }, 'Paused: the cards are hidden, and the clock stands.');
    this.element = el(
      'div',
      { class: 'split' },
      el('div', { class: 'column' }, this.controls.status, this.paused, this.board.element, this.controls.element),
      el('div', { class: 'column' }, this.problem, this.result, this.verdict.element, this.hint.element, this.found, extra),
    );
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
    signal.addEventListener('abort', () => {
      clearInterval(ticking);
      // A game that stands still may have gone on in another tab.
      if (!this.#isPaused && !this.game.over) this.#save();
    });
    onKeys({ act: (action) => this.#act(action), other: (key) => this.#press(this.board.cardOf(key)) }, signal);
    document.addEventListener('visibilitychange', () => document.hidden && this.#pause(true), { signal });
    onSettings(() => this.#show().catch((error) => this.#fail(error)), signal);
    if (this.game.over) await this.#finish();
    else await this.#compare();
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
    else if (action === 'give-up') this.#giveUp();
    else if (this.#isPaused) return false;
    else if (action === 'hint') this.#hint(Math.min(game.hint + 1, game.setup.deck.values));
    else if (action === 'none') this.#none();
    else if (action === 'clear') this.#do({ type: 'clear', at: this.#clock.time });
    else if (action === 'undo') this.#undo();
    return true;
  }

  /** @param {GameEvent} event */
  async #do(event) {
    this.#asking?.abort();
    this.problem.hidden = true;
    try {
      // The cards that follow are known but to somebody who is faster than the engine.
      if (!isDealt(this.game, 1)) await this.#prepare();
      const wasOver = this.game.over;
      this.game = step(this.game, event);
      this.#save();
      await this.#show();
      if (this.game.over && !wasOver) await this.#finish();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #undo() {
    this.game = undo(this.game);
    this.#save();
    await this.#show();
    if (this.game.hint) await this.#hint(this.game.hint);
  }

  /** The claim that there is no set, which the engine checks. */
  #none() {
    const at = this.#clock.time;
    return this.#ask(async (signal) => {
      const { isFound } = await hint(this.game, 0, signal);
      await this.#do({ type: 'none', right: !isFound, at });
    });
  }

  async #giveUp() {
    if (await confirmed('Give up?', 'The game ends here.', 'Give up')) this.#do({ type: 'give-up', at: this.#clock.time });
  }

  /** @param {number} stage */
  #hint(stage) {
    return this.#ask(async (signal) => {
      const shown = await hint(this.game, stage, signal);
      await this.pictures.draw(shown.cards);
      if (stage > this.game.hint) this.game = step(this.game, { type: 'hint', stage, at: this.#clock.time });
      this.#save();
      this.hint.show(shown, this.game, this.pictures);
      this.#mark();
    });
  }

  /**
   * Asks the engine about the board, while the clock stands. A move ends it.
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
    this.#clock.go('asking');
  }

  /** @param {boolean} isPaused */
  #pause(isPaused) {
    if (this.game.over || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#clock.stop('pause');
    else this.#clock.go('pause');
    this.#save();
    this.#status();
    // The card that Tab reaches is the one that had the focus.
    const card = /** @type {HTMLElement | null} */ (this.board.element.querySelector('[tabindex="0"]'));
    (isPaused ? this.controls.pause : card)?.focus();
    announce(isPaused ? 'Paused. The cards are hidden.' : 'The game goes on.');
  }

  #save() {
    save(this.game, { link: this.options.link, id: this.#id, time: this.#clock.time });
  }

  // The screen.

  /** Shows the game: at once where its cards are drawn, else when they are. */
  async #show() {
    this.pictures = pictures(this.options.setup.deck);
    const preparing = this.#prepare();
    if (cardsOf(this.game).every((card) => this.pictures.has(card))) {
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

  /** Has the cards of the next two moves dealt and drawn. */
  async #prepare() {
    const { setup, deal, dealt, over } = this.game;
    const drawing = this.pictures.draw([...cardsOf(this.game), ...deal.slice(dealt, dealt + 2 * setup.deck.values)]);
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
    const { game } = this;
    const isLayout = game.setup.goal.kind === 'layout';
    this.board.element.hidden = this.#isPaused;
    this.paused.hidden = !this.#isPaused;
    this.found.hidden = !isLayout || game.taken.length === 0;
    if (isLayout) fill(this.found, el('h2', {}, 'Found'), game.taken.map(({ cards }) => thumbs(cards, this.pictures)));
    this.controls.show(game, this.#isPaused, this.#best);
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

  /** Tells the best time of such games without help. */
  async #compare() {
    const { same, kind } = bests(await keptGames(), { setup: this.options.setup, helped: false });
    this.#best = same ?? kind;
    this.#status();
  }

  async #again() {
    await this.#begin();
    fill(this.result);
    this.hint.clear();
    await this.#show();
    await this.#compare();
    this.board.focus(0);
  }
}
