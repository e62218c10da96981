// The engine as WebAssembly: a request goes in as text, or a picture as pixels, and lines of text come out.

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} reserve makes room for a request, and returns its address
 * @property {(most: number, listens: number) => void} answer answers it; the engine of photographs has `read`
 * @property {(width: number, height: number) => void} read reads the picture that was put there
 */

/** @typedef {{ width: number, height: number, data: Uint8ClampedArray }} Picture with four bytes for a pixel */

export class Engine {
  /** @type {Exports} */
  #exports;
  /** @type {(line: string) => void} */
  #take = () => {};
  /** What a panic says. */
  #panic = '';

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const page = {
      now: () => performance.now(),
      seed: () => crypto.getRandomValues(new Uint32Array(1))[0],
      line: (/** @type {number} */ at, /** @type {number} */ length) => this.#take(this.#text(at, length)),
      panicked: (/** @type {number} */ at, /** @type {number} */ length) => (this.#panic = this.#text(at, length)),
    };
    const { exports } = new WebAssembly.Instance(module, { page });
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  }

  /** How many bytes of memory it holds. It never gives any back. */
  get bytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  /**
   * Answers a request.
   * @param {string} request
   * @param {number} most the most seconds
   * @param {(line: string) => void} [onLine] takes the lines before the answer
   * @returns {string} the answer
   * @throws where the engine has a bug; it must not be used again
   */
  ask(request, most, onLine) {
    const bytes = new TextEncoder().encode(request);
    return this.#answer(bytes, () => this.#exports.answer(most, Number(onLine !== undefined)), onLine);
  }

  /** Reads a photograph. @param {Picture} picture @returns {string} the answer @throws as `ask` */
  read({ width, height, data }) {
    const rgb = new Uint8Array(3 * width * height);
    for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
      rgb[to] = data[from];
      rgb[to + 1] = data[from + 1];
      rgb[to + 2] = data[from + 2];
    }
    return this.#answer(rgb, () => this.#exports.read(width, height));
  }

  /** @param {Uint8Array} bytes @param {() => void} work @param {(line: string) => void} [onLine] */
  #answer(bytes, work, onLine) {
    let last = /** @type {string | null} */ (null);
    this.#take = (line) => {
      if (last !== null) onLine?.(last);
      last = line;
    };
    try {
      const at = this.#exports.reserve(bytes.length);
      new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
      work();
    } catch (error) {
      throw new Error(`a bug: ${this.#panic || error}`);
    }
    if (last === null) throw new Error('a bug: the engine says nothing');
    return last;
  }

  /** @param {number} at @param {number} length */
  #text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at >>> 0, length));
  }
}
