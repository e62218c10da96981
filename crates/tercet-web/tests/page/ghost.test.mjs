// Ghosts: their texts, what is refused, and bots.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CLASSIC, isSet, nthCard, size } from '../../page/js/core/deck.js';
import { dealOf } from '../../page/js/core/dealer.js';
import { REFILLS, VARIANTS, cardsOf, isAllowed, newGame, replay, step, usualSetup } from '../../page/js/core/game.js';
import { ghostsOf, readLink, withGhosts } from '../../page/js/core/link.js';
import { LEVELS, chances, levelOf, nextMove, paceOf } from '../../page/js/ghost/bot.js';
import { compared, standing } from '../../page/js/ghost/compared.js';
import { cleanName, eventsOf, movesOf, pack, unpack } from '../../page/js/ghost/pack.js';
import { Forged, after, replayed } from '../../page/js/ghost/replayed.js';
import { randomNumbers, setsOf, shuffled } from './numbers.mjs';

/** The sets on the board that can be taken, by the definition. */
function open(game) {
  const { setup, taken } = game;
  const known = setup.goal.kind === 'layout' ? taken.map((set) => String(set.cards.toSorted())) : [];
  return setsOf(setup.deck, cardsOf(game)).filter((set) => isAllowed(game, set) && !known.includes(String(set.toSorted())));
}

/** Deals and judges without an engine. */
const judge = { more: async () => [], hasSet: async (game) => open(game).length > 0 };

/** A game whose whole deal is known. */
function begun(setup) {
  const cards = dealOf(setup.deck, setup.seed);
  const isLayout = setup.goal.kind === 'layout';
  const shown = isLayout ? cards.slice(0, setup.start) : cards;
  const game = step(newGame(setup), { type: 'begin', cards: shown, at: 0 });
  return isLayout ? step(game, { type: 'sets', sets: open(game).length, at: 0 }) : game;
}

const DECKS = [CLASSIC, { values: 3, properties: 2 }, { values: 4, properties: 2 }, { values: 2, properties: 3 }, { values: 1, properties: 3 }];
const TIMES = [0, 10, 990, 4210, 61_000, 3_600_000];

/** A game at random: sets, wrong choices, released cards, hints, claims and their errors, to its end or not. */
function randomGame(seed) {
  const next = randomNumbers(seed);
  const one = (some) => some[next() % some.length];
  const deck = one(DECKS);
  const goal = one([{ kind: 'deck' }, { kind: 'sets', sets: 2 }, { kind: 'layout' }]);
  const setup = { ...usualSetup(deck, String(next())), goal, refill: one(REFILLS), ...(goal.kind !== 'layout' && { variant: one(Object.keys(VARIANTS)), ...(next() % 4 === 0 && { untilSet: true }) }) };
  let game = begun(setup);
  let at = 0;
  const act = (event) => (game = step(game, { ...event, at }));
  for (let move = next() % 60; move > 0 && !game.over; move--) {
    at += one(TIMES) + (next() % 3000);
    const [sets, cards] = [open(game), shuffled(cardsOf(game), next)];
    const what = next() % 10;
    if (what === 0) act({ type: 'hint', stage: 1 + (next() % deck.values) });
    else if (what === 1) act({ type: 'give-up' });
    else if (what === 2) for (const card of [cards[0], cards[0]]) act({ type: 'card', card });
    else if (what === 3 && !setup.untilSet) act({ type: 'none', right: !sets.length });
    else if (what === 4 && cards.length >= deck.values) for (const card of cards.slice(0, deck.values)) act({ type: 'card', card });
    else if (sets.length) for (const card of shuffled(one(sets), next)) act({ type: 'card', card });
    else act({ type: 'none', right: true, ...(setup.untilSet && { auto: true }) });
  }
  return game;
}

/** What a game is, with times in hundredths of a second, and sets in the order of their cards. */
const essence = ({ board, taken, wrong, falseNone, passed, helped, over }) => {
  const choice = ({ cards, at, hint }) => [cards.toSorted(), Math.round(at / 10), hint];
  return { board: board.toSorted(), taken: taken.map(choice), wrong: wrong.map(choice), falseNone, passed, helped, over };
};

test('many games are packed, unpacked and played again', async () => {
  const kinds = new Set();
  for (let seed = 0; seed < (process.env.TERCET_ALL ? 1000 : 250); seed++) {
    const { setup, events } = randomGame(seed);
    const ghost = { name: ['', 'Ann', 'Žofie 🂡'][seed % 3], moves: movesOf(setup, events) };
    for (const { kind } of ghost.moves) kinds.add(kind);
    const text = pack(setup.deck, `#play?seed=${seed}`, ghost);
    const read = unpack(setup.deck, `#play?seed=${seed}`, text);
    const game = await replayed(begun(setup), read.moves, judge);
    assert.equal(read.name, ghost.name);
    assert.deepEqual(essence(game), essence(replay(setup, events)), `seed ${seed}`);
    assert.deepEqual(movesOf(setup, game.events).map(({ kind, at }) => [kind, at]), ghost.moves.map(({ kind, at }) => [kind, at]));
    assert.equal(typeof unpack(setup.deck, '#play?seed=other', text), 'string', 'a text of other cards');
  }
  assert.equal(kinds.size, 7);
});

