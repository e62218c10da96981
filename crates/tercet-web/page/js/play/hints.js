// The panel of hints: the engine shows one more card of a set at each stage, and never more than the
// stage that was asked for.

import { announce, button, el, fill, plural } from '../core/dom.js';
import { ask } from '../core/engine.js';
import { cardsOf } from '../core/game.js';
import { keyName } from '../core/keys.js';
import { settings } from '../core/store.js';
import { unknownPart } from './unknown.js';
import { thumbs } from './verdict.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/cards.js').Pictures} Pictures */

/** The most seconds of a hint or a check. */
export const SECONDS = 10;

/**
 * What the engine shows of a set that was not found yet.
 * @param {Game} game
 * @param {number} stage
 * @param {AbortSignal} signal
 * @returns {Promise<{ found: boolean, cards: string[], needs: { name: string, words: string }[] }>}
 */
export async function hint(game, stage, signal) {
  const { deck, goal } = game.setup;
  let cards = cardsOf(game);
  if (goal.kind === 'layout' && game.taken.length) {
    const count = async (/** @type {string[]} */ some) => countSets(deck, some, signal);
    if ((await count(cards)) === BigInt(game.taken.length)) return { found: false, cards: [], needs: [] };
    cards = await unknownPart(cards, game.taken.map((set) => set.cards), count);
  }
  const answer = await ask({ ask: 'hint', board: { deck, cards }, stage, pictured: true, timeout: SECONDS }, { signal });
  return { found: answer.answer === 'found', cards: answer.cards, needs: answer.needs };
}

/**
 * How many sets cards hold.
 * @param {import('../core/deck.js').Deck} deck
 * @param {string[]} cards
 * @param {AbortSignal} signal
 */
export async function countSets(deck, cards, signal) {
  if (cards.length < deck.values) return 0n;
  const answer = await ask({ ask: 'count', board: { deck, cards }, search: { timeout: SECONDS } }, { signal });
  if (answer.answer === 'stopped') throw new Error(`The sets could not be counted: ${answer.reason.message}.`);
  return BigInt(answer.count);
}

export class HintPanel {
  element = el('section', { class: 'panel hint', 'aria-label': 'Hint', hidden: true });
  /** The cards that the hint shows. @type {string[]} */
  cards = [];

  /** @param {() => void} onMore asks for the next stage */
  constructor(onMore) {
    this.onMore = onMore;
  }

  clear() {
    this.cards = [];
    this.element.hidden = true;
  }

  /**
   * @param {Awaited<ReturnType<typeof hint>>} shown
   * @param {Game} game
   * @param {Pictures} pictures
   */
  show({ found, cards, needs }, { setup: { deck, goal }, over }, pictures) {
    const hadFocus = this.element.contains(document.activeElement);
    this.cards = cards;
    this.element.hidden = false;
    if (!found) {
      const words = goal.kind === 'layout' ? 'No further set is here.' : 'There is no set here.';
      announce(words);
      return fill(this.element, el('h2', {}, 'Hint'), el('p', {}, words));
    }
    const isWhole = cards.length === deck.values;
    const words = isWhole ? 'This is a set' : `${cards.length === 1 ? 'This card is' : `These ${cards.length} cards are`} in a set`;
    announce(`${words}: ${cards.map((card) => pictures.name(card)).join('; ')}.`);
    const more = button('Show one more card ', this.onMore, { class: 'main' });
    more.append(el('kbd', {}, keyName(settings().keys.hint)));
    const isTold = needs.length > 0 && cards.length > 1 && !isWhole;
    fill(
      this.element,
      el('h2', {}, over ? 'A set you could have taken' : `Hint: ${cards.length} of ${plural(deck.values, 'card')}`),
      el('p', {}, `${words}:`),
      thumbs(cards, pictures),
      isTold && el('details', {}, el('summary', {}, 'What is missing?'), el('dl', { class: 'reasons' }, needs.map(({ name, words }) => el('div', {}, el('dt', {}, name), el('dd', {}, words))))),
      !isWhole && !over && el('p', {}, more),
    );
    if (hadFocus) (isWhole ? this.element : more).focus();
  }
}
