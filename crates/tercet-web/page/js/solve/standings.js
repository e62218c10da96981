// A race of methods on one board, as data: pure functions. Every method is asked several times, and
// its time is the median of what the engine measured.

import { duration, plural } from '../core/dom.js';

/**
 * @typedef {object} Runner a method in a race
 * @property {string} name
 * @property {number[]} times in milliseconds, one for each answer
 * @property {string | null} answer what it says of the board
 * @property {string | null} out why it is not asked again
 */

/** @param {string} name @returns {Runner} */
export const runner = (name) => ({ name, times: [], answer: null, out: null });

/**
 * The runner after an answer of the engine.
 * @param {Runner} before
 * @param {any} answer to `find`, `list` or `count`
 * @returns {Runner}
 */
export function ran(before, answer) {
  const time = answer.seconds * 1000;
  if (answer.answer === 'stopped') return { ...before, out: `stopped after ${duration(time)}: ${answer.reason.message}` };
  const times = [...before.times, time];
  const isFind = answer.schema.startsWith('tercet.find/');
  const said = isFind ? (answer.answer === 'found' ? 'a set' : 'no set') : plural(answer.count, 'set');
  const isUnsure = before.answer !== null && before.answer !== said;
  return { ...before, times, answer: said, out: isUnsure ? `said ${before.answer} before` : null };
}

/** @param {number[]} times */
export function median(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Those with a time, the fastest first. @param {Runner[]} runners */
export function standings(runners) {
  const timed = runners.filter(({ times }) => times.length);
  return timed.sort((a, b) => median(a.times) - median(b.times));
}

/**
 * The length of a runner's bar from 0 to 1: on a logarithmic scale, of which the fastest has a tenth.
 * @param {Runner} one
 * @param {Runner[]} runners
 */
export function bar(one, runners) {
  const medians = standings(runners).map(({ times }) => median(times));
  const [least, most] = [medians[0], medians[medians.length - 1]].map((time) => Math.log(Math.max(time, 1e-6)));
  if (!one.times.length) return 0;
  const own = Math.log(Math.max(median(one.times), 1e-6));
  return most > least ? 0.1 + (0.9 * (own - least)) / (most - least) : 1;
}

/**
 * The answers of methods that contradict each other, or null if they agree.
 * @param {Runner[]} runners
 */
export function contradiction(runners) {
  /** @type {Map<string, string[]>} */
  const said = new Map();
  for (const { name, answer } of runners) if (answer !== null) said.set(answer, [...(said.get(answer) ?? []), name]);
  return said.size < 2 ? null : [...said].map(([answer, names]) => `${names.join(', ')}: ${answer}`).join('; ');
}
