// The functions of the package, wherever it runs.
//
// Each question is a request and an answer of the engine, as for every other surface. Those of small boards are answered
// at once, in this thread, and `ask` has workers.

import { TercetError } from './core/error.js';
import { guarded, reading, written } from './request.js';
import { Answerer } from './worker/answerer.js';
import { Lane } from './worker/lane.js';

/** The seconds of a question that is answered at once, if it asks for no other time. */
const MOMENT = 10;

/** The questions about a board whose method and limits are fields of `search`, and these fields. */
const SEARCHING = ['find', 'list', 'count'];
const SEARCH = ['method', 'timeout', 'memory'];

/** The codes of errors that mean that no notation reads the cards of a board. */
const UNREAD = ['not-a-card', 'value-out-of-range', 'card-width', 'no-cards', 'board-line'];

/**
 * The functions of the package.
 * @param {import('./worker/lane.js').Host} host
 * @param {WebAssembly.Module} module the engine of questions
 */
export function tercet(host, module) {
  const here = new Answerer(module);
  const pool = new Pool(host, 'tercet.wasm');

  /**
   * Answers a question in this thread.
   * @param {string} question
   * @param {unknown} fields
   * @returns {any}
   */
  function at(question, fields) {
    const { request, timeout } = guarded(() => {
      const request = requested(question, fields);
      return { request, timeout: (request.search ?? request).timeout };
    });
    const most = timeout === undefined ? MOMENT : Infinity;
    const once = (/** @type {any} */ request) => answered(here.answer({ request: written(request), most }));
    try {
      return once(request);
    } catch (error) {
      const { board, reading } = read(request, error);
      return { ...once({ ...request, board }), reading };
    }
  }

  /**
   * The board of a request in another form than the notations, and what was assumed about it.
   * @param {any} request
   * @param {any} error why the notations do not read it
   */
  function read(request, error) {
    const isUnread = (/** @type {any} */ error) => error instanceof TercetError && UNREAD.includes(error.code);
    // Letters that count on after 9 are values, of which another one is a slip of the pen.
    const isSlip = error.code === 'value-out-of-range' && request.board?.deck?.values > 9;
    if (!isUnread(error) || isSlip) throw error;
    try {
      const question = guarded(() => written(reading(request.board)));
      const [{ cards, deck, reading: assumed }, second] = answered(here.answer({ request: question, most: MOMENT })).boards;
      // One card alone does not tell what its names are.
      if (!second && cards.length > 1) return { board: { cards, deck }, reading: assumed };
    } catch (/** @type {any} */ other) {
      // What is in no form at all has the error of the notations.
      if (isUnread(other) && !other.data.forms) throw other;
    }
    throw error;
  }

  const about = (/** @type {string} */ question) => (/** @type {unknown} */ board, /** @type {unknown} */ options = undefined) =>
    at(question, guarded(() => ({ ...checked(options, 'options'), board })));

  const [find, list, count, explain, hint] = ['find', 'list', 'count', 'explain', 'hint'].map(about);

  /** A board of cards, which remain those of the program. */
  class Board {
    /** @type {readonly any[]} */
    #cards;
    /** @type {{ cards: string[], deck: { values: number, properties: number } }} */
    #plain;

    /** @param {unknown} cards @param {unknown} [deck] */
    constructor(cards, deck) {
      const { cards: texts, deck: whole, reading } = explain(guarded(() => boarded(cards, deck)));
      this.#plain = { cards: texts, deck: whole };
      this.reading = reading;
      this.#cards = Object.freeze(Array.isArray(cards) ? [...cards] : texts);
    }

    get cards() {
      return this.#cards;
    }

    get deck() {
      return { ...this.#plain.deck };
    }

    /** @param {unknown} [options] */
    find(options) {
      return this.#sets(find(this, options))[0] ?? null;
    }

    /** @param {unknown} [options] */
    sets(options) {
      return this.#sets(list(this, options));
    }

    /** @param {unknown} [options] */
    count(options) {
      return Number(whole(count(this, options)).count);
    }

    /** The board as the requests of other questions have it. */
    toJSON() {
      return structuredClone(this.#plain);
    }

    /** @param {any} answer */
    #sets(answer) {
      const sets = /** @type {number[][]} */ (whole(answer).positions ?? []);
      return sets.map((positions) => positions.map((position) => this.#cards[position]));
    }
  }

  return {
    find,
    list,
    count,
    explain,
    hint,
    odds: (/** @type {unknown} */ options) => at('odds', options),
    deal: (/** @type {unknown} */ options) => at('deal', options),

    /** @param {any} request @param {unknown} [options] */
    async ask(request, options) {
      const { signal, onLine } = listening(options);
      const once = async (/** @type {any} */ request) => answered(await pool.ask({ request: written(request), most: Infinity }, signal, onLine));
      try {
        return await once(request);
      } catch (error) {
        const { board, reading } = read(request, error);
        return { ...(await once({ ...request, board })), reading };
      }
    },

    Board,
  };
}

/** Workers with an engine. Each question gets one of them; those that come when all have work wait for the first that ends it. */
export class Pool {
  /** Those without work. @type {Lane[]} */
  #idle = [];
  #started = 0;
  /** What gives a lane to a question that waits, the longest first. @type {Set<(lane: Lane) => void>} */
  #queue = new Set();

  /** @param {import('./worker/lane.js').Host} host @param {import('./worker/lane.js').File} file */
  constructor(host, file) {
    this.start = () => new Lane(host, file);
    this.most = Math.max(4, host.processors ?? navigator.hardwareConcurrency);
  }

  /** @param {import('./worker/lane.js').Question} question @param {AbortSignal} [signal] @param {(line: any) => void} [onLine] */
  async ask(question, signal, onLine) {
    signal?.throwIfAborted();
    const lane = await this.#lane(signal);
    try {
      return await lane.ask(question, signal, onLine);
    } finally {
      const [next] = this.#queue;
      this.#queue.delete(next);
      if (next) next(lane);
      else this.#idle.push(lane);
    }
  }

  /** @param {AbortSignal} [signal] @returns {Lane | Promise<Lane>} */
  #lane(signal) {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#started < this.most) {
      this.#started += 1;
      return this.start();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#queue.delete(give);
        reject(signal?.reason);
      };
      const give = (/** @type {Lane} */ lane) => {
        signal?.removeEventListener('abort', leave);
        resolve(lane);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queue.add(give);
    });
  }
}

