// The reader of photographs in browsers.

import { reader } from './js/photo.js';
import { browser } from './js/worker/browser.js';

export const read = reader(browser);
