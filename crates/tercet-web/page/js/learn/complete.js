// The task to choose the card that is missing in a set.

import { el, fill } from '../core/dom.js';
import { Board } from '../core/board.js';
import { isSet } from '../core/deck.js';
import { completeTask } from './tasks.js';

/** @param {import('./lesson.js').Lesson} lesson */
export async function complete(lesson) {
  const { deck, pictures } = lesson;
  const { given, choices } = completeTask(deck, await lesson.deal(), Math.random);
  await pictures.draw([...given, ...choices]);
  const there = new Board({ label: 'The set, without one card' });
  const choice = new Board({ label: 'Cards to choose from', onCard: choose });
  there.show([...given, null], pictures);
  choice.show(choices, pictures);
  fill(lesson.task, there.element, el('h3', {}, 'Choose the missing card'), choice.element);

  /** @param {string} card */
  function choose(card) {
    if (lesson.isOver) return;
    const cards = [...given, card];
    const isRight = isSet(deck, cards);
    choice.mark({ [isRight ? 'right' : 'wrong']: [card] }, { right: 'right', wrong: 'wrong' });
    if (given.includes(card)) return lesson.answer(false, 'This card is there already. Which one is missing?', []);
    if (isRight) there.show(cards, pictures);
    lesson.answer(isRight, isRight ? 'Yes, that makes a set.' : 'Not this one. Try another.', cards);
  }
}
