// The task to choose the card that is missing in a set.

import { el } from '../core/dom.js';
import { Board } from '../core/board.js';
import { isSet } from '../core/deck.js';
import { completeTask } from './tasks.js';

/** @param {import('./lesson.js').Lesson} lesson */
export async function complete(lesson) {
  const { deck, pictures } = lesson;
  const { given, choices } = completeTask(deck, await lesson.set(), Math.random);
  await pictures.draw([...given, ...choices]);
  const there = new Board({ label: 'The set, without one card' });
  const choice = new Board({ label: 'Cards to choose from', onCard: choose });
  there.show([...given, null], pictures);
  choice.show(choices, pictures);
  lesson.show(there.element, el('h3', {}, 'Choose the missing card'), choice.element);

  /** @param {string} card */
  function choose(card) {
    if (lesson.isOver) return;
    const cards = [...given, card];
    const right = isSet(deck, cards);
    choice.mark({ [right ? 'right' : 'wrong']: [card] }, { right: 'right', wrong: 'wrong' });
    if (right) {
      there.show(cards, pictures);
      there.mark({ right: [card] }, { right: 'right' });
      lesson.right('Yes, that makes a set.', cards);
    } else if (given.includes(card)) {
      lesson.wrong('This card lies there already. Which one is missing?');
    } else {
      lesson.wrong('Not this one. Try another.', cards);
    }
  }
}
