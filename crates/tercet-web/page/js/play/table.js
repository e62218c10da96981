// The table: a game while it is played. Every move is an event that `step` folds into the game, and
// the screen follows from the game. The table knows the next cards ahead, asks the engine about
// claims, keeps the game under its link, and runs the clock.

import { announce, button, dayOf, el, fill } from '../core/dom.js';
import { Board } from '../core/board.js';
import { pictures } from '../core/cards.js';
import { ask } from '../core/engine.js';
import { TercetError, inWords } from '../core/error.js';
import { Clock, changes, newGame, step, undo } from '../core/game.js';
import { onKeys } from '../core/keys.js';
import { onSettings } from '../core/store.js';
import { Controls } from './controls.js';
import { bestTimes, firstCards, isDealt, moreCards, prune, restore, save, shownOf, watch } from './games.js';

/** @typedef {import('../core/game.js').GameEvent} GameEvent */
/** @typedef {import('./finished.js').Finished} Finished */

/**
 * @typedef {object} TableOptions
 * @property {import('../core/game.js').Setup} setup
 * @property {string} link under which the game is kept and given to friends
 * @property {AbortSignal} signal ends the visit; the game is kept
 * @property {string} title the heading of the view
 * @property {string[]} [ghosts] the texts of ghosts and bots that race
 * @property {Node[]} [extra] panels below the table's own
 * @property {Node} [greeting] stands below the board before the first choice
 * @property {(game: Finished, games: Finished[]) => (Node | void)} [onOver] is called at the end of a game, with
 *   all finished games, and again if a finished game is restored; the node that it returns, such as a button, is
 *   shown with the result
 */

export class Table {
  #id = '';
  /** The day on which the game began. */
  #day = '';
  clock = new Clock();
  #isPaused = false;
  /** Whether the game, which is over, was kept with the finished ones. */
  #isKept = false;
  /** Whether another state of the game is the one that is saved, so that this one must not replace it. */
  #isLeft = false;
  /** @type {Promise<void> | null} */
  #dealing = null;
  /** The best times of such games. @type {{ same: number | null, others: number | null }} */
  #best = { same: null, others: null };
  /** @type {import('./aside.js').Aside | undefined} */
  aside;
  /** @type {Promise<import('../ghost/race.js').Race | void> | undefined} */
  racing;
  /** @type {import('../ghost/race.js').Race | undefined} */
  #race;

