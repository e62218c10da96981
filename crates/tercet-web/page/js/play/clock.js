// The clock of a game. It counts only while the cards can be seen: every reason to stop it (a pause,
// an engine that works) must be gone before it runs.

export class Clock {
  /** @type {Set<string>} */
  #stops = new Set(['not begun']);
  #before;
  #since = 0;

  /**
   * @param {number} [before] milliseconds that were counted earlier
   * @param {() => number} [now]
   */
  constructor(before = 0, now = () => performance.now()) {
    this.#before = before;
    this.now = now;
  }

  get isRunning() {
    return this.#stops.size === 0;
  }

  /** The time of the game, in whole milliseconds. */
  get time() {
    return Math.round(this.#before + (this.isRunning ? this.now() - this.#since : 0));
  }

  begin() {
    this.go('not begun');
  }

  /** Stops the clock, until `go` takes this reason back. @param {string} why */
  stop(why) {
    if (this.isRunning) this.#before += this.now() - this.#since;
    this.#stops.add(why);
  }

  /** @param {string} why */
  go(why) {
    if (!this.#stops.delete(why)) return;
    if (this.isRunning) this.#since = this.now();
  }
}
