// Variants of the game: chains against the definition, shuffles, and cards that lie face down.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { shuffled as orderOf } from '../../page/js/core/dealer.js';
import { CLASSIC, nthCard, size } from '../../page/js/core/deck.js';
import { cardsOf, choices, deckLeft, isAllowed, lastSet, newGame, replay, step, undo, usualSetup } from '../../page/js/core/game.js';
import { readLink, writeLink } from '../../page/js/core/link.js';
import { isSameKind } from '../../page/js/play/finished.js';
import { readSetup, setupParams, setupTitle } from '../../page/js/play/play.js';
import { boardAt, stepsOf } from '../../page/js/replay/steps.js';
import { randomNumbers, setsOf, shuffled } from './numbers.mjs';

const DECKS = [{ values: 3, properties: 3 }, { values: 4, properties: 2 }, { values: 2, properties: 3 }];

const begun = (setup, cards) => step(newGame(setup), { type: 'begin', cards, at: 0 });
const press = (game, cards, at) => cards.reduce((state, card) => step(state, { type: 'card', card, at }), game);
const dealOf = (deck, next) => shuffled(Array.from({ length: Number(size(deck)) }, (_, i) => nthCard(deck, i)), next);

test('in a chain, a set is taken if it holds one card of the last, by the definition', () => {
  for (let seed = 0; seed < 200; seed++) {
    const [next, deck] = [randomNumbers(seed), DECKS[seed % 3]];
    const deal = dealOf(deck, next);
    const setup = { ...usualSetup(deck, String(seed)), refill: /** @type {const} */ (['up-to-start', 'at-once', 'delayed', 'owed'])[seed % 4], variant: 'chain' };
    let game = begun(setup, deal);
    for (let at = 1; !game.over; at++) {
      const last = game.taken.at(-1)?.cards ?? [];
      assert.deepEqual(lastSet(game), last);
      assert.ok(last.every((card) => game.board.includes(card)) && !game.board.includes(null));
      const sets = setsOf(deck, cardsOf(game));
      const isLinked = (set) => !last.length || set.filter((card) => last.includes(card)).length === 1;
      const [right, wrong] = [sets.filter(isLinked), sets.filter((set) => !isLinked(set))];
      assert.deepEqual(sets.filter((set) => isAllowed(game, set)), right);
      if (wrong.length) {
        const refused = press(game, wrong[next() % wrong.length], at);
        assert.deepEqual([refused.verdict.type, refused.board, refused.wrong.length], ['unlinked', game.board, game.wrong.length + 1]);
      }
      const before = game;
      game = right.length ? press(game, right[next() % right.length], at) : step(game, { type: 'none', right: true, at });
      assert.equal(game.taken.length, before.taken.length + Math.min(1, right.length));
      const free = game.board.length - lastSet(game).length;
      if (setup.refill === 'up-to-start' && deckLeft(game)) assert.ok(free >= setup.start);
    }
    assert.equal(game.over, 'deck');
    assert.ok(!setsOf(deck, cardsOf(game)).some((set) => isAllowed(game, set)));
    const first = Math.min(1, game.taken.length);
    assert.equal(game.board.length - lastSet(game).length, deal.length - first - (deck.values - 1) * game.taken.length);
    const steps = stepsOf(game);
    assert.deepEqual(boardAt(steps, steps.length - 1), game.board);
  }
});

test('a board is shuffled after each set', () => {
  const deck = CLASSIC;
  const setup = { ...usualSetup(deck, '7'), variant: 'shuffle' };
  let game = begun(setup, dealOf(deck, randomNumbers(1)));
  const orders = [];
  for (let at = 1; !game.over; at++) {
    const [set] = setsOf(deck, cardsOf(game));
    game = set ? press(game, set, at) : step(game, { type: 'none', right: true, at });
    if (set) orders.push(game.board.map((card) => [...game.board].sort().indexOf(card)));
  }
  assert.deepEqual(replay(setup, game.events), game);
  assert.equal(new Set(orders.map(String)).size, orders.length);
  const steps = stepsOf(game);
  assert.deepEqual(boardAt(steps, steps.length - 1), game.board);
});

test('the engine puts the cards in the same order', () => {
  // `tercet game --variant shuffle -v 3 -p 2 --seed 1` prints these.
  assert.deepEqual(orderOf({ values: 3, properties: 2 }, '1', 1, ['12', '00', '22', '10', '20', '02']), ['10', '12', '20', '00', '02', '22']);
  // Their order before, and how cards are written, mean nothing.
  const deck = { values: 40, properties: 1 };
  const cards = Array.from({ length: 40 }, (_, i) => String(i));
  assert.deepEqual(orderOf(deck, '1', 1, cards.toReversed()), orderOf(deck, '1', 1, cards));
});

test('cards that were turned up stay until the choice is complete', () => {
  const deal = ['000', '001', '012', '002', '100', '110', '120', '200', '201'];
  const setup = { ...usualSetup(DECKS[0], '1'), start: 7, variant: 'memory' };
  let game = press(begun(setup, deal), ['000', '000', '001'], 1);
  assert.deepEqual(game.picked, ['000', '001']);
  assert.equal(step(game, { type: 'clear', at: 2 }), game);
  assert.equal(undo(game), game);
  game = press(press(game, ['012'], 3), ['000', '001', '002'], 4);
  assert.deepEqual(choices(game), [['000', '001', '012'], ['000', '001', '002']]);
  assert.deepEqual([game.taken.length, game.board.length], [1, 6]);
});

test('a link names the variant', () => {
  const read = (fragment) => readSetup(readLink(fragment).params, CLASSIC);
  const usual = usualSetup(CLASSIC, '7');
  for (const variant of ['chain', 'shuffle', 'memory']) {
    const setup = read(`#play?seed=7&variant=${variant}`);
    assert.deepEqual(setup, { ...usual, variant });
    assert.deepEqual(read(writeLink('play', setupParams(setup))), setup);
    assert.ok(!isSameKind(setup, usual) && setupTitle(setup) !== setupTitle(usual));
    assert.deepEqual(read(`#play?deck=10.4&seed=7&variant=${variant}`).goal, { kind: 'deck' });
    assert.match(read(`#play?seed=7&goal=layout&variant=${variant}`), /fixed layout/);
  }
  assert.deepEqual(read('#play?seed=7&variant=standard'), usual);
  for (const wrong of ['ultra', '', 'constructor']) assert.match(read(`#play?seed=7&variant=${wrong}`), /is not a variant/);
  assert.match(read('#play?deck=1.3&seed=7&variant=chain'), /two values/);
});
