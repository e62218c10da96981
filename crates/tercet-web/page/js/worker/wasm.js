// The engine as WebAssembly: a request goes in as text, or a picture as pixels, and lines of text come out.

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} reserve makes room for a request, and returns its address
 * @property {(most: number, listens: number) => void} answer answers it; the engine of photographs has `read`
 * @property {(width: number, height: number, bytes: number) => void} read reads the picture that was put there, with this number of bytes
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

  /**
   * Reads a photograph.
   * @param {Picture} picture
   * @param {string} request without its picture
   * @returns {string} the answer
   * @throws as `ask`
   */
  read({ width, height, data }, request) {
    const text = new TextEncoder().encode(request);
    const pixels = 3 * width * height;
    const bytes = new Uint8Array(pixels + text.length);
    // Every fourth byte of the picture is opacity, which is left out.
    for (let i = 0; i < pixels; i++) bytes[i] = data[i + Math.floor(i / 3)];
    bytes.set(text, pixels);
    return this.#answer(bytes, () => this.#exports.read(width, height, pixels));
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
