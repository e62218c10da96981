// Learn: from two cards of the smallest deck to the rule for any deck, in steps of a minute.

import { button, el, fill, plural } from '../core/dom.js';
import { pictures } from '../core/cards.js';
import { deckName, fullName, size } from '../core/deck.js';
import { writeLink } from '../core/link.js';
import { change, onSettings, settings } from '../core/store.js';
import { complete } from './complete.js';
import { find } from './find.js';
import { judge } from './judge.js';
import { Lesson } from './lesson.js';
import { STEPS, kindsOf, stepOf } from './steps.js';

const TASKS = { complete, judge, find };

/** @param {import('../core/view.js').Visit} visit */
export async function visit({ root, deck: chosen, params, signal, go, rename }) {
  const number = stepOf(params, chosen, settings().learned);
  const step = STEPS[number];
  const deck = step.deck ?? chosen;
  const kinds = step.kinds.length ? step.kinds : kindsOf(deck);
  const linkOf = (/** @type {number} */ n) => writeLink('learn', { step: n + 1, deck: params.deck });
  rename(linkOf(number));

  const nav = el('nav', { class: 'steps', 'aria-label': 'Steps of the course' });
  const heading = el('h2', { tabIndex: -1 }, `${number + 1}. ${step.title}`);
  const about = el('p', { class: 'soft' });
  const progress = el('p', { class: 'soft number' });
  const [task, reply] = [el('div'), el('div')];
  const panel = el('section', { class: 'panel' }, heading, el('p', {}, step.words), about, task, progress);
  fill(root, el('div', { class: 'row' }, el('h1', {}, 'Learn'), nav), el('div', { class: 'split lesson' }, panel, reply));
  let [right, tasks] = [0, 0];
  /** @type {Lesson | null} */
  let lesson = null;

  function showProgress() {
    const { learned } = settings();
    const links = STEPS.map(({ id, title }, n) => {
      const isDone = learned.includes(id);
      const label = `Step ${n + 1}: ${title}${isDone ? ', done' : ''}`;
      const current = n === number ? 'step' : undefined;
      return el('a', { href: linkOf(n), class: isDone && 'done', title, 'aria-label': label, 'aria-current': current }, n + 1);
    });
    fill(nav, links);
    fill(progress, right < step.enough ? `${right} of ${step.enough} right` : `${right} right: this step is done`);
  }

  /** @param {boolean} isRight */
  function onOver(isRight) {
    if (isRight) right += 1;
    const { learned } = settings();
    const isDone = right >= step.enough;
    if (isDone && !learned.includes(step.id)) change({ learned: [...learned, step.id] });
    showProgress();
    const isLast = number === STEPS.length - 1;
    const following = isLast ? writeLink('play', { deck: `${deck.values}.${deck.properties}` }) : linkOf(number + 1);
    const next = button(isLast ? `Play ${fullName(deck)}` : 'Next step', () => go(following), { class: isDone ? 'main' : '' });
    const another = button('Another', () => pose(true), { class: isDone ? '' : 'main' });
    return isDone ? [next, another] : [another, next];
  }

  /** Poses a task. @param {boolean} moveFocus */
  async function pose(moveFocus) {
    const posed = new Lesson(step, deck, signal, onOver);
    lesson = posed;
    fill(task, posed.task);
    fill(reply, posed.reply);
    if (moveFocus) heading.focus();
    try {
      await TASKS[kinds[tasks++ % kinds.length]](posed);
      if (signal.aborted) return;
      const names = posed.pictures.properties.map(({ name }) => name);
      const differ = posed.pictures.pictured && deck.values > 1 && ` that differ in ${new Intl.ListFormat('en-GB').format(names)}`;
      fill(about, `The deck ${deckName(deck)}: ${plural(size(deck), 'card')}`, differ, '.');
    } catch (error) {
      posed.fail(error);
    }
  }

  showProgress();
  onSettings(() => {
    // A change of the cards' look calls for a new task.
    if (lesson && pictures(deck) !== lesson.pictures) pose(false);
  }, signal);
  await pose(document.activeElement === root.parentElement);
}