/** A game of a bot, to its end. */
function botGame(setup, level) {
  const random = chances(setup.seed, level);
  let game = begun(setup);
  while (!game.over) game = eventsOf(nextMove(game, open(game), level, random)).reduce(step, game);
  return game;
}

test('a whole classic game takes less than 200 characters', () => {
  for (let seed = 0; seed < 20; seed++) {
    const { setup, events, taken } = botGame(usualSetup(CLASSIC, String(seed)), 20);
    assert.ok(taken.length > 20);
    const { length } = pack(CLASSIC, '#play', { name: 'A name of some length', moves: movesOf(setup, events) });
    assert.ok(length < 200, `${length}`);
  }
});

test('ten thousand mutated texts are refused in words, or are the games of true moves', async () => {
  const next = randomNumbers(7);
  const letters = 'ABCabc019-_.~%é';
  let repaired = 0;
  const games = Array.from({ length: 50 }, (_, seed) => randomGame(seed));
  for (let i = 0; i < 10_000; i++) {
    const { setup, events } = games[i % games.length];
    const text = pack(setup.deck, '', { name: 'Ann', moves: movesOf(setup, events) });
    const [at, letter] = [next() % text.length, letters[next() % letters.length]];
    const changed = [text.slice(0, at) + letter + text.slice(at + 1), text.slice(0, at), text.slice(at), text + text][next() % 4];
    const ghost = unpack(setup.deck, '', changed);
    if (typeof ghost === 'string') {
      assert.match(ghost, /damaged/);
      continue;
    }
    assert.equal(pack(setup.deck, '', ghost), changed);
    if (changed !== text) repaired += 1;
    await replayed(begun(setup), ghost.moves, judge).catch((error) => assert.ok(error instanceof Forged, error));
  }
  assert.ok(repaired < 3);
});

test('a thousand forged ghosts are refused, or are the games of true moves', async () => {
  const next = randomNumbers(8);
  const ends = { true: 0, false: 0 };
  for (let i = 0; i < 1000; i++) {
    const { setup, events } = randomGame(i % 100);
    const moves = movesOf(setup, events);
    if (!moves.length) continue;
    const [at, other] = [next() % moves.length, next() % moves.length];
    const forged = [moves.toSpliced(at, 1), moves.toSpliced(at, 0, { ...moves[other], at: moves[at].at }), moves.with(at, { ...moves[other], at: moves[at].at })][next() % 3];
    const ghost = unpack(setup.deck, '', pack(setup.deck, '', { name: '', moves: forged }));
    const game = await replayed(begun(setup), ghost.moves, judge).catch((error) => (assert.ok(error instanceof Forged, error), null));
    ends[game !== null] += 1;
    if (game) assert.deepEqual(movesOf(setup, game.events).map(({ kind, at }) => [kind, at]), forged.map(({ kind, at }) => [kind, at]));
  }
  assert.ok(ends.true > 100 && ends.false > 100, JSON.stringify(ends));
});

test('moves that are forged are named', async () => {
  const setup = usualSetup(CLASSIC, '7');
  const game = begun(setup);
  const [set, other] = open(game);
  const wrong = cardsOf(game).slice(0, 3);
  assert.ok(other && !isSet(CLASSIC, wrong));
  const elsewhere = dealOf(CLASSIC, '7').slice(-3);
  const forgeries = [
    [{ kind: 'set', cards: [set[0], set[1], elsewhere[0]] }, /its set 1, at 0:01.0, is of cards that are not on the board/],
    [{ kind: 'set', cards: wrong }, /cannot be taken/],
    [{ kind: 'wrong', cards: set }, /its wrong choice, at 0:01.0, is not wrong/],
    [{ kind: 'none' }, /is false: there is one/],
    [{ kind: 'auto' }, /against the rules/],
    [{ kind: 'hint', stage: 4 }, /a stage that does not exist/],
  ];
  for (const [move, words] of forgeries) await assert.rejects(after(game, { at: 1000, ...move }, judge), words);
  const ended = await after(game, { kind: 'give-up', at: 0 }, judge);
  await assert.rejects(after(ended, { kind: 'hint', stage: 1, at: 5 }, judge), /after the end/);
  const empty = begun({ ...setup, goal: { kind: 'layout' }, start: 3 });
  assert.equal(open(empty).length, 0);
  await assert.rejects(after(empty, { kind: 'not-none', at: 0 }, judge), /is true/);
  const unknown = { ...judge, hasSet: async () => null };
  assert.equal((await after(game, { kind: 'none', at: 0 }, unknown)).passed, 1);
});

