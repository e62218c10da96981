// Probabilities in words: pure functions on what the engine answers.

import { grouped, plural } from '../core/dom.js';

/**
 * A share such as `3.23 %`; what is rare is `1 in 31 000`, and what is almost certain `all but 1 in 31 000`.
 * @param {bigint} part
 * @param {bigint} whole
 * @returns {string}
 */
export function share(part, whole) {
  if (part === 0n) return '0 %';
  if (part === whole) return '100 %';
  if (part * 1000n < whole) return `1 in ${oneIn(whole, part)}`;
  if ((whole - part) * 1000n < whole) return `all but 1 in ${oneIn(whole, whole - part)}`;
  return `${percent(Number((part * 10n ** 12n) / whole) / 1e12)} %`;
}

/** @param {number} probability */
function percent(probability) {
  const text = (probability * 100).toPrecision(3);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** One in how many, to three digits. @param {bigint} whole @param {bigint} part */
function oneIn(whole, part) {
  return rounded((2n * whole + part) / (2n * part));
}

/** A number to three digits. @param {bigint} number */
function rounded(number) {
  const unit = 10n ** BigInt(Math.max(0, String(number).length - 3));
  const text = String(((2n * number + unit) / (2n * unit)) * unit);
  return text.length > 9 ? `${text[0]}.${text.slice(1, 3)} · 10${superscript(text.length - 1)}` : grouped(text);
}

/** @param {number} number */
function superscript(number) {
  return [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
}

/** A fraction as the engine writes it. @param {string} text @returns {[bigint, bigint]} */
function fraction(text) {
  const [part, whole = '1'] = text.split('/');
  return [BigInt(part), BigInt(whole)];
}

/**
 * How likely random hands hold no set, from the answer to `odds`.
 * @param {any} answer
 * @returns {string}
 */
export function withoutSet({ size, lines, sampled, reason }) {
  const [line] = lines;
  const cards = plural(size, 'random card');
  if (!line) return `How often ${cards} hold no set is not known: ${reason?.message ?? 'it takes too long'}.`;
  if (line.kind === 'exact') {
    const [some, all] = fraction(line.fraction);
    return `${cards} hold no set with probability ${share(all - some, all)}, exactly counted.`;
  }
  const [low, high] = [1 - line.high, 1 - line.low].map((end) => percent(Math.max(0, end)));
  const none = percent(1 - Number(line.probability));
  return `${cards} hold no set with probability ${none} % (from ${low} to ${high} % with 95 % confidence), estimated from ${grouped(sampled.hands)} deals.`;
}

/** The mean number of sets in random hands. @param {string} mean a fraction */
export function meanInWords(mean) {
  const [part, whole] = fraction(mean);
  if (part > 0n && part * 1000n < whole) return `On average there is one set in ${oneIn(whole, part)} deals.`;
  const sets = Number((part * 1000n) / whole) / 1000;
  const text = sets < 1000 ? String(Number(sets.toPrecision(3))) : rounded(part / whole);
  return `On average there ${text === '1' ? 'is' : 'are'} ${plural(text, 'set')}.`;
}

/**
 * How large set-free hands can be and why, from the answer to `caps-max`.
 * @param {any} answer
 */
export function largestInWords({ least, least_from, most, most_from, proof }) {
  if (least !== most) {
    return `The largest known has ${plural(least, 'card')} (${least_from}). More than ${grouped(most)} are impossible (${most_from}).`;
  }
  const quoted = most_from === least_from ? most_from : `found by ${least_from}, bound by ${most_from}`;
  return `The largest has ${plural(most, 'card')} (${proof ? `proved here: ${proof}` : `quoted: ${quoted}`}).`;
}
