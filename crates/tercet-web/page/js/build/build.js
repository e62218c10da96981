// Build: a board laid by hand, with its sets and odds, and if wanted without a set.

import { announce, button, el, fill, plural } from '../core/dom.js';
import { Board } from '../core/board.js';
import { pictures } from '../core/cards.js';
import { deckName } from '../core/deck.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { onKeys } from '../core/keys.js';
import { writeLink } from '../core/link.js';
import { onSettings } from '../core/store.js';
import { Facts } from './facts.js';
import { MOST_CARDS, boardParams, boardText, cardsOfLink, isOffered, lay, newHand, takeAway, undo, withCards } from './hand.js';
import { palette } from './palette.js';
import { readCards } from './reading.js';
import { typing } from './typing.js';

/** @typedef {import('./hand.js').Hand} Hand */

/** @param {import('../core/place.js').Visit} visit */
export async function visit({ root, deck, params, signal, rename }) {
  let hand = newHand(deck, [], params.free === '1');
  let drawn = pictures(deck);
  /** The cards that make no set, if the board holds none and they are known. @type {Set<string> | null} */
  let addable = null;
  let change = new AbortController();
  signal.addEventListener('abort', () => change.abort());

  const title = el('h2', { id: 'board', tabIndex: -1 });
  const board = new Board({ label: 'Your board: a card that is pressed is taken away', onCard: (card) => become(takeAway(hand, card)) });
  board.element.classList.add('hand');
  const nothing = el('p', { class: 'soft' }, 'No cards yet. Choose some below, or type them.');
  const why = el('p', { class: 'why', role: 'status' });
  const choice = palette(deck, (card) => (hand.cards.includes(card) ? become(takeAway(hand, card)) : add([card])));
  const facts = new Facts();
  const back = button('Undo', () => become(undo(hand)));
  const empty = button('Take all away', () => become(withCards(hand, [])));
  const copied = button('Copy as text', copy);
  const solve = el('a', { class: 'button' }, 'Solve');
  const free = el('input', { type: 'checkbox', checked: hand.free, on: { change: () => become({ ...hand, free: free.checked }) } });
  const typed = typing(async (text) => add((await readCards(deck, { text }, signal)).cards));

  fill(
    root,
    el('h1', {}, `Build a board of ${deckName(deck)}`),
    el(
      'div',
      { class: 'split' },
      el(
        'div',
        { class: 'column' },
        el(
          'section',
          { class: 'panel', 'aria-labelledby': 'board' },
          title,
          nothing,
          board.element,
          el('div', { class: 'row' }, back, empty, copied, solve),
        ),
        el(
          'section',
          { class: 'panel', 'aria-labelledby': 'choice' },
          el('h2', { id: 'choice' }, isOffered(deck) ? 'All cards' : 'The next card'),
          el('label', {}, free, 'Without a set: cards that would make one are greyed'),
          why,
          choice.element,
        ),
      ),
      el('div', { class: 'column' }, facts.element, typed.element),
    ),
  );

  /** Shows a hand, and finds out about it. @param {Hand} next */
  async function become(next) {
    const isFocused = board.element.contains(document.activeElement);
    hand = next;
    addable = null;
    change.abort();
    const { signal: settled } = (change = new AbortController());
    rename(writeLink('build', { ...boardParams(deck, hand.cards), free: hand.free ? '1' : null }));
    solve.href = writeLink('solve', boardParams(deck, hand.cards));
    if (back.disabled !== !hand.past.length && document.activeElement === back) title.focus();
    back.disabled = !hand.past.length;
    empty.disabled = copied.disabled = !hand.cards.length;
    nothing.hidden = hand.cards.length > 0;
    await drawn.draw(hand.cards);
    if (settled.aborted || signal.aborted) return;
    board.show(hand.cards, drawn);
    if (isFocused && !hand.cards.length) title.focus();
    why.classList.toggle('held', hand.free);
    say(null);
    grey();
    fill(title, plural(hand.cards.length, 'card'));
    await facts.update(hand, {
      name: (card) => drawn.name(card),
      signal: settled,
      onKnown(known) {
        addable = known.addable;
        const sets = known.count === null ? '' : `, ${plural(known.count, 'set')}`;
        fill(title, `${plural(hand.cards.length, 'card')}${sets}`);
        announce(title.textContent ?? '');
        const holds = hand.free && known.count !== null && known.count !== '0';
        if (holds) say('The board holds a set already: take a card of each set away.');
        grey();
      },
    });
  }

  /** Whether a card is greyed. @param {string} card */
  const blocked = (card) => hand.free && addable !== null && !addable.has(card) && !hand.cards.includes(card);

  function grey() {
    choice.mark(hand.cards, blocked);
    board.mark({});
  }

  /**
   * Lays cards, unless they make a set on a board that shall hold none.
   * @param {string[]} cards
   */
  async function add(cards) {
    const next = lay(hand, cards);
    if (next.cards.length > MOST_CARDS) return say(`A board that is laid by hand has at most ${MOST_CARDS} cards.`);
    if (next === hand) return say('Already on the board.');
    if (!hand.free) return become(next);
    const reason = await setWith(next.cards, signal).catch(inWords);
    if (signal.aborted) return;
    if (reason === '') become(next);
    else say(reason);
  }

  /** @param {string | null} words by default how to learn why a card is greyed */
  function say(words) {
    fill(why, words ?? (hand.free && isOffered(deck) && 'Point at a greyed card to see which set it would make.'));
  }

  /**
   * Which set lies among the cards, of which the last ones are new; nothing where there is none.
   * @param {string[]} cards
   * @param {AbortSignal} until
   */
  async function setWith(cards, until) {
    const answer = await ask({ ask: 'find', board: { cards, deck }, search: { timeout: 5 } }, { signal: until });
    if (answer.answer === 'stopped') return `It is not known whether this makes a set: ${answer.reason.message}.`;
    const [set] = answer.sets;
    if (!set) return '';
    await drawn.draw(set);
    board.mark({ hint: set }, { hint: 'in this set' });
    const others = set.filter((/** @type {string} */ card) => hand.cards.includes(card));
    const names = set.filter((/** @type {string} */ card) => !others.includes(card)).map((/** @type {string} */ card) => drawn.name(card));
    const beside = others.length ? ` with ${others.map((/** @type {string} */ card) => drawn.name(card)).join(' and ')}` : '';
    return `A set: ${names.join(', ')}${beside}.`;
  }

  /** The reason why the card below the pointer or with the focus is greyed. */
  let looking = new AbortController();
  const look = async (/** @type {Event} */ event) => {
    looking.abort();
    looking = new AbortController();
    const until = looking.signal;
    const card = /** @type {Element} */ (event.target).closest('.card')?.getAttribute('data-card');
    if (!card || !blocked(card)) return leave();
    const words = await setWith([...hand.cards, card], until).catch(inWords);
    if (!until.aborted && !signal.aborted) say(words);
  };
  const leave = () => {
    looking.abort();
    if (!hand.free || addable === null) return;
    board.mark({});
    say(null);
  };
  choice.element.addEventListener('pointerover', look);
  choice.element.addEventListener('focusin', look);
  choice.element.addEventListener('pointerleave', leave);

  async function copy() {
    const text = boardText(deck, hand.cards);
    try {
      await navigator.clipboard.writeText(text);
      say('Copied.');
    } catch {
      typed.show(text);
      say('Your browser does not let the page copy: the text is in the field below.');
    }
  }

  onKeys({ act: (action) => action === 'undo' && hand.past.length > 0 && (become(undo(hand)), true) }, signal);
  onSettings(async () => {
    drawn = pictures(deck);
    await choice.show(drawn, signal);
    await drawn.draw(hand.cards);
    if (signal.aborted) return;
    board.show(hand.cards, drawn);
    grey();
  }, signal);

  const given = cardsOfLink(params);
  if (given.length) {
    try {
      hand = newHand(deck, (await readCards(deck, { cards: given }, signal)).cards.slice(0, MOST_CARDS), hand.free);
    } catch (error) {
      typed.fail(`The link names no board: ${inWords(error)}`);
    }
  }
  if (!signal.aborted) await become(hand);
}
