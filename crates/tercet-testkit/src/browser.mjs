// A browser for tests, and what to do when it dies.

import { AssertionError } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';

/** Finds the packages that `./test --all` installs into a folder. */
export const packages = (folder) => createRequire(resolve(folder, 'node_modules', 'browser.mjs'));

/** The milliseconds that a browser has to start, however busy the machine is. */
const STARTS = 300_000;

/** Starts the browser of a name on the search path. Nothing else of it uses the network. */
export async function launch(folder, name, ...args) {
  const paths = process.env.PATH.split(delimiter).map((path) => join(path, name));
  const { chromium } = packages(folder)('playwright-core');
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'];
  const executablePath = paths.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error(`there is no ${name} on the search path: install chromium`);
  return chromium.launch({ executablePath, args: [...quiet, ...args], timeout: STARTS });
}

/** The milliseconds that the end of a program may be known later than what fails because of it. */
const LATER = 2000;

/** The programs that tests need. If one of them dies, all are started anew. */
export class Programs {
  #start;
  #running;

  /**
   * `start` is called with a function, `died`, which it arranges to be called with the name of a program once that has
   * ended. It returns what the tests need, and `end`, which ends the programs.
   */
  constructor(start) {
    this.#start = start;
  }

  /**
   * Runs a test. If it fails and one of the programs has died, the test is started once more, and a line names it. A
   * failed assertion is never repeated.
   */
  async run(name, test) {
    try {
      return await test(await this.#get());
    } catch (error) {
      const dead = error instanceof AssertionError ? undefined : await this.#dead();
      if (dead === undefined) throw error;
      console.log(`# STARTED TWICE: ${name}, as ${dead} died`);
    }
    return test(await this.#get());
  }

  async end() {
    await this.#running?.end?.();
  }

  async #get() {
    if (this.#running?.dead) await this.end();
    if (this.#running === undefined || this.#running.dead) {
      const running = {};
      running.death = new Promise((resolve) => {
        running.died = (program) => {
          running.dead ??= program;
          resolve();
        };
      });
      this.#running = running;
      try {
        Object.assign(running, await this.#start(running.died));
      } catch (error) {
        running.died('a program that was starting');
        throw error;
      }
    }
    return this.#running;
  }

  /** The program that has died, if one has. */
  async #dead() {
    let timer;
    await Promise.race([this.#running?.death, new Promise((resolve) => { timer = setTimeout(resolve, LATER); })]);
    clearTimeout(timer);
    return this.#running?.dead;
  }
}