test('names have no signs that hide or reverse others', () => {
  assert.equal(cleanName('  A\u202enn\n\u0000 '), 'Ann');
  assert.equal([...cleanName('🂡'.repeat(30))].length, 20);
});

test('a race is compared set by set', () => {
  const setup = { ...usualSetup(CLASSIC, '7'), goal: { kind: 'sets', sets: 2 } };
  const press = (game, cards, at) => cards.reduce((state, card) => step(state, { type: 'card', card, at }), game);
  const [a, b] = open(begun(setup));
  assert.ok(!a.some((card) => b.includes(card)));
  const mine = press(press(begun(setup), a, 1000), b, 5000);
  const theirs = press(press(begun(setup), b.toReversed(), 2000), a, 3000);
  const left = press(begun(setup), b, 500);
  assert.deepEqual(compared([mine, theirs, left]).map(({ cards, taken, first }) => [cards, taken.map((set) => set?.at), first]), [
    [b, [5000, 2000, 500], 2],
    [a, [1000, 3000, undefined], 0],
  ]);
  assert.equal(standing(mine, theirs, 'Ann'), 'Ann beat you by 2.0 s.');
  assert.equal(standing(theirs, mine, 'Ann'), 'You beat Ann by 2.0 s.');
  assert.equal(standing(mine, mine, 'Ann'), 'You and Ann took the same time.');
  assert.equal(standing(mine, left, 'Ann'), 'You finished; Ann found 1 set and did not.');
  const givenUp = step(left, { type: 'give-up', at: 9000 });
  assert.equal(standing(givenUp, mine, 'Ann'), 'Ann finished in 0:05.0; you found 1 set.');
  assert.equal(standing(givenUp, left, 'Ann'), 'You found 1 set, Ann found 1 set.');
});

test('a link has at most four ghosts, each once', () => {
  const game = '#play?deck=40.1&seed=7&cards=1,2.3,4';
  assert.equal(withGhosts(`${game}&ghost=a`, []), game);
  assert.equal(withGhosts(game, ['a', 'b', 'a', 'c', 'd', 'e']), `${game}&ghost=b.c.d.e`);
  assert.deepEqual(ghostsOf(readLink(`${game}&ghost=a..b.c.d.e`).params.ghost), ['a', 'b', 'c', 'd']);
  assert.deepEqual(ghostsOf(undefined), []);
});

test('bots play true games of any deck, the same each time', async () => {
  for (const deck of [...DECKS, { values: 5, properties: 2 }]) {
    // With one value, no further set continues a chain.
    const variants = Object.keys(VARIANTS).filter((name) => name !== 'chain' || deck.values > 1);
    for (const rest of [{}, ...variants.map((variant) => ({ variant })), { goal: { kind: 'layout' } }, { refill: 'owed', untilSet: true }]) {
      const setup = { ...usualSetup(deck, '18446744073709551615'), ...rest };
      const game = botGame(setup, 50);
      assert.deepEqual(botGame(setup, 50).events, game.events);
      assert.deepEqual(essence(await replayed(begun(setup), movesOf(setup, game.events), judge)), essence(game));
      assert.equal(game.falseNone + game.wrong.length, 0);
    }
  }
  assert.deepEqual(['bot50', 'bot0', 'bot101', 'bot', 'x', 'bot100'].map(levelOf), [50, 0, 0, 0, 0, 100]);
});

test('bots are as fast as they promise, and find similar cards first', () => {
  const [shares, offered, times] = [[0, 0, 0, 0], [0, 0, 0, 0], []];
  const different = (cards) => [0, 1, 2, 3].filter((i) => cards[0][i] !== cards[1][i]).length - 1;
  for (let seed = 0; seed < 60; seed++) {
    const level = Object.values(LEVELS)[seed % 3];
    const { setup, events, taken } = botGame(usualSetup(CLASSIC, String(seed)), level);
    times.push(...taken.map(({ time }) => time / 1000 / paceOf(level)));
    let game = newGame(setup);
    for (const event of events) {
      const [sets, before] = [open(game), game.taken.length];
      game = step(game, event);
      if (game.taken.length === before) continue;
      shares[different(game.taken[before].cards)] += 1;
      for (const set of sets) offered[different(set)] += 1 / sets.length;
    }
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  assert.ok(Math.abs(mean - 1) < 0.05, `${mean} times as slow`);
  assert.ok(shares[0] > 1.2 * offered[0] && shares[3] < 0.8 * offered[3], `${shares} of ${offered}`);
});
