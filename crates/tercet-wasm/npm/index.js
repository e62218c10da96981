// The package in browsers.

import { tercet } from './js/tercet.js';
import { browser } from './js/worker/browser.js';
import { engine } from './js/worker/lane.js';

export { TercetError } from './js/core/error.js';
export const { Board, ask, count, deal, explain, find, hint, list, odds } = tercet(browser, await engine(browser, 'tercet.wasm'));
