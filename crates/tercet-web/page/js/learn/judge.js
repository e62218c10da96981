// The task to say whether cards are a set.

import { button, el } from '../core/dom.js';
import { Board } from '../core/board.js';
import { isSet } from '../core/deck.js';
import { judgeTask } from './tasks.js';

/** @param {import('./lesson.js').Lesson} lesson */
export async function judge(lesson) {
  const { deck, pictures } = lesson;
  const cards = judgeTask(deck, await lesson.set(), Math.random);
  await pictures.draw(cards);
  const board = new Board({ label: 'Are these cards a set?' });
  board.show(cards, pictures);
  const answers = [button('A set', () => say(true)), button('Not a set', () => say(false))];
  lesson.show(board.element, el('div', { class: 'row' }, answers));

  /** @param {boolean} claim */
  function say(claim) {
    if (lesson.isOver) return;
    const truth = isSet(deck, cards);
    const words = truth ? 'they are a set' : 'they are not a set';
    answers[claim ? 0 : 1].setAttribute('aria-pressed', 'true');
    if (claim === truth) lesson.right(`Right, ${words}.`, cards);
    else lesson.missed(`Look again: ${words}.`, cards);
  }
}
