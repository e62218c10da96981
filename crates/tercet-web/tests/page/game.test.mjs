// The game as one value: its moves one by one, then laws that hold for every game.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CLASSIC, isSet, nthCard, size } from '../../page/js/core/deck.js';
import { REFILLS, cardsOf, deckLeft, newGame, replay, step, undo, usualSetup } from '../../page/js/core/game.js';
import { randomNumbers, setsOf, shuffled } from './numbers.mjs';

const SMALL = { values: 3, properties: 2 };

/** All cards of a deck in random order. */
function dealOf(deck, seed) {
  return shuffled(Array.from({ length: Number(size(deck)) }, (_, i) => nthCard(deck, i)), randomNumbers(seed));
}

/** The cards of the small deck in two orders: mixed, and row by row. */
const MIXED = ['00', '01', '10', '02', '11', '12', '22', '20', '21'];
const ROWS = ['00', '01', '02', '10', '11', '12', '20', '21', '22'];

/** A game that has begun. */
function begun(setup, cards, sets) {
  return step(newGame(setup), { type: 'begin', cards, sets, at: 0 });
}

/** The game after these cards were pressed. */
const press = (game, cards, at = 1) => cards.reduce((state, card) => step(state, { type: 'card', card, at }), game);

/** The game after a claim, which is right if it is. */
const claim = (game, at = 1) => step(game, { type: 'none', right: setsOf(game.setup.deck, cardsOf(game)).length === 0, at });

/** What a game is besides its history. */
function state({ events, ...rest }) {
  return rest;
}

test('the usual setup is that of tercet game', () => {
  assert.deepEqual(usualSetup(CLASSIC, '7'), { deck: CLASSIC, seed: '7', goal: { kind: 'deck' }, start: 12, refill: 'up-to-start' });
  assert.equal(usualSetup({ values: 4, properties: 4 }, '7').refill, 'at-once');
  assert.equal(usualSetup({ values: 2, properties: 2 }, '7').start, 4);
  assert.equal(usualSetup({ values: 1, properties: 5 }, '7').start, 1);
});

test('a game begins with the first cards of the deal', () => {
  const cards = dealOf(CLASSIC, 1);
  const game = begun(usualSetup(CLASSIC, '1'), cards);
  assert.deepEqual(game.board, cards.slice(0, 12));
  assert.equal(deckLeft(game), 69n);
});

test('cards that are dealt by themselves change nothing else, and are undone with the move before', () => {
  const game = press(begun({ ...usualSetup(SMALL, '1'), start: 3, untilSet: true }, MIXED), ['00']);
  const auto = { type: 'none', right: true, auto: true, at: 2 };
  const dealt = step(game, auto);
  assert.deepEqual([dealt.board.length, dealt.passed, dealt.picked], [6, 0, ['00']]);
  const before = undo(dealt);
  assert.deepEqual([before.board.length, before.picked], [3, []]);
  assert.equal(undo(before), before);
});

test('a card is pressed and released, and the choice is cleared', () => {
  const cards = dealOf(CLASSIC, 1);
  let game = press(begun(usualSetup(CLASSIC, '1'), cards), [cards[0], cards[1]]);
  assert.deepEqual(game.picked, [cards[0], cards[1]]);
  game = press(game, [cards[0]]);
  assert.deepEqual(game.picked, [cards[1]]);
  assert.deepEqual(press(game, [cards[40]]).picked, [cards[1]], 'a card that lies elsewhere');
  assert.deepEqual(step(game, { type: 'clear', at: 2 }).picked, []);
});

test('a set is taken, and new cards come into its places', () => {
  const game = press(begun({ ...usualSetup(SMALL, '1'), start: 6 }, MIXED), ['02', '00', '01'], 500);
  assert.deepEqual(game.board, ['22', '20', '10', '21', '11', '12']);
  assert.deepEqual(game.taken, [{ cards: ['02', '00', '01'], at: 500, time: 500, hint: 0, size: 6 }]);
  assert.deepEqual(game.verdict, { type: 'right', cards: ['02', '00', '01'] });
  assert.deepEqual(game.picked, []);
  assert.equal(deckLeft(game), 0n);
});

