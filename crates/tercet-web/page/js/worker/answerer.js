// Who answers in a worker, and in the npm package also without one: one engine after another. After a bug, a fresh one
// answers.

import { Engine } from './wasm.js';

/** An engine that holds more bytes makes room for a fresh one. */
const MOST_BYTES = 1 << 26;

/** @typedef {{ request: string, most: number }} Request with its most seconds */
/** @typedef {Request | { request: string, picture: import('./wasm.js').Picture }} Question */

export class Answerer {
  /** @type {WebAssembly.Module} */
  #module;
  /** @type {Engine | null} */
  #engine = null;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
  }

  /**
   * The answer as JSON, which may be an error.
   * @param {Question} question
   * @param {(line: string) => void} [onLine] takes the lines before it
   * @returns {string}
   */
  answer(question, onLine) {
    try {
      const engine = (this.#engine ??= new Engine(this.#module));
      const { request } = question;
      const answer = 'picture' in question ? engine.read(question.picture, request) : engine.ask(request, question.most, onLine);
      if (engine.bytes > MOST_BYTES) this.#engine = null;
      return answer;
    } catch (error) {
      this.#engine = null;
      const { message } = /** @type {Error} */ (error);
      return JSON.stringify({ schema: 'tercet.error/1', code: 'bug', message });
    }
  }
}

/**
 * What takes the messages to a worker: first the module of its engine, then questions, one after another.
 * @param {(message: { line: string } | { answer: string }) => void} send
 * @returns {(message: any) => void}
 */
export function receiver(send) {
  /** @type {Answerer} */
  let answerer;
  return (message) => {
    if (message instanceof WebAssembly.Module) {
      answerer = new Answerer(message);
      return;
    }
    const { listens, ...question } = message;
    send({ answer: answerer.answer(question, listens ? (line) => send({ line }) : undefined) });
  };
}
