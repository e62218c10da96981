// The reader of photographs in Node.js and Deno.

import { node } from './js/node/host.js';
import { reader } from './js/photo.js';

export const read = reader(node);