test('a wrong choice is counted and released', () => {
  const game = press(begun({ ...usualSetup(SMALL, '1'), start: 6 }, MIXED), ['00', '01', '10'], 300);
  assert.deepEqual(game.wrong, [{ cards: ['00', '01', '10'], at: 300 }]);
  assert.deepEqual([game.verdict.type, game.picked, game.board.length, game.taken.length], ['wrong', [], 6, 0]);
  assert.equal(press(game, ['11']).verdict, null, 'the verdict goes with the next card');
});

test('up to the start, a board above it shrinks without a gap', () => {
  const setup = { ...usualSetup(SMALL, '1'), start: 4, refill: 'up-to-start' };
  let game = step(begun(setup, MIXED), { type: 'none', right: true, checked: false, at: 1 });
  assert.deepEqual(game.board, MIXED.slice(0, 7));
  game = press(game, ['00', '01', '02']);
  assert.deepEqual(game.board, ['22', '12', '10', '11'], 'the last cards move into the places');
  assert.equal(deckLeft(game), 2n);
});

test('at once, v cards are dealt after each set while there are any', () => {
  const setup = { ...usualSetup(SMALL, '1'), start: 4, refill: 'at-once' };
  let game = press(begun(setup, MIXED), ['00', '01', '02']);
  assert.deepEqual(game.board, ['11', '12', '10', '22']);
  game = press(game, ['10', '11', '12']);
  assert.deepEqual([...game.board].sort(), ['20', '21', '22']);
  assert.equal(game.over, null);
  assert.equal(press(game, ['20', '21', '22']).over, 'deck', 'a board that holds no set any more');
});

test('delayed or owed, nothing is dealt until there is no set', () => {
  const deal = ['000', '001', '002', '111', '112', '110', '011', '012', '100', '102', '120', '121', '122', '222', '220', '221', '210'];
  const setup = { ...usualSetup({ values: 3, properties: 3 }, '1'), start: 8 };
  for (const [refill, dealt] of [['delayed', 3], ['owed', 6]]) {
    let game = press(press(begun({ ...setup, refill }, deal), deal.slice(0, 3)), deal.slice(3, 6));
    assert.deepEqual([game.board, game.undealt], [['012', '011'], 6]);
    game = claim(game);
    assert.deepEqual([game.board.slice(2), game.verdict.dealt, game.undealt], [deal.slice(8, 8 + dealt), dealt, 0]);
    const again = step(game, { type: 'none', right: true, at: 3 });
    assert.equal(again.verdict.dealt, 3, 'no set was taken since');
    assert.equal(undo(again).dealt, game.dealt);
  }
});

test('the claim that there is no set', () => {
  const deal = ['00', '01', '10', '11', '02', '12', '22', '20', '21'];
  const setup = { ...usualSetup(SMALL, '1'), start: 4 };
  let game = claim(press(begun(setup, deal), ['00']));
  assert.deepEqual([game.verdict.type, game.passed, game.board.length, game.picked], ['none', 1, 7, []]);
  game = claim(game);
  assert.deepEqual([game.verdict.type, game.falseNone, game.board.length], ['not-none', 1, 7]);
});

test('a game is over after its number of sets, or with the deck', () => {
  const three = ['00', '01', '02'];
  const goal = { kind: 'sets', sets: 1 };
  const one = press(begun({ ...usualSetup(SMALL, '1'), start: 3, goal }, ROWS), three);
  assert.equal(one.over, 'sets');
  assert.equal(press(one, ['10']), one, 'nothing happens afterwards');
  const all = press(begun({ ...usualSetup(SMALL, '1'), start: 9, goal: { kind: 'sets', sets: 3 } }, ROWS), ROWS);
  assert.equal(all.over, 'sets', 'the goal comes before the deck');
  const more = press(begun({ ...usualSetup(SMALL, '1'), start: 9, goal: { kind: 'sets', sets: 9 } }, ROWS), ROWS);
  assert.equal(more.over, 'deck', 'a goal that the deck does not reach');
  const gone = step(begun(usualSetup(SMALL, '1'), ROWS), { type: 'give-up', at: 4 });
  assert.equal(gone.over, 'given-up');
});

