// A race: ghosts and bots play the deal of a table, each on a board of its own. A lane shows their sets as they fall in
// the time of the game, and the end compares set by set.

import { announce, clock, el, fill, panel, plural } from '../core/dom.js';
import { inWords } from '../core/error.js';
import { table as tableOf } from '../core/table.js';
import { counts } from '../play/result.js';
import { thumbs } from '../play/verdict.js';
import { botName, chances, levelOf, nextMove } from './bot.js';
import { compared, endOf, isDone, standing } from './compared.js';
import { begun, judgeOf, setsOn } from './judge.js';
import { MINE, unpack } from './pack.js';
import { Forged, after, replayed } from './replayed.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/game.js').Taken} Taken */

/** How far a bot is ahead of the player: in milliseconds, and in sets when the player is done. */
const [AHEAD, SETS_AHEAD] = [30_000, 30];
/** The number of last sets that a lane shows. */
const SHOWN = 12;
/** The time in which a set falls, in milliseconds. */
const MOTION = 200;

/**
 * Whether a set of another player reveals nothing about this board: it was also taken here, or one of its cards was.
 * @param {Game} mine
 * @param {Taken} set
 */
function isOpen({ board, taken, over }, { cards }) {
  const isGone = (/** @type {string} */ card) => !board.includes(card) && taken.some((own) => own.cards.includes(card));
  return over !== null || cards.some(isGone) || taken.some((own) => cards.every((card) => own.cards.includes(card)));
}

