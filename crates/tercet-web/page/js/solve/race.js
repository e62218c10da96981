// Methods raced on a board, live: each in turn, several times, until all have answered or a limit ends it.

import { button, duration, el, fill, panel } from '../core/dom.js';
import { LACKS, ask } from '../core/engine.js';
import { TercetError, inWords } from '../core/error.js';
import { waits } from '../core/queue.js';
import { bar, contradiction, median, ran, runner, standings } from './standings.js';

/** @typedef {import('./standings.js').Runner} Runner */

/** How often a method is asked, unless one answer takes longer than `SLOW` milliseconds. */
const ROUNDS = 5;
const SLOW = 2000;
/** Families of methods that do not race unless they are chosen: those that choose others, and models. */
const BESIDE = ['choice', 'model'];

/**
 * The panel of the race.
 * @param {() => { board: object, timeout: number }} track the board, and the seconds for an answer
 * @param {AbortSignal} left
 */
export function race(track, left) {
  const questions = { find: 'find a set', count: 'count the sets', list: 'list all sets' };
  const question = el('select', {}, Object.entries(questions).map(([value, words]) => el('option', { value }, words)));
  const methods = el('div', {});
  const rows = el('tbody', {});
  const head = ['Method', 'Median time', 'Answer'].map((title) => el('th', { scope: 'col' }, title));
  const table = el('table', { class: 'race', hidden: true }, el('thead', {}, el('tr', {}, head)), rows);
  const words = el('p', { role: 'status' });
  /** @type {AbortController | null} */
  let running = null;
  const start = button('Race', () => (running ? running.abort() : run()), { class: 'main', disabled: true });

  /** Offers the methods, unless that was done. */
  async function offer() {
    if (methods.firstChild) return;
    /** @type {{ methods: any[] }} */
    const table = await ask({ ask: 'methods' }, { signal: left });
    const outside = table.methods.filter(({ missing }) => missing).map(({ name }) => name);
    const boxes = table.methods.filter(({ missing }) => !missing).map(({ name, family, idea, decks, questions }) => {
      const [checked, answers] = [!BESIDE.includes(family), questions.join(' ')];
      const box = el('input', { type: 'checkbox', value: name, checked, 'data-answers': answers });
      return el('label', { title: idea }, box, name, el('span', { class: 'soft' }, decks === 'any' ? '' : decks));
    });
    const words = `Only on the command line, since they need another program: ${outside.join(', ')}.`;
    fill(methods, el('div', { class: 'methods' }, boxes), outside.length > 0 && el('p', { class: 'soft' }, words));
    start.disabled = false;
  }

  /** @param {Runner[]} runners */
  function show(runners) {
    fill(
      rows,
      runners.map((one) => {
        const length = el('span', { class: 'bar', 'aria-hidden': 'true' });
        length.style.setProperty('--part', String(bar(one, runners)));
        const said = [one.answer, one.out].filter(Boolean).join('; ');
        const time = () => el('td', {}, el('div', { class: 'raced number' }, duration(median(one.times)), length));
        const cells = one.times.length ? [time(), el('td', {}, said)] : el('td', { colSpan: 2 }, said);
        return el('tr', {}, el('th', { scope: 'row' }, one.name), cells);
      }),
    );
  }

  async function run() {
    const { board, timeout } = track();
    // A list counts all sets, but one is enough to be sent.
    const listed = question.value === 'list' ? { first: 1 } : {};
    const chosen = [...methods.querySelectorAll('input')].filter((box) => box.checked);
    if (!chosen.length) return fill(words, 'Choose a method first.');
    const own = (running = new AbortController());
    const signal = AbortSignal.any([left, own.signal]);
    let runners = chosen.map(({ value, dataset }) => {
      const isAble = dataset.answers?.split(' ').includes(question.value);
      return { ...runner(value), out: isAble ? null : 'does not answer this question' };
    });
    table.hidden = false;
    fill(start, 'Cancel');
    fill(words);
    try {
      for (let round = 0; round < ROUNDS; round++) {
        for (const [i, before] of runners.entries()) {
          if (before.out || Math.max(0, ...before.times) > SLOW) continue;
          const request = { ask: question.value, board, search: { method: before.name, timeout }, ...listed };
          runners = runners.with(i, await one(before, request, signal));
          if (running === own) show(runners);
        }
      }
    } catch (error) {
      if (running === own) fill(words, signal.aborted ? 'Cancelled.' : inWords(error));
    }
    if (left.aborted || running !== own) return;
    const wrong = contradiction(runners);
    const [best] = standings(runners);
    const fastest = best ? `${best.name} is the fastest: ${duration(median(best.times))}.` : 'No method answered.';
    words.append(' ', wrong ? `The answers contradict each other (please report it): ${wrong}.` : fastest);
    words.classList.toggle('bad', wrong !== null);
    running = null;
    fill(start, 'Race');
  }

  /** Ends a race whose board is gone. */
  function clear() {
    running?.abort();
    running = null;
    table.hidden = true;
    fill(words);
    fill(start, 'Race');
  }

  /** @param {Runner} before @param {Record<string, any>} request @param {AbortSignal} signal */
  async function one(before, request, signal) {
    try {
      return ran(before, await ask(request, { signal, onLine: waits(words, '') }));
    } catch (error) {
      if (!(error instanceof TercetError) || error.code === 'unreachable') throw error;
      // The rest of the message names other methods, which the page shows beside it.
      return { ...before, out: error.message.split(': ')[0] };
    }
  }

  const element = panel(
    'Race methods',
    LACKS && el('p', { class: 'soft' }, LACKS),
    el('div', { class: 'row' }, el('label', {}, 'Question', question), start),
    el('details', {}, el('summary', {}, 'Choose methods'), methods),
    words,
    table,
  );
  return { element, offer, clear };
}
