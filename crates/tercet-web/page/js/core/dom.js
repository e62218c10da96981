// Building the page: elements, live announcements, pictures made from text, and numbers, times and days in words.

import { deckName, nickname } from './deck.js';

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with its properties and children.
 *
 * Of the properties, `on` holds listeners by event, `class` and names with a hyphen are attributes,
 * and everything else is a property of the element. `undefined` leaves an attribute out, and so
 * does `false`, except for ARIA's, where it is a value.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name.startsWith('aria-')) {
      if (value !== undefined) element.setAttribute(name, String(value));
    } else if (name === 'class' || name === 'for' || name === 'list' || name === 'role' || name.includes('-')) {
      if (value !== undefined && value !== false) element.setAttribute(name, String(value));
    } else if (value !== undefined) {
      Object.assign(element, { [name]: value });
    }
  }
  element.append(...present(children));
  return element;
}

/**
 * Gives an element other children.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function present(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * A button that does something.
 * @param {Child} label
 * @param {() => void} act
 * @param {Record<string, any>} [properties]
 * @param {...Child} more what follows the label
 */
export function button(label, act, properties = {}, ...more) {
  return el('button', { type: 'button', ...properties, on: { click: act } }, label, ...more);
}

/**
 * A button that copies a text, such as a link, or shows it where the browser does not let it.
 * @param {string} label
 * @param {() => string} text
 * @param {string} said for screen readers, when it is copied
 * @param {string} [done] what the button says then
 */
export function copyButton(label, text, said, done = 'Link copied') {
  const copy = button(label, async () => {
    try {
      await navigator.clipboard.writeText(text());
      copy.textContent = done;
      announce(said);
    } catch {
      const field = el('textarea', { value: text(), readOnly: true, 'aria-label': label });
      copy.replaceWith(field);
      field.select();
    }
  });
  return copy;
}

/**
 * A part of a view, under its heading.
 * @param {string | HTMLElement} heading
 * @param {...(Child | Child[])} children
 */
export function panel(heading, ...children) {
  return el('section', { class: 'panel' }, typeof heading === 'string' ? el('h2', {}, heading) : heading, ...children);
}

/** The name of a deck with its numbers, which are small beside a name. @param {import('./deck.js').Deck} deck */
export function deckLabel(deck) {
  const name = nickname(deck);
  return el('span', { class: 'deck' }, name, name ? el('small', {}, ` ${deckName(deck)}`) : deckName(deck));
}

/**
 * Says something to users of screen readers. The same words twice are said twice.
 * @param {string} words
 */
export function announce(words) {
  const live = document.getElementById('live');
  if (live) live.textContent = live.textContent === words ? `${words}\u00a0` : words;
}

/** Pictures come from the engine as text; nothing else on the page is made from markup. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('tercet', {
  createHTML: (/** @type {string} */ text) => {
    if (!text.startsWith('<svg ') || /<script|\son\w+=|javascript:|<foreignObject/i.test(text)) {
      throw new TypeError('this is not the picture of a card');
    }
    return text;
  },
});

/**
 * The picture that an SVG text describes.
 * @param {string} text
 * @returns {SVGElement}
 */
export function svg(text) {
  const trusted = policy ? policy.createHTML(text) : text;
  const parsed = new DOMParser().parseFromString(trusted, 'image/svg+xml');
  const picture = document.importNode(parsed.documentElement, true);
  picture.setAttribute('aria-hidden', 'true');
  picture.setAttribute('focusable', 'false');
  return /** @type {SVGElement} */ (/** @type {unknown} */ (picture));
}

/** Saves a text, or bytes, as a file. @param {string} name @param {string | Uint8Array<ArrayBuffer>} content */
export function download(name, content) {
  const type = typeof content === 'string' ? 'text/plain' : 'application/octet-stream';
  const href = URL.createObjectURL(new Blob([content], { type }));
  el('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * `1 card`, `2 cards`.
 * @param {number | bigint | string} count
 * @param {string} noun
 */
export function plural(count, noun) {
  return `${grouped(count)} ${noun}${String(count) === '1' ? '' : 's'}`;
}

/**
 * A whole number with its digits in groups: `12 345`.
 * @param {number | bigint | string} count
 */
export function grouped(count) {
  const text = String(count);
  return text.length < 5 ? text : text.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/**
 * A time in words that fit a table: `0.8 ms`, `2.4 s`, `1:07.4`.
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  if (milliseconds < 1) return `${Math.round(milliseconds * 1000)} µs`;
  if (milliseconds < 1000) return `${Number(milliseconds.toPrecision(2))} ms`;
  const tenths = Math.floor(milliseconds / 100);
  const seconds = `${Math.floor(tenths / 10) % 60}.${tenths % 10}`;
  if (tenths < 600) return `${seconds} s`;
  return clock(milliseconds);
}

/**
 * A time as a clock shows it: `0:07.4`.
 * @param {number} milliseconds
 */
export function clock(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
  const hours = Math.floor(minutes / 60);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const front = hours ? `${hours}:${two(minutes % 60)}` : String(minutes);
  return `${front}:${two(seconds)}.${tenths % 10}`;
}

/** The day of a time by the clock of the device: `2026-11-22`. @param {number | string | Date} time */
export function dayOf(time) {
  const date = new Date(time);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
