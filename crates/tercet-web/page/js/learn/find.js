// The task to find a set on a small board. Its cards are shown, one after the other, on request.

import { announce, button, el, fill } from '../core/dom.js';
import { Board } from '../core/board.js';
import { isSet } from '../core/deck.js';
import { ask } from '../core/engine.js';
import { boardSize } from './steps.js';

/** @param {import('./lesson.js').Lesson} lesson */
export async function find(lesson) {
  const { deck, pictures, signal } = lesson;
  const cards = await lesson.deal(boardSize(lesson.step, deck));
  await pictures.draw(cards);
  /** @type {string[][]} */
  let [picked, shown] = [[], []];
  const board = new Board({ label: 'Find a set', room: 'width', onCard: pick });
  board.show(cards, pictures);
  const help = button('Show a card of a set', () => hint().catch((error) => lesson.fail(error)));
  fill(lesson.task, board.element, el('div', {}, help));

  /** @param {string} card */
  function pick(card) {
    if (lesson.isOver) return;
    const chosen = picked.includes(card) ? picked.filter((other) => other !== card) : [...picked, card];
    const isFull = chosen.length === deck.values;
    const isRight = isFull && isSet(deck, chosen);
    picked = isFull ? [] : chosen;
    board.press(picked);
    mark(isFull ? { [isRight ? 'right' : 'wrong']: chosen } : {});
    if (!isFull) return;
    const isShown = chosen.every((other) => shown.includes(other));
    const found = isShown ? 'A set, but all of it was shown: it does not count.' : 'A set!';
    lesson.answer(isRight, isRight ? found : 'These cards are not a set. Try others.', chosen, isRight, !isShown);
  }

  async function hint() {
    if (lesson.isOver) return;
    const stage = Math.min(shown.length + 1, deck.values);
    shown = (await ask({ ask: 'hint', board: { deck, cards }, stage }, { signal })).cards;
    mark({});
    announce(`In a set: ${shown.map((card) => pictures.name(card)).join('; ')}.`);
  }

  /** @param {Record<string, string[]>} marks */
  function mark(marks) {
    board.mark({ ...marks, hint: marks.right ? [] : shown }, { right: 'in the set', wrong: 'not a set', hint: 'in a set' });
  }
}
