// The parts of a table that its first board does not need, and that are loaded after it: questions
// to the engine about the board, with the panels that show its answers, and the end.

import { announce, button, fill } from '../core/dom.js';
import { cardsOf, changes, lastSet, step } from '../core/game.js';
import { progress, verdictWords } from './controls.js';
import { sharing } from '../ghost/share.js';
import { finished } from './finished.js';
import { countSets, keep, keptGames } from './games.js';
import { HintPanel, hint, missed } from './hints.js';
import { resultPanel } from './result.js';
import { VerdictPanel } from './verdict.js';

export class Aside {
  /** The question about the board that the engine works on. @type {AbortController | null} */
  #asking = null;
  /** The stage of the hint that the engine works on. */
  #stage = 0;
  /** What was said last. @type {import('../core/game.js').Game['verdict']} */
  #said = null;

  /** @param {import('./table.js').Table} table */
  constructor(table) {
    this.table = table;
    this.signal = table.options.signal;
    this.verdict = new VerdictPanel();
    this.hints = new HintPanel(() => this.hint());
    table.result.after(this.verdict.element, this.hints.element, this.verdict.found);
  }

  /** Shows and says what follows from the game. */
  show() {
    const { game, pictures } = this.table;
    if (!game.hint && game.over !== 'given-up') {
      this.hints.clear();
      this.table.controls.hint = '';
    }
    this.hints.draw(pictures);
    this.verdict.show(game, pictures);
    this.#mark();
    if (game.verdict === this.#said) return;
    this.#said = game.verdict;
    const { type } = game.verdict ?? {};
    const [bold, plain = ''] = verdictWords(game, pictures.properties);
    // Cards that lie face down again are heard only now.
    const turned = changes(game.setup).hides && type === 'wrong' ? game.verdict?.cards.map((card) => pictures.name(card)).join('; ') : '';
    if (bold) announce(`${turned ? `${turned}. ` : ''}${bold}${plain}. ${game.verdict?.type === 'right' ? progress(game) : ''}`);
  }

  /** Marks cards on the board. @param {string[]} [right] a set that was not found */
  #mark(right = []) {
    const { board, game } = this.table;
    const wrong = game.verdict?.type === 'wrong' || game.verdict?.type === 'unlinked' ? game.verdict.cards : [];
    const marks = { wrong, right, hint: this.hints.cards, last: lastSet(game) };
    board.turn(this.table.isUp);
    board.mark(marks, { wrong: 'a wrong choice', right: 'in the set', hint: 'in the hint', last: 'of the last set' });
  }

  /** The claim that there is no set, which the engine checks. @param {number} at */
  async none(at) {
    await this.#ask(async (isCurrent, signal) => {
      const { isFound } = await hint(this.table.game, 0, signal);
      const last = this.table.game.events.at(-1)?.at ?? 0;
      // Moves made meanwhile do not delay the claim, but events stay in order.
      if (isCurrent()) await this.table.move({ type: 'none', right: !isFound, at: Math.max(at, last) });
    });
  }

  /** Deals more cards if there is no set. */
  async ensure() {
    const { game } = this.table;
    const { isFound } = await hint(game, 0, this.signal);
    if (isFound || this.signal.aborted || this.table.game.board !== game.board) return;
    const last = this.table.game.events.at(-1)?.at ?? 0;
    announce('There was no set, so cards are dealt.');
    await this.table.move({ type: 'none', right: true, auto: true, at: Math.max(last, this.table.clock.time) });
  }

  /** Shows a hint. @param {number} [asked] its stage; the next one without it @param {boolean} [isGiven] whether it was given before */
  async hint(asked = Math.max(this.table.game.hint, this.#stage) + 1, isGiven = false) {
    const { table } = this;
    const stage = (this.#stage = Math.min(asked, table.game.setup.deck.values));
    await this.#ask(async (isCurrent, signal) => {
      const shown = await hint(table.game, stage, signal);
      await table.pictures.draw(shown.cards);
      if (!isCurrent()) return;
      if (!isGiven) table.game = step(table.game, { type: 'hint', stage, at: table.clock.time });
      if (!isGiven) table.save();
      // On a phone the panel is below the moves.
      table.controls.hint = this.hints.show(shown, table.game, table.pictures, isGiven);
      fill(table.controls.said, table.controls.hint);
      this.#mark();
    });
  }

  /**
   * Asks the engine about the board, while the clock runs. It ends with another question, or when the
   * board changes: then the answer is not current.
   * @param {(isCurrent: () => boolean, signal: AbortSignal) => Promise<void>} work
   */
  async #ask(work) {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    const signal = AbortSignal.any([asking.signal, this.signal]);
    const { board } = this.table.game;
    this.table.controls.problem.hidden = true;
    try {
      await work(() => !signal.aborted && this.table.game.board === board, signal);
    } catch (error) {
      if (!signal.aborted) this.table.fail(error);
    }
    if (this.#asking === asking) this.drop();
  }

  /** Ends the question that the engine works on. */
  drop() {
    this.#asking?.abort();
    this.#asking = null;
    this.#stage = 0;
  }

  /** Counts the sets of a layout that lies there. Where that takes too long, their number stays unknown. */
  async count() {
    const { setup, deal } = this.table.game;
    const sets = await countSets(setup.deck, cardsOf(this.table.game), this.signal).then(Number, () => null);
    const { taken, deal: now } = this.table.game;
    if (sets === null || now !== deal || this.signal.aborted) return;
    // If the last set was found meanwhile, the game ended at that time.
    const last = taken.length === sets ? taken.at(-1) : undefined;
    await this.table.move({ type: 'sets', sets, at: last?.at ?? this.table.clock.time });
  }

  /**
   * The end of a game.
   * @param {{ id: string, day: string, time: number }} facts
   * @param {boolean} isKept whether it was over before: a game that was deleted does not come back
   * @param {() => Promise<void>} deal the same cards again
   */
  async finish(facts, isKept, deal) {
    const { options, result } = this.table;
    const { link, title } = options;
    const game = finished(this.table.game, { ...facts, link, title, date: new Date().toISOString() });
    if (!isKept) await keep(game);
    this.table.save();
    const again = button('The same cards again', async () => {
      again.disabled = true;
      await deal();
      again.disabled = false;
      if (!this.table.game.over) this.table.board.focus(0);
    });
    const race = await this.table.racing;
    const games = await keptGames();
    const panel = resultPanel(game, games, [options.onOver?.(game, games), again], sharing(game, () => race?.texts ?? []));
    result.replaceChildren(panel);
    panel.focus();
    const raced = await race?.end();
    if (raced && panel.isConnected) {
      panel.firstElementChild?.after(...raced.said);
      result.append(raced.panel);
    }
    if (game.over === 'given-up') await this.#ask(async (isCurrent, signal) => {
      const { sets, isAll } = await missed(this.table.game, signal);
      if (isCurrent()) this.hints.showMissed(sets, isAll, this.table.pictures, (set) => this.#mark(set ?? []));
    });
  }
}