/**
 * The answer, or the error that it is.
 * @param {any} answer as JSON, or read already
 * @returns {any}
 */
export function answered(answer) {
  const line = typeof answer === 'string' ? JSON.parse(answer) : answer;
  if (line.schema === 'tercet.error/1') throw new TercetError(line);
  return line;
}

/** An answer that no limit has ended. @param {any} answer */
function whole(answer) {
  if (answer.answer === 'stopped') throw new TercetError(answer.reason);
  return answer;
}

/**
 * The request of a question.
 * @param {string} question
 * @param {unknown} options
 * @returns {any}
 */
function requested(question, options) {
  const fields = checked(options, 'options');
  if (!SEARCHING.includes(question)) return { ...fields, ask: question };
  const isOfSearch = (/** @type {[string, unknown]} */ [name, value]) => SEARCH.includes(name) && value !== undefined;
  const search = Object.entries(fields).filter(isOfSearch);
  const others = Object.entries(fields).filter(([name]) => !SEARCH.includes(name));
  return { ...Object.fromEntries(others), search: { .../** @type {any} */ (fields).search, ...Object.fromEntries(search) }, ask: question };
}

/** A board with the deck that is given beside it. @param {any} cards @param {unknown} deck */
function boarded(cards, deck) {
  if (deck === undefined) return cards;
  return Array.isArray(cards) ? { cards, deck } : { text: cards, deck };
}

/**
 * Named values, which may be left out.
 * @param {unknown} value
 * @param {string} name
 * @returns {object}
 */
function checked(value, name) {
  if (value === undefined) return {};
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  throw new TercetError({ code: 'request', message: `${name} are ${value === null ? 'null' : `a ${typeof value}`}: give an object, such as { timeout: 1 }` });
}

/**
 * The options of a question that is asked in a worker.
 * @param {unknown} options
 * @returns {{ signal?: AbortSignal, onLine?: (line: any) => void }}
 */
export function listening(options) {
  return guarded(() => {
    const { signal, onLine, ...others } = /** @type {any} */ (checked(options, 'options'));
    const [other] = Object.keys(others);
    const refuse = (/** @type {string} */ message) => {
      throw new TercetError({ code: 'request', message });
    };
    if (other !== undefined) refuse(`'${other}' is no option: signal and onLine are, and limits are fields of the request`);
    if (signal !== undefined && !(signal instanceof AbortSignal)) refuse('signal is no AbortSignal');
    if (onLine !== undefined && typeof onLine !== 'function') refuse('onLine is no function');
    return { signal, onLine };
  });
}
