// The task to find a set on a small board. Whoever is stuck is shown its cards, one after the other.

import { announce, button, el } from '../core/dom.js';
import { Board } from '../core/board.js';
import { isSet } from '../core/deck.js';
import { ask } from '../core/engine.js';
import { boardSize } from './steps.js';

/** @param {import('./lesson.js').Lesson} lesson */
export async function find(lesson) {
  const { deck, pictures, signal } = lesson;
  const cards = await lesson.deal(boardSize(lesson.step, deck));
  await pictures.draw(cards);
  /** @type {string[]} */
  let picked = [];
  /** @type {string[]} */
  let shown = [];
  const board = new Board({ label: 'Find a set', onCard: pick });
  board.show(cards, pictures);
  const help = button('Show a card of a set', hint);
  lesson.show(board.element, el('div', { class: 'row' }, help));

  /** @param {string} card */
  function pick(card) {
    if (lesson.isOver) return;
    picked = picked.includes(card) ? picked.filter((other) => other !== card) : [...picked, card];
    const isFull = picked.length === deck.values;
    board.press(isFull ? [] : picked);
    board.mark({ hint: shown }, { hint: 'shown' });
    if (!isFull) return;
    const chosen = picked;
    picked = [];
    const right = isSet(deck, chosen);
    board.mark({ [right ? 'right' : 'wrong']: chosen, hint: right ? [] : shown }, { right: 'in the set', wrong: 'not a set', hint: 'shown' });
    if (right) lesson.right('A set!', chosen);
    else lesson.wrong('These cards are not a set. Try others.', chosen);
  }

  async function hint() {
    if (lesson.isOver) return;
    try {
      const answer = await ask({ ask: 'hint', board: { deck, cards }, stage: Math.min(shown.length + 1, deck.values), pictured: true }, { signal });
      shown = answer.cards;
      board.mark({ hint: shown }, { hint: 'shown' });
      announce(`In a set: ${shown.map((card) => pictures.name(card)).join('; ')}.`);
    } catch (error) {
      lesson.fail(error);
    }
  }
}