test('on a layout sets stay, count once, and the last one ends the game', () => {
  const cards = ['00', '01', '02', '10', '20'];
  const setup = { ...usualSetup(SMALL, '1'), start: 5, goal: { kind: 'layout' } };
  let game = press(begun(setup, cards, 2), ['00', '01', '02'], 10);
  assert.deepEqual(game.board, cards);
  game = press(game, ['02', '01', '00'], 20);
  assert.deepEqual([game.verdict.type, game.taken.length], ['again', 1]);
  game = press(game, ['20', '10', '00'], 30);
  assert.deepEqual([game.over, game.taken.map(({ time }) => time)], ['layout', [10, 20]]);
  assert.equal(deckLeft(game), 0n);
});

test('on a layout whose number of sets is not told, only the right claim ends the game', () => {
  const cards = ['00', '01', '02', '10'];
  const setup = { ...usualSetup(SMALL, '1'), start: 4, goal: { kind: 'layout' }, untold: true };
  let game = step(begun(setup, cards), { type: 'none', right: false, at: 5 });
  assert.deepEqual([game.over, game.falseNone], [null, 1]);
  game = press(game, ['00', '01', '02']);
  assert.equal(game.over, null);
  assert.equal(step(game, { type: 'none', right: true, at: 9 }).over, 'layout');
});

test('a hint is of the next set, and marks the game for good', () => {
  let game = begun({ ...usualSetup(SMALL, '1'), start: 6 }, ROWS);
  for (const stage of [1, 2]) game = step(game, { type: 'hint', stage, at: stage });
  game = press(game, ['00', '01', '02']);
  assert.deepEqual([game.taken[0].hint, game.hint, game.helped], [2, 0, true]);
  game = press(game, ['10', '11', '12']);
  assert.deepEqual([game.taken[1].hint, game.helped], [0, true]);
});

test('undo takes back cards, sets and claims, but no wrong choice, hint or end', () => {
  const first = begun({ ...usualSetup(SMALL, '1'), start: 6 }, ROWS);
  assert.equal(undo(first), first);
  const set = press(first, ['00', '01', '02']);
  assert.deepEqual([undo(set).picked, undo(set).board, undo(set).taken], [['00', '01'], first.board, []]);
  assert.deepEqual(state(undo(undo(undo(set)))), state(first));
  const wrong = press(first, ['00', '01', '10']);
  assert.equal(undo(wrong), wrong);
  const denied = step(first, { type: 'none', right: false, at: 1 });
  assert.equal(undo(denied), denied);
  const helped = undo(press(step(first, { type: 'hint', stage: 1, at: 1 }), ['00']));
  assert.deepEqual([helped.helped, helped.hint, helped.picked], [true, 1, []]);
  const over = step(first, { type: 'give-up', at: 1 });
  assert.equal(undo(over), over);
});

test('cards that become known later change nothing before they are dealt', () => {
  const deal = dealOf(CLASSIC, 3);
  const whole = begun(usualSetup(CLASSIC, '3'), deal);
  const parts = step(begun(usualSetup(CLASSIC, '3'), deal.slice(0, 14)), { type: 'more', cards: deal.slice(14), at: 9 });
  assert.deepEqual(state(parts), state(whole));
  assert.deepEqual(undo(press(parts, [deal[0]])).deal, deal);
});

