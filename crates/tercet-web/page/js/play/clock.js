// The clock of a game. It runs only while there is no reason to stop it: a pause, an engine that
// works, cards that are not painted yet.

export class Clock {
  #stops = new Set(['begin']);
  #since = 0;
  #before;
  #now;

  /** @param {number} [before] the milliseconds counted earlier @param {() => number} [now] */
  constructor(before = 0, now = () => performance.now()) {
    this.#before = before;
    this.#now = now;
  }

  /** The time of the game, in whole milliseconds. */
  get time() {
    return Math.round(this.#before + (this.#stops.size ? 0 : this.#now() - this.#since));
  }

  /** Stops the clock until `go` takes this reason back. @param {string} reason */
  stop(reason) {
    if (!this.#stops.size) this.#before += this.#now() - this.#since;
    this.#stops.add(reason);
  }

  /** @param {string} reason */
  go(reason) {
    if (this.#stops.delete(reason) && !this.#stops.size) this.#since = this.#now();
  }
}
