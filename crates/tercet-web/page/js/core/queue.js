// The queue of the server: a question that waits in it says its place.

import { fill } from './dom.js';

/**
 * Takes the lines before an answer (`onLine` of `ask`), and shows the place of the question while it waits.
 * @param {HTMLElement} element
 * @param {string} words that are shown once the question is worked on
 */
export function waits(element, words) {
  let isWaiting = false;
  return (/** @type {any} */ { what, done, of }) => {
    const wasWaiting = isWaiting;
    isWaiting = what === 'places in the queue' && done < of;
    if (isWaiting) fill(element, `Waiting at place ${of - done} of the queue …`);
    else if (wasWaiting) fill(element, words);
  };
}