/** Plays a random game to its end, with wrong choices, false claims, hints and undone moves, and checks laws at each step. */
function playRandomly(setup, deal, seed) {
  const next = randomNumbers(seed);
  const { deck } = setup;
  const isLayout = setup.goal.kind === 'layout';
  let game = begun(setup, isLayout ? deal.slice(0, setup.start) : deal, isLayout ? setsOf(deck, deal.slice(0, setup.start)).length : undefined);
  for (let at = 10; !game.over; at += 10) {
    assert.ok(at < 50_000, 'the game ends');
    const sets = setsOf(deck, cardsOf(game));
    const dice = next() % 20;
    const known = new Set(game.taken.map(({ cards }) => [...cards].sort().join()));
    const unknown = sets.find((set) => !known.has([...set].sort().join()));
    if (dice === 0) game = undo(game);
    else if (dice === 1) game = step(game, { type: 'hint', stage: 1, at });
    else if (dice === 2) game = press(game, [game.board[next() % game.board.length]], at);
    else if (dice === 3 || !unknown) game = step(game, { type: 'none', right: !unknown, at });
    else game = press(step(game, { type: 'clear', at }), unknown, at);
    checkLaws(game, deal);
  }
  return game;
}

/** What holds of every game. */
function checkLaws(game, deal) {
  const { setup, board, taken, dealt, picked } = game;
  const isLayout = setup.goal.kind === 'layout';
  assert.deepEqual(replay(setup, game.events), game, 'a game is its events');
  assert.ok(!board.includes(null), 'no gap stays');
  assert.equal(new Set(board).size, board.length, 'no card lies twice');
  const gone = isLayout ? [] : taken.flatMap(({ cards }) => cards);
  assert.deepEqual([...board, ...gone].sort(), deal.slice(0, dealt).sort(), 'every card is on the board or was taken');
  assert.ok(taken.every(({ cards }) => isSet(setup.deck, cards)));
  assert.ok(picked.length < setup.deck.values && picked.every((card) => board.includes(card)));
  assert.ok(game.wrong.every(({ cards }) => !isSet(setup.deck, cards)));
  assert.ok(taken.every(({ time }) => time >= 0) && taken.reduce((sum, { time }) => sum + time, 0) === (taken.at(-1)?.at ?? 0));
  if (!isLayout && setup.refill === 'owed') {
    const [least, most] = [taken.length - game.undealt / setup.deck.values, taken.length + game.passed].map((sets) => setup.start + setup.deck.values * sets);
    assert.ok(Math.min(deal.length, least) <= dealt && dealt <= most);
  }
  if (!isLayout && setup.refill === 'delayed') assert.equal(dealt, Math.min(deal.length, setup.start + setup.deck.values * game.passed));
  if (!isLayout && setup.refill === 'at-once') assert.equal(dealt, Math.min(deal.length, setup.start + setup.deck.values * (taken.length + game.passed)));
  if (!isLayout && setup.refill === 'up-to-start' && deckLeft(game) > 0n) assert.ok(board.length >= setup.start);
}

test('laws of whole games', () => {
  const decks = [[CLASSIC, 12], [SMALL, 4], [{ values: 2, properties: 3 }, 4], [{ values: 4, properties: 2 }, 8], [{ values: 3, properties: 1 }, 2], [{ values: 1, properties: 2 }, 1]];
  for (const [deck, start] of decks) {
    for (const refill of REFILLS) {
      for (const goal of [{ kind: 'deck' }, { kind: 'sets', sets: 2 }, { kind: 'layout' }]) {
        for (let seed = 0; seed < 4; seed++) {
          const deal = dealOf(deck, seed);
          const game = playRandomly({ deck, seed: String(seed), goal, start, refill }, deal, seed + 100);
          if (game.over === 'deck') assert.equal(setsOf(deck, cardsOf(game)).length, 0);
          if (game.over === 'sets') assert.equal(game.taken.length, 2);
          if (game.over === 'layout') assert.equal(game.taken.length, game.sets);
        }
      }
    }
  }
});

test('an event does not change the game before it', () => {
  const deal = dealOf(CLASSIC, 5);
  const game = begun(usualSetup(CLASSIC, '5'), deal);
  const before = structuredClone(game);
  const [set] = setsOf(CLASSIC, cardsOf(game));
  press(game, set);
  press(game, deal.slice(0, 3));
  claim(game);
  assert.deepEqual(game, before);
});
