// Only in a static site: the service worker, which keeps the page for the time without a network.

import { script } from './worker/trusted.js';

navigator.serviceWorker?.register(script('../../sw.js'), { updateViaCache: 'none' }).catch((error) => {
  // The page works without it, as long as there is a network.
  console.error(error);
});