/** A ghost or a bot, and its line of the lane. */
class Racer {
  /** The game as far as it is known. @type {Game | null} */
  game = null;
  /** Why this ghost does not race. */
  problem = '';
  /** Whether a claim of no set could not be checked. */
  isUnsure = false;
  #shown = '';
  #count = 0;
  #head = el('strong');
  #said = el('span', { role: 'status' });
  #lead = el('span', { class: 'soft' });
  #fallen = el('span', { class: 'fallen', 'aria-hidden': 'true' });
  element = el('li', {}, this.#head, this.#said, this.#lead, this.#fallen);

  /** @param {string} text of the link @param {number} number from 1 */
  constructor(text, number) {
    this.text = text;
    this.level = levelOf(text);
    this.name = this.level ? botName(this.level) : `Ghost ${number}`;
  }

  /**
   * Shows the sets that have fallen by a time. Sets that would be a hint lie face down.
   * @param {number} time
   * @param {Game} mine
   * @param {import('../core/cards.js').Pictures} pictures
   */
  async show(time, mine, pictures) {
    const { game, problem, name } = this;
    const fallen = game?.taken.filter(({ at }) => at <= time) ?? [];
    const hints = game?.events.filter(({ type, at }) => type === 'hint' && at <= time).length;
    const end = game?.over && endOf(game) <= time && `${isDone(game) ? 'done in' : 'gave up at'} ${clock(endOf(game))}`;
    const said = game ? [plural(fallen.length, 'set'), hints && plural(hints, 'hint'), end].filter(Boolean).join(', ') : problem || '…';
    const lead = fallen.length - mine.taken.length;
    const sets = fallen.slice(-SHOWN).reverse().map((set) => ({ cards: set.cards, isOpen: isOpen(mine, set) }));
    const shown = JSON.stringify([name, said, lead, sets.map(({ isOpen }) => isOpen), pictures.style]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.classList.toggle('bad', problem !== '');
    // A narrow lane cuts what it says.
    this.element.title = problem || said;
    fill(this.#head, name);
    // Each set of a ghost is announced to screen readers, but not each change of its lead.
    if (this.#said.textContent !== said) fill(this.#said, said);
    fill(this.#lead, game && !end && (lead ? `${Math.abs(lead)} ${lead > 0 ? 'ahead' : 'behind'}` : 'level'));
    await pictures.draw(sets.flatMap(({ cards, isOpen }) => (isOpen ? cards : [])));
    if (shown !== this.#shown) return;
    fill(this.#fallen, sets.map(({ cards, isOpen }) => (isOpen ? thumbs(cards, pictures) : el('i'))));
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (fallen.length > this.#count && !isStill) this.#fallen.firstElementChild?.animate([{ opacity: 0, transform: 'translateY(-1rem)' }, {}], MOTION);
    this.#count = fallen.length;
  }
}

export class Race {
  #ending = new AbortController();
  #isOver = false;
  #time = 0;
  /** Bots that wait for the clock. @type {(() => void)[]} */
  #waiting = [];

  /** @param {import('../play/table.js').Table} table @param {string[]} ghosts the texts of its link */
  constructor(table, ghosts) {
    this.table = table;
    this.signal = AbortSignal.any([table.options.signal, this.#ending.signal]);
    this.racers = ghosts.map((text, i) => new Racer(text, i + 1));
    fill(table.lane, this.racers.map(({ element }) => element));
    this.loaded = Promise.all(this.racers.map((racer) => this.#load(racer)));
  }

  /** Ends it, before another one. */
  stop() {
    this.#ending.abort();
  }

  /** The texts of the others who race, for the links of friends. */
  get texts() {
    return this.racers.filter(({ problem, name }) => !problem && name !== MINE).map(({ text }) => text);
  }

  /** Nothing of a ghost is shown before all of its moves are checked. @param {Racer} racer */
  async #load(racer) {
    const { setup, link } = this.table.options;
    try {
      const ghost = racer.level ? null : unpack(setup.deck, link, racer.text);
      if (ghost === null) await this.#think(racer);
      else if (typeof ghost === 'string') racer.problem = ghost;
      else {
        racer.name = ghost.name || racer.name;
        const judge = judgeOf(this.signal, () => (racer.isUnsure = true));
        racer.game = await replayed(await begun(setup, this.signal), ghost.moves, judge);
      }
    } catch (error) {
      // A bot knows as many sets as are listed, so its claim of no set may be wrong.
      const isLost = racer.level && error instanceof Forged;
      racer.problem = isLost ? 'stopped: the board has more sets than a bot looks at' : inWords(error) ?? '';
    }
    this.show();
  }

  /** Plays the game of a bot, not much faster than it is shown. @param {Racer} racer */
  async #think(racer) {
    const { setup } = this.table.options;
    const judge = judgeOf(this.signal);
    const random = chances(setup.seed, racer.level);
    const isAhead = (/** @type {Game} */ game) =>
      this.#isOver ? game.taken.length > this.table.game.taken.length + SETS_AHEAD : endOf(game) > this.#time + AHEAD;
    let game = (racer.game = await begun(setup, this.signal));
    while (!game.over && !this.signal.aborted) {
      if (!isAhead(game)) {
        game = await after(game, nextMove(game, await setsOn(game, this.signal), racer.level, random), judge);
        racer.game = game;
      } else if (this.#isOver) return;
      else await new Promise((resolve) => this.#waiting.push(() => resolve(null)));
    }
  }

  /** @param {number} time of the game */
  tick(time) {
    this.#time = time;
    for (const wake of this.#waiting.splice(0)) wake();
    this.show();
  }

  /** Shows the lane. */
  show() {
    const { game, pictures } = this.table;
    if (this.signal.aborted || !game.deal.length) return;
    for (const racer of this.racers) racer.show(this.#isOver ? Infinity : this.#time, game, pictures).catch(() => {});
  }

  /** The end of the game: how it compares, in sentences and set by set. */
  async end() {
    this.#isOver = true;
    this.tick(this.#time);
    await this.loaded;
    const { game: mine, pictures } = this.table;
    const others = this.racers.flatMap(({ name, game, problem, isUnsure }) => (game && !problem ? [{ name, game, isUnsure }] : []));
    const said = others.map(({ name, game }) => standing(mine, game, name));
    const rows = compared([mine, ...others.map(({ game }) => game)]);
    await pictures.draw(rows.flatMap(({ cards }) => cards));
    const cell = (/** @type {Taken | undefined} */ set, /** @type {Taken | undefined} */ best) => {
      if (!set) return '–';
      const words = `${clock(set.at)}${set.hint ? ', hint' : ''}`;
      return set === best ? el('strong', {}, words) : `${words} +${((set.at - (best?.at ?? 0)) / 1000).toFixed(1)} s`;
    };
    const line = (/** @type {typeof rows[0]} */ { cards, taken, first }) => [thumbs(cards, pictures), ...taken.map((set) => cell(set, taken[first]))];
    announce(said.join(' '));
    const about = others.map(({ name, game, isUnsure }) => el('p', {}, `${name}: ${counts(game)}`, isUnsure && ' The engine had no time to check that a board held no set.'));
    const problems = this.racers.filter(({ problem }) => problem).map(({ name, problem }) => el('p', { class: 'bad' }, `${name}: ${problem}.`));
    const times = tableOf('Times of the sets', ['Set', 'You', ...others.map(({ name }) => name)], rows.map(line));
    return { said: said.map((words) => el('p', {}, words)), panel: panel('The race, set by set', about, problems, others.length > 0 && rows.length > 0 && times) };
  }
}
