// Build: a board made by hand, with its sets and odds, and optionally kept set-free.

import { announce, button, el, fill, panel, plural } from '../core/dom.js';
import { Board } from '../core/board.js';
import { pictures } from '../core/cards.js';
import { deckName } from '../core/deck.js';
import { ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { onKeys } from '../core/keys.js';
import { writeLink } from '../core/link.js';
import { onSettings } from '../core/store.js';
import { classPanel } from '../class/make.js';
import { findOut } from './facts.js';
import { MOST_CARDS, boardParams, boardText, cardsOfLink, lay, newHand, takeAway, undo, withCards } from './hand.js';
import { isOffered, palette } from './palette.js';
import { read } from './reading.js';
import { typing } from './typing.js';

/** @param {import('../core/view.js').Visit} visit */
export async function visit({ root, deck, params, signal, rename }) {
  let hand = newHand(deck, [], params.free === '1');
  let drawn = pictures(deck);
  /** The cards that make no set, if they are known and the board has no set. @type {Set<string> | null} */
  let addable = null;
  let changing = new AbortController();
  let looking = new AbortController();
  signal.addEventListener('abort', () => changing.abort());

  const title = el('h2', { tabIndex: -1 }, 'Cards');
  const take = (/** @type {string} */ card) => become(takeAway(hand, card));
  const board = new Board({ label: 'Your board: press a card to remove it', room: 'field', onCard: take });
  board.element.classList.add('hand');
  const nothing = el('p', { class: 'soft' }, 'No cards yet. Choose some below, or type them.');
  board.field.prepend(nothing);
  const why = el('p', { class: 'why', role: 'status' });
  const choose = (/** @type {string} */ card) => add([card]).then((words) => words && say(words));
  const choice = palette(deck, (card) => (hand.cards.includes(card) ? take(card) : choose(card)));
  const titles = ['Sets', 'Odds', 'Next card', 'Largest without a set'];
  const lines = new Map(titles.map((name) => [name, el('div', { hidden: true })]));
  const facts = el('dl', { class: 'facts' }, [...lines.values()]);
  const back = button('Undo', () => become(undo(hand)));
  const empty = button('Remove all', () => become(withCards(hand, [])));
  const copied = button('Copy as text', copy);
  const solve = el('a', { class: 'button' }, 'Solve');
  const play = el('a', { class: 'button' }, 'Play it');
  const change = () => become({ ...hand, free: free.checked });
  const free = el('input', { type: 'checkbox', checked: hand.free, on: { change } });
  const typed = typing(async (text) => add((await read({ text, deck }, signal)).cards));
  /** The parts of the link that belong to a class. @type {{ set: string | null, sheet: string | null }} */
  let kept = { set: params.set ?? null, sheet: params.sheet ?? null };
  const address = () => writeLink('build', { ...boardParams(deck, hand.cards), free: hand.free ? '1' : null, ...kept });
  const gathered = classPanel(deck, params, () => hand.cards, (now) => ((kept = now), rename(address())), signal);
  const row = el('div', { class: 'row' }, back, empty, copied, solve, play);
  const refused = isOffered(deck) ? 'greyed' : 'refused';
  const grey = el('label', {}, free, `Without a set: cards that would make one are ${refused}`);
  fill(
    root,
    el('h1', {}, `Build a board of ${deckName(deck)}`),
    el(
      'div',
      { class: 'split' },
      el(
        'div',
        { class: 'column' },
        panel(title, board.field, row),
        panel(isOffered(deck) ? 'All cards' : 'The next card', grey, why, choice.element),
      ),
      el('div', { class: 'column' }, panel('Sets and odds', facts), typed.element, gathered),
    ),
  );

  /** Shows a hand, and asks for its facts. @param {import('./hand.js').Hand} next */
  async function become(next) {
    changing.abort();
    changing = new AbortController();
    const { signal: settled } = changing;
    hand = next;
    addable = null;
    const params = boardParams(deck, hand.cards);
    rename(address());
    solve.href = writeLink('solve', params);
    play.href = writeLink('play', params);
    const failed = await drawn.draw(hand.cards).catch(inWords);
    if (settled.aborted) return;
    if (failed) return say(failed);
    const focused = document.activeElement;
    back.disabled = !hand.past.length;
    empty.disabled = copied.disabled = !hand.cards.length;
    nothing.hidden = hand.cards.length > 0;
    // The place of the links stays, so that nothing below them moves.
    for (const link of [solve, play]) link.classList.toggle('absent', !params.cards);
    board.show(hand.cards, drawn);
    // The element that had the focus may be gone or disabled.
    if (focused?.matches(':disabled') || (focused !== document.body && document.activeElement === document.body)) title.focus();
    fill(title, plural(hand.cards.length, 'card'));
    why.classList.toggle('held', hand.free);
    say(null);
    mark();
    const listener = {
      name: (/** @type {string} */ card) => drawn.name(card),
      say(/** @type {string} */ name, /** @type {string | null} */ words) {
        const line = lines.get(name);
        if (line) line.hidden = !words;
        if (line && words) fill(line, el('dt', {}, name), el('dd', {}, words));
      },
      onKnown(/** @type {import('./facts.js').Known} */ known) {
        addable = known.addable;
        mark();
        if (known.count === null || known.addable) return;
        fill(title, `${plural(hand.cards.length, 'card')}, ${plural(known.count, 'set')}`);
        announce(title.textContent ?? '');
        if (hand.free && known.count !== '0') say('The board already holds a set: remove a card of each set.');
      },
    };
    await findOut(hand, listener, settled);
  }

  /** @param {string} card */
  const isBlocked = (card) => hand.free && addable !== null && !addable.has(card) && !hand.cards.includes(card);

  function mark() {
    choice.mark(hand.cards, isBlocked);
    board.mark({});
  }

  /** @param {string | null} words by default how to learn why a card is greyed */
  function say(words) {
    fill(why, words ?? (hand.free && isOffered(deck) && 'Point at a greyed card or press it to see which set it would make.'));
  }

  /**
   * Lays cards, or says why it does not: the board may be kept without a set.
   * @param {string[]} cards
   * @returns {Promise<string | null>}
   */
  async function add(cards) {
    const before = hand;
    const next = lay(hand, cards);
    if (next.cards.length > MOST_CARDS) return `A board made by hand has at most ${MOST_CARDS} cards.`;
    if (next === hand) return 'Already on the board.';
    const reason = hand.free ? await setIn(next.cards, signal).catch(inWords) : '';
    // The board has changed meanwhile.
    if (hand !== before) return add(cards);
    if (!reason && !signal.aborted) become(next);
    return reason;
  }

  /**
   * A sentence about a set among the cards, some of which lie on the board; empty if they hold no set.
   * @param {string[]} cards
   * @param {AbortSignal} until
   */
  async function setIn(cards, until) {
    const request = { ask: 'find', board: { cards, deck }, search: { timeout: 5 } };
    const { answer, sets, reason } = await ask(request, { signal: until });
    if (answer === 'stopped') return `It is not known whether this makes a set: ${reason.message}.`;
    if (!sets.length) return '';
    const others = sets[0].filter((/** @type {string} */ card) => hand.cards.includes(card));
    board.mark({ hint: others }, { hint: 'in this set' });
    const names = others.map((/** @type {string} */ card) => drawn.name(card));
    return names.length ? `A set with ${names.join(' and ')}.` : 'These cards hold a set.';
  }

  /** Says why the card below the pointer or with the focus is greyed. @param {Event} event */
  async function look(event) {
    looking.abort();
    looking = new AbortController();
    const until = looking.signal;
    const card = event.target instanceof Element && event.target.closest('.card')?.getAttribute('data-card');
    if (card && isBlocked(card)) {
      const words = await setIn([...hand.cards, card], until).catch(inWords);
      if (!until.aborted) say(words);
    } else if (hand.free && addable) {
      board.mark({});
      say(null);
    }
  }
  for (const event of ['pointerover', 'focusin', 'pointerleave']) choice.element.addEventListener(event, look);

  async function copy() {
    const copying = navigator.clipboard?.writeText(boardText(deck, hand.cards)) ?? Promise.reject();
    say(await copying.then(() => 'Copied.', () => 'The browser does not allow the page to copy.'));
  }

  onKeys({ act: (action) => action === 'undo' && hand.past.length > 0 && (become(undo(hand)), true) }, signal);
  try {
    const before = hand;
    const { cards } = await read({ cards: cardsOfLink(params), deck }, signal);
    // Cards may have been typed meanwhile.
    hand = hand === before ? newHand(deck, cards.slice(0, MOST_CARDS), hand.free) : lay(hand, cards);
  } catch (error) {
    typed.fail(inWords(error) ?? '');
  }
  const show = async () => {
    drawn = pictures(deck);
    await choice.show(drawn);
    if (!signal.aborted) await become(hand);
  };
  if (signal.aborted) return;
  await show();
  onSettings(() => drawn !== pictures(deck) && show(), signal);
}
