// Only in a static site: the service worker, which keeps the page for use without a network.

import { script } from './worker/trusted.js';

async function keep() {
  try {
    const registration = await navigator.serviceWorker?.register(script('../../sw.js'), { updateViaCache: 'none' });
    // Another version is installed now, and begins with the next visit, after all pages were closed.
    await registration?.update();
  } catch (error) {
    // There is no network now, or the browser keeps nothing: the page works as long as it can be loaded.
    console.info(error);
  }
}

// The first cards come before the files that are kept.
setTimeout(keep, 3000);
