// The task to say whether cards are a set.

import { button, el, fill } from '../core/dom.js';
import { Board } from '../core/board.js';
import { isSet } from '../core/deck.js';
import { judgeTask } from './tasks.js';

/** @param {import('./lesson.js').Lesson} lesson */
export async function judge(lesson) {
  const { deck, pictures } = lesson;
  const cards = judgeTask(deck, await lesson.deal(), Math.random);
  await pictures.draw(cards);
  const board = new Board({ label: 'Are these cards a set?' });
  board.show(cards, pictures);
  const say = (/** @type {boolean} */ claim) => {
    if (lesson.isOver) return;
    const words = isSet(deck, cards) ? 'they are a set' : 'they are not a set';
    const isRight = claim === isSet(deck, cards);
    lesson.answer(isRight, `${isRight ? 'Right' : 'Not quite'}: ${words}.`, cards, true);
  };
  const answers = [button('A set', () => say(true)), button('Not a set', () => say(false))];
  fill(lesson.task, board.element, el('div', { class: 'row' }, answers));
}
