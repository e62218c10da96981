// Probabilities and bounds in words: pure functions on what the engine answers.

import { grouped, plural } from '../core/dom.js';

/** A share: `3.23 %`, `1 in 31 000` or `all but 1 in 31 000`. @param {bigint} part @param {bigint} whole */
export function share(part, whole) {
  if (part === 0n) return '0 %';
  if (part === whole) return '100 %';
  if (part * 1000n < whole) return `1 in ${ratio(whole, part)}`;
  if ((whole - part) * 1000n < whole) return `all but 1 in ${ratio(whole, whole - part)}`;
  return `${percent(Number((part * 10n ** 12n) / whole) / 1e12)} %`;
}

/** @param {number} probability */
function percent(probability) {
  return String(Number((probability * 100).toPrecision(3)));
}

/** A large quotient to three digits. @param {bigint} a @param {bigint} b */
function ratio(a, b) {
  const number = (2n * a + b) / (2n * b);
  const unit = 10n ** BigInt(Math.max(0, String(number).length - 3));
  const text = String(((2n * number + unit) / (2n * unit)) * unit);
  return text.length > 9 ? `${text[0]}.${text.slice(1, 3)}e${text.length - 1}` : grouped(text);
}

/** A fraction as the engine writes it. @param {string} text @returns {[bigint, bigint]} */
function fraction(text) {
  const [part, whole = '1'] = text.split('/');
  return [BigInt(part), BigInt(whole)];
}

/** How likely random hands hold no set, from the answer to `odds`. @param {any} answer */
export function withoutSet({ size, lines: [line], sampled, reason }) {
  const cards = plural(size, 'random card');
  if (!line) return `How likely ${cards} hold no set is not known: ${reason.message}.`;
  if (line.kind === 'exact') {
    const [some, all] = fraction(line.fraction);
    return `${cards} hold no set with probability ${share(all - some, all)} (exactly counted).`;
  }
  const [low, none, high] = [line.high, Number(line.probability), line.low].map((held) => percent(1 - held));
  const interval = `${low} to ${high} % with 95 % confidence, from ${grouped(sampled.hands)} deals`;
  return `${cards} hold no set with probability ${none} % (${interval}).`;
}

/** The mean number of sets in random hands. @param {string} mean a fraction */
export function meanInWords(mean) {
  const [part, whole] = fraction(mean);
  if (part > 0n && part * 1000n < whole) return `On average there is one set in ${ratio(whole, part)} deals.`;
  const sets = Number((part * 1000n) / whole) / 1000;
  const text = sets < 1000 ? String(Number(sets.toPrecision(3))) : ratio(part, whole);
  return `On average there ${text === '1' ? 'is' : 'are'} ${plural(text, 'set')}.`;
}

/** How large set-free hands can be and why, from the answer to `caps-max`. @param {any} answer */
export function largestInWords({ least, least_from, most, most_from, proof }) {
  const known = `${plural(least, 'card')} are known (${least_from})`;
  if (least !== most) return `${known}, more than ${grouped(most)} are impossible (${most_from}).`;
  const quoted = most_from === least_from ? most_from : `found by ${least_from}, bound by ${most_from}`;
  return `${plural(most, 'card')} (${proof ? `proved here: ${proof}` : `quoted: ${quoted}`}).`;
}