  /** @param {TableOptions} options */
  constructor(options) {
    const { setup, link, title, ghosts = [], extra = [], greeting = '' } = options;
    this.options = options;
    this.game = newGame(setup);
    this.pictures = pictures(setup.deck);
    this.board = new Board({ label: 'Cards on the board', keys: true, room: 'field', onCard: (card) => this.#press(card) });
    this.board.least = setup.start + (changes(setup).chains ? setup.deck.values : 0);
    this.controls = new Controls((action) => this.#act(action), { title, link });
    this.controls.greeting = greeting;
    this.result = el('div', { class: 'column' });
    this.lane = el('ol', { class: 'lane', 'aria-label': 'Race', hidden: !ghosts.length });
    const { status, paused, moves, others } = this.controls;
    this.parts = [
      el('section', { class: 'desk', 'aria-label': 'Table' }, status, el('div', { class: 'middle' }, paused, this.board.field), moves),
      this.lane,
      el('div', { class: 'side column' }, this.result, ...extra, others),
    ];
    const dealing = [el('h1', {}, title), el('p', { role: 'status' }, 'Dealing …')];
    this.element = el('div', { class: 'table' }, el('section', { class: 'panel' }, dealing));
    this.element.style.setProperty('--racers', String(ghosts.length));
  }

  /** Deals the cards, or continues the game that was kept. Throws if there are no such cards. */
  async start() {
    await this.#lay(() => this.#resume());
    const { link, signal } = this.options;
    if (signal.aborted) return;
    const ticking = setInterval(() => (this.controls.tick(this.clock.time), this.#race?.tick(this.clock.time)), 100);
    signal.addEventListener('abort', () => (clearInterval(ticking), this.#saveTime()));
    // A page that is left is hidden next, which is not a pause.
    addEventListener('pagehide', () => (this.#saveTime(), (this.#isLeft = true)), { signal });
    addEventListener('pageshow', () => (this.#isLeft = false), { signal });
    onKeys({ act: (action) => this.#act(action), other: (event) => this.#press(this.board.cardOf(event)) }, signal);
    document.addEventListener('visibilitychange', () => document.hidden && this.#pause(true), { signal });
    const wait = (/** @type {Event} */ event) => this.clock[/** @type {CustomEvent} */ (event).detail ? 'stop' : 'go']('dialog');
    document.addEventListener('dialog', wait, { signal });
    onSettings(() => this.#show().catch((error) => this.fail(error)), signal);
    watch(link, () => ({ id: this.#id, game: this.game }), () => this.#lose(), signal);
  }

  /** Puts a game on the table. @param {() => Promise<void>} open */
  async #lay(open) {
    this.aside?.drop();
    await open();
    const { setup, signal, ghosts = [] } = this.options;
    fill(this.result);
    this.controls.problem.hidden = true;
    this.aside?.hints.clear();
    await this.#show();
    if (signal.aborted) return;
    this.#isLeft = false;
    if (ghosts.length) this.racing = this.#meet(ghosts).catch((error) => this.fail(error));
    if (this.game.over) return this.#finish();
    setTimeout(() => signal.aborted || this.#prefetch().catch(() => {}), 300);
    this.#hintAgain();
    this.#ensure();
    if (setup.goal.kind === 'layout' && this.game.sets === null && !setup.untold) this.#question((aside) => aside.count());
  }

  /** Lets the others of the race begin. @param {string[]} ghosts */
  async #meet(ghosts) {
    const { Race } = await import('../ghost/race.js');
    this.#race?.stop();
    return (this.#race = new Race(this, ghosts));
  }

  /** The same, with an error on the table. @param {() => Promise<void>} open */
  async #open(open) {
    await this.#lay(open).catch((error) => this.fail(error));
  }

  async #resume() {
    const kept = await restore(this.options.link, this.options.setup);
    if (!kept) return this.#begin();
    this.clock = new Clock(kept.time);
    if (kept.isPaused) this.clock.stop('pause');
    [this.#id, this.#day, this.game, this.#isPaused, this.#isKept] = [kept.id, kept.day, kept.game, kept.isPaused, kept.isKept];
  }

  async #begin() {
    const { setup, signal } = this.options;
    this.game = step(newGame(setup), await firstCards(setup, signal));
    this.#id = `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
    this.#day = dayOf(Date.now());
    this.clock = new Clock();
    this.#isPaused = this.#isKept = false;
    this.save().then(prune);
  }

  /** Another tab has moved on. */
  #lose() {
    this.#isLeft = true;
    this.controls.tell('This game was continued in another tab.', button('Continue it here', () => this.#open(() => this.#resume())));
  }

  /** What the first board does without. @returns {Promise<import('./aside.js').Aside>} */
  async #aside() {
    const { Aside } = await import('./aside.js');
    return (this.aside ??= new Aside(this));
  }

  /** Loads what comes later, and the times to beat. */
  async #prefetch() {
    await this.#aside();
    // The first cards may have come without the engine, which a question wakes.
    ask({ ask: 'pictures', deck: this.options.setup.deck, cards: [] }).catch(() => {});
    this.#best = await bestTimes(this.options.setup);
    this.#status();
  }

  // Moves.

  /** @param {string | null} card @returns {boolean} whether there is such a card to press */
  #press(card) {
    if (card === null || this.#isPaused || this.game.over) return false;
    const wasUp = this.isUp(card);
    this.move({ type: 'card', card, at: this.clock.time });
    if (!wasUp) announce(this.pictures.name(card));
    return true;
  }

  /** Whether a card lies face up. @param {string} card */
  isUp = (card) => {
    const { setup, picked, verdict, over } = this.game;
    return !changes(setup).hides || over !== null || [...picked, ...(verdict?.cards ?? []), ...(this.aside?.hints.cards ?? [])].includes(card);
  };

  /** @param {string} action the name of a shortcut, or `give-up` */
  #act(action) {
    const { game } = this;
    const at = this.clock.time;
    if (action === 'race') import('../ghost/choose.js').then(({ chooseGhosts }) => chooseGhosts(this)).catch((error) => this.fail(error));
    else if (action === 'help') import('../core/settings-dialog.js').then(({ changeSettings }) => changeSettings(true));
    else if (game.over) return false;
    else if (action === 'pause') this.#pause(!this.#isPaused);
    else if (action === 'give-up') this.move({ type: 'give-up', at });
    else if (this.#isPaused) return false;
    else if (action === 'hint') this.#question((aside) => aside.hint());
    else if (action === 'none' && !this.controls.none.hidden) this.#question((aside) => aside.none(at));
    else if (action === 'clear' && game.picked.length) this.move({ type: 'clear', at });
    else if (action === 'undo') this.#undo();
    return true;
  }

  /** @param {GameEvent} event */
  async move(event) {
    this.controls.problem.hidden = true;
    try {
      const asked = this.game.board;
      // The next cards are known already, unless the player is faster than the engine.
      if (!isDealt(this.game, 1)) await this.#prepare();
      const { over, board, taken } = this.game;
      if (event.type === 'none' && board !== asked) return;
      this.game = step(this.game, event);
      if (this.game.board !== board || this.game.taken !== taken) this.aside?.drop();
      this.save();
      await this.#show();
      if (this.game.wrong.at(-1)?.cards === this.game.verdict?.cards) this.board.shake(this.game.verdict?.cards ?? []);
      if (this.game.over && !over) await this.#finish();
      else if (this.game.board !== board) this.#ensure();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Asks about the board that lies there now. @param {(aside: import('./aside.js').Aside) => Promise<void>} ask */
  async #question(ask) {
    const { board } = this.game;
    try {
      const aside = await this.#aside();
      if (this.game.board === board && !this.options.signal.aborted) await ask(aside);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Where no board shall be without a set, has more cards dealt. */
  #ensure() {
    if (this.options.setup.untilSet && !this.game.over) this.#question((aside) => aside.ensure());
  }

  /** A hint stays given. */
  #hintAgain() {
    if (this.game.hint) this.#question((aside) => aside.hint(this.game.hint, true));
  }

  async #undo() {
    this.aside?.drop();
    const before = undo(this.game);
    announce(before === this.game ? 'Nothing can be undone.' : 'Undone.');
    if (before === this.game) return;
    this.game = { ...before, verdict: null };
    this.controls.problem.hidden = true;
    this.save();
    await this.#show();
    this.#hintAgain();
    this.#ensure();
  }

  /** @param {boolean} isPaused */
  #pause(isPaused) {
    if (this.game.over || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.clock[isPaused ? 'stop' : 'go']('pause');
    this.#saveTime();
    this.#status();
    // The card that Tab reaches is the one that had the focus.
    const card = /** @type {HTMLElement | null} */ (this.board.element.querySelector('[tabindex="0"]'));
    (isPaused ? this.controls.pause : card)?.focus();
    announce(isPaused ? 'Paused. The cards are hidden.' : 'The game goes on.');
  }

  /** Keeps the time since the last move, unless what is saved is newer. */
  #saveTime() {
    if (!this.game.over && !this.#isLeft) this.save();
  }

  save() {
    this.#isLeft = false;
    const { link, ghosts } = this.options;
    const facts = { link, ghosts, id: this.#id, day: this.#day, time: this.clock.time };
    return save(this.game, { ...facts, isPaused: this.#isPaused, isKept: this.#isKept });
  }

  // The screen.

  /** Shows the game: at once where its cards are drawn, else when they are. */
  async #show() {
    this.pictures = pictures(this.options.setup.deck);
    const preparing = this.#prepare();
    if (shownOf(this.game).every((card) => this.pictures.has(card))) {
      preparing.catch((error) => this.fail(error));
    } else {
      this.clock.stop('drawing');
      await preparing;
    }
    const { game, options } = this;
    if (options.signal.aborted) return;
    // The cards fit the room that they have on the page.
    if (!this.board.element.isConnected) fill(this.element, ...this.parts);
    this.board.show(game.board, this.pictures);
    this.board.press(game.picked);
    this.board.turn(this.isUp);
    if (this.aside) this.aside.show();
    else if (game.verdict || game.taken.length) this.#aside().then((aside) => aside.show()).catch((error) => this.fail(error));
    this.#status();
    const { clock } = this;
    const onPainted = () => ['begin', 'drawing'].forEach((reason) => clock.go(reason));
    requestAnimationFrame(() => requestAnimationFrame(onPainted));
  }

  /** Has the cards of the next moves dealt and drawn. */
  async #prepare() {
    const { setup, deal, dealt, over } = this.game;
    const drawing = this.pictures.draw([...shownOf(this.game), ...deal.slice(dealt, dealt + 6 * setup.deck.values)]);
    if (!over && !isDealt(this.game, 2)) {
      this.#dealing ??= moreCards(this.game, this.options.signal)
        .then((cards) => {
          // Meanwhile the same cards may have been dealt again, from the first.
          if (this.game.deal.length !== deal.length) return;
          this.game = step(this.game, { type: 'more', cards, at: this.clock.time });
        })
        .finally(() => (this.#dealing = null));
      await this.#dealing;
    }
    await drawing;
  }

  #status() {
    this.board.element.hidden = this.#isPaused;
    this.element.classList.toggle('paused', this.#isPaused);
    this.controls.show(this.game, this.#isPaused, this.#best, this.pictures.properties);
    this.controls.tick(this.clock.time);
  }

  /** @param {unknown} error */
  fail(error) {
    const words = inWords(error);
    if (words === null || this.options.signal.aborted) return;
    const isUnknown = error instanceof TercetError && error.isStop && this.game.setup.goal.kind !== 'layout';
    if (!isUnknown) return this.controls.tell(words);
    const pass = () => this.move({ type: 'none', right: true, checked: false, at: this.clock.time });
    this.controls.tell(`${words} It is not known whether there is a set.`, button('Deal without the check', pass));
  }

  async #finish() {
    // The time of the last move; drawing since then does not count.
    const time = this.game.events.at(-1)?.at ?? 0;
    this.clock = new Clock(time);
    this.clock.stop('over');
    const wasKept = this.#isKept;
    [this.#isPaused, this.#isKept] = [false, true];
    this.#status();
    await (await this.#aside()).finish({ id: this.#id, day: this.#day, time }, wasKept, () => this.#open(() => this.#begin()));
  }
}
