// The pure parts of Play: links, the clock, finished games, what offends, and hints on layouts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CLASSIC, isSet, meanSets, nthCard, reasons, size, whyNotSet } from '../../page/js/core/deck.js';
import { Clock, REFILLS, VERSION, newGame, replay, step, usualSetup } from '../../page/js/core/game.js';
import { readLink, writeLink } from '../../page/js/core/link.js';
import { bests, finished, isSameKind } from '../../page/js/play/finished.js';
import { offending } from '../../page/js/play/offending.js';
import { MOST_SETS, mostStart, readSetup, setupParams, setupTitle } from '../../page/js/play/play.js';
import { unknownPart } from '../../page/js/play/unknown.js';
import { randomNumbers, setsOf, shuffled } from './numbers.mjs';

const read = (fragment) => readSetup(readLink(fragment).params, CLASSIC);

test('a link that says little is as usual for its deck', () => {
  assert.deepEqual(read('#play?seed=7'), usualSetup(CLASSIC, '7'));
  assert.deepEqual(read('#play?seed=007'), usualSetup(CLASSIC, '7'));
  assert.deepEqual(read('#play?deck=4.3&seed=7'), usualSetup({ values: 4, properties: 3 }, '7'));
  assert.equal(read('#play?seed=7').refill, 'up-to-start');
  assert.equal(read('#play?deck=5.3&seed=7').refill, 'at-once');
  assert.equal(read('#play?deck=3.2&seed=7').start, 6);
  assert.equal(read('#play?deck=3.1&seed=7').start, 3);
});

test('a game whose first cards would hardly ever hold a set is a board with a planted one', () => {
  const plantedOf = (deck) => [read(`#play?deck=${deck}&seed=7`).planted ?? false, read(`#play?deck=${deck}&seed=7`).start];
  assert.deepEqual(plantedOf('10.4'), [true, 24]);
  assert.deepEqual(plantedOf('64.20'), [true, 132]);
  for (const deck of ['3.4', '3.6', '4.3', '4.4', '5.3', '2.20', '1.20', '3.1']) assert.equal(plantedOf(deck)[0], false, deck);
  assert.deepEqual(read('#play?deck=10.4&seed=7&goal=deck'), usualSetup({ values: 10, properties: 4 }, '7'));
});

test('a link and its setup say the same', () => {
  const decks = [CLASSIC, { values: 3, properties: 1 }, { values: 1, properties: 2 }, { values: 10, properties: 4 }, { values: 64, properties: 20 }];
  const goals = [{ kind: 'deck' }, { kind: 'layout' }, { kind: 'sets', sets: 1 }, { kind: 'sets', sets: MOST_SETS }];
  for (const deck of decks) {
    const base = usualSetup(deck, '7');
    for (const setup of [{ ...base, goal: { kind: 'layout' }, planted: true }, { ...base, untilSet: true }]) {
      assert.deepEqual(read(writeLink('play', setupParams(setup))), setup);
    }
  }
  for (const deck of decks) {
    for (const goal of goals) {
      for (const start of [1, mostStart(deck), usualSetup(deck, '0').start]) {
        for (const seed of ['0', '7', '18446744073709551615']) {
          const refills = goal.kind === 'layout' ? [usualSetup(deck, seed).refill] : REFILLS;
          for (const refill of refills) {
            const setup = { deck, seed, goal, start, refill };
            const link = writeLink('play', setupParams(setup));
            assert.deepEqual(read(link), setup, link);
            assert.ok(setupTitle(setup).length < 60);
          }
        }
      }
    }
  }
});

test('nonsense in a link is a sentence', () => {
  const wrong = [
    'deck=3.99', 'deck=0.4', 'deck=x', 'deck=', 'deck=65.2', 'seed=-1', 'seed=x', 'seed=', 'seed=1e3', 'seed=18446744073709551616', 'seed=3.4',
    'goal=0', 'goal=-3', 'goal=x', 'goal=', 'goal=1000001', 'goal=1e2', 'start=0', 'start=82', 'start=', 'start=two', 'start=99999999999999',
    'refill=x', 'until=', 'until=x', 'refill=', `goal=${'x'.repeat(10_000)}`, 'goal=__proto__', 'refill=constructor',
  ];
  for (const params of wrong) {
    const problem = read(`#play?${params.includes('seed') ? '' : 'seed=7&'}${params}`);
    assert.equal(typeof problem, 'string', params);
    assert.ok(problem.endsWith('.') && problem.length < 120, problem);
  }
});

test('the clock counts while nothing stops it', () => {
  let now = 1000;
  const clock = new Clock(0, () => now);
  const after = (milliseconds) => ((now += milliseconds), clock.time);
  assert.equal(after(500), 0, 'it has not begun');
  clock.go('begin');
  assert.equal(after(100), 100);
  clock.go('begin');
  clock.go('pause');
  assert.equal(after(100), 200, 'what never stopped it changes nothing');
  clock.stop('pause');
  clock.stop('pause');
  clock.stop('asking');
  assert.equal(after(1000), 200);
  clock.go('pause');
  assert.equal(after(1000), 200, 'one reason is left');
  clock.go('asking');
  assert.equal(after(0.4), 200);
  assert.equal(after(100), 300, 'whole milliseconds');
});

test('a clock goes on from what was counted', () => {
  let now = 0;
  const clock = new Clock(61_000, () => now);
  assert.equal(clock.time, 61_000);
  clock.stop('pause');
  clock.go('begin');
  clock.go('pause');
  now = 50;
  assert.equal(clock.time, 61_050);
});

/** A finished game with these differences. */
function game({ id = 'a', time = 1000, helped = false, over = 'deck', version = VERSION, setup = {} }) {
  return { id, time, helped, over, version, setup: { ...usualSetup(CLASSIC, '7'), ...setup } };
}

test('a game compares with the same cards, and with others of its kind', () => {
  const mine = game({});
  const none = { same: null, others: null };
  assert.deepEqual(bests([], mine), none);
  assert.deepEqual(bests([game({ time: 1 })], mine), none, 'not with itself');
  assert.deepEqual(bests([game({ id: 'b', time: 5 }), game({ id: 'c', time: 3 })], mine), { same: 3, others: null });
  assert.deepEqual(bests([game({ id: 'b', time: 5 }), game({ id: 'c', time: 3, setup: { seed: '8' } })], mine), { same: 5, others: 3 });
});

test('times are not compared between different games', () => {
  const none = { same: null, others: null };
  const others = [
    { helped: true }, { over: 'given-up' }, { version: VERSION + 1 },
    { setup: { deck: { values: 3, properties: 5 } } }, { setup: { goal: { kind: 'sets', sets: 10 } } }, { setup: { goal: { kind: 'layout' } } },
    { setup: { start: 15 } }, { setup: { refill: 'at-once' } }, { setup: { exactly: 6 } }, { setup: { planted: true } }, { setup: { untold: true } },
  ];
  for (const other of others) assert.deepEqual(bests([game({ id: 'b', ...other })], game({})), none, JSON.stringify(other));
  const [ten, nine] = [10, 9].map((sets) => game({ id: String(sets), setup: { goal: { kind: 'sets', sets } } }));
  assert.deepEqual(bests([ten], nine), none);
  const helped = game({ helped: true });
  assert.deepEqual(bests([game({ id: 'b', helped: true, time: 4 })], helped), { same: 4, others: null });
});

test('a finished game is its events, and a game that goes on is not finished', () => {
  const setup = usualSetup({ values: 3, properties: 1 }, '0');
  const facts = { id: 'x', link: '#play?deck=3.1&seed=0', title: 'A game', time: 30, date: '2026-01-02T03:04:05.000Z', day: '2026-01-02' };
  let state = step(newGame(setup), { type: 'begin', cards: ['2', '0', '1'], at: 0 });
  assert.throws(() => finished(state, facts));
  for (const [i, card] of ['0', '1', '2'].entries()) state = step(state, { type: 'card', card, at: 10 * (i + 1) });
  const kept = finished(state, facts);
  assert.equal(kept.over, 'deck');
  assert.deepEqual(structuredClone(kept), kept, 'it can be stored');
  const again = replay(kept.setup, kept.events);
  assert.deepEqual([again.taken, again.over, again.helped], [kept.taken, kept.over, kept.helped]);
});

/** What the engine explains of a property, as far as it is needed. */
function explained(shown) {
  const values = [...new Set(shown)].sort().map((value) => ({ positions: shown.flatMap((other, i) => (other === value ? [i] : [])) }));
  return { verdict: values.length === 1 ? 'same' : values.length === shown.length ? 'different' : 'mixed', values };
}

/** The names of the classic deck. */
const NAMES = [
  { name: 'count', values: ['one', 'two', 'three'] },
  { name: 'colour', values: ['red', 'green', 'purple'] },
  { name: 'shading', values: ['solid', 'hatched', 'open'] },
  { name: 'shape', values: ['oval', 'diamond', 'squiggle'] },
];

test('a wrong choice has reasons in words, and a set has none', () => {
  assert.deepEqual(whyNotSet(CLASSIC, ['0000', '0110', '1220'], NAMES), ['count: two show one, one shows two']);
  assert.deepEqual(whyNotSet(CLASSIC, ['0200', '0210', '0022'], NAMES), ['colour: one red, two purple', 'shape: two ovals, one squiggle']);
  const words = reasons(CLASSIC, ['0000', '0110', '0220'], NAMES).map(({ words }) => words);
  assert.deepEqual(words, ['all the same: one', 'all different', 'all different', 'all the same: oval']);
  const next = randomNumbers(3);
  for (let round = 0; round < 500; round++) {
    const cards = shuffled(Array.from({ length: 81 }, (_, i) => nthCard(CLASSIC, i)), next).slice(0, 3);
    if (round % 2) cards[2] = nthCard(CLASSIC, [...cards[0]].reduce((number, digit, i) => 3 * number + ((6 - Number(digit) - Number(cards[1][i])) % 3), 0));
    assert.equal(whyNotSet(CLASSIC, cards, NAMES).length === 0, isSet(CLASSIC, cards));
  }
});

test('the mean number of sets is that of all hands', () => {
  // Of the hands of a small deck, counted one by one.
  const deck = { values: 3, properties: 2 };
  const cards = Array.from({ length: 9 }, (_, i) => nthCard(deck, i));
  let [hands, sets] = [0, 0];
  for (let mask = 0; mask < 512; mask++) {
    const hand = cards.filter((_, i) => mask & (1 << i));
    if (hand.length !== 5) continue;
    hands += 1;
    sets += setsOf(deck, hand).length;
  }
  assert.ok(Math.abs(meanSets(deck, 5) - sets / hands) < 1e-9);
  assert.ok(Math.abs(meanSets(CLASSIC, 12) - 2.7848) < 1e-4);
});

test('what offends is the least that would have to change', () => {
  const odd = (text) => offending(explained([...text]), [...'abcdef'].slice(0, text.length)).join('');
  assert.equal(odd('000'), '');
  assert.equal(odd('012'), '');
  assert.equal(odd('001'), 'c');
  assert.equal(odd('010'), 'b');
  assert.equal(odd('0001'), 'd');
  assert.equal(odd('0012'), 'ab');
  assert.equal(odd('00012'), 'de');
  assert.equal(odd('01230'), 'ae');
  assert.equal(odd('012340'), 'af');
});

test('changing what offends makes a property all the same or all different', () => {
  const next = randomNumbers(5);
  for (let round = 0; round < 2000; round++) {
    const v = 3 + (next() % 5);
    const shown = Array.from({ length: v }, () => next() % v);
    const positions = offending(explained(shown), shown.map((_, i) => i));
    const kept = shown.filter((_, i) => !positions.includes(i));
    const distinct = new Set(kept).size;
    if (!positions.length) assert.ok(distinct === 1 || distinct === v);
    // All different can also be reached by keeping one card of each repeated value.
    else assert.ok(distinct <= 1 || distinct === kept.length, shown.join(' '));
  }
});

test('a part of a layout holds an unknown set and no known one', async () => {
  const next = randomNumbers(11);
  const boards = [[CLASSIC, 12], [CLASSIC, 18], [{ values: 3, properties: 2 }, 9], [{ values: 4, properties: 2 }, 12]];
  for (let round = 0; round < 80; round++) {
    const [deck, count] = boards[round % boards.length];
    const cards = shuffled(Array.from({ length: Number(size(deck)) }, (_, i) => nthCard(deck, i)), next).slice(0, count);
    const sets = setsOf(deck, cards);
    for (let unknown = 0; unknown < sets.length; unknown++) {
      const known = sets.filter((_, i) => (round % 3 ? i !== unknown : i < unknown));
      const part = await unknownPart(cards, known, async (some) => BigInt(setsOf(deck, some).length));
      const left = setsOf(deck, part);
      assert.ok(left.length > 0);
      for (const set of left) {
        assert.ok(isSet(deck, set));
        assert.ok(!known.some((other) => other.every((card) => set.includes(card))), 'a known set is left');
      }
    }
  }
});

test('without an unknown set there is no part', async () => {
  const cards = ['0', '1', '2'];
  await assert.rejects(unknownPart(cards, [cards], async (some) => (some.length === 3 ? 1n : 0n)));
});

test('the sets of a layout may be counted after it is shown', () => {
  const setup = { ...usualSetup({ values: 3, properties: 1 }, '0'), goal: { kind: 'layout' } };
  const shown = step(newGame(setup), { type: 'begin', cards: ['2', '0', '1'], at: 0 });
  const counted = step(shown, { type: 'sets', sets: 1, at: 5 });
  assert.deepEqual([shown.sets, counted.sets, counted.over], [null, 1, null]);
  const press = (game, at) => ['0', '1', '2'].reduce((state, card) => step(state, { type: 'card', card, at }), game);
  assert.equal(press(counted, 9).over, 'layout');
  const early = press(shown, 3);
  assert.equal(early.over, null);
  assert.equal(step(early, { type: 'sets', sets: 1, at: 3 }).over, 'layout');
  // The claim that there is no set is left to the player.
  assert.equal(step(shown, { type: 'sets', sets: 0, at: 5 }).over, null);
});

/** The setup of a board that was laid. */
const laid = (cards) => readSetup({ deck: '3.4', seed: '7', cards }, CLASSIC);

test('a board that was laid is played as a layout, from the same link whatever the seed', () => {
  const setup = laid('0121.2210.0000');
  assert.deepEqual(setup.goal, { kind: 'layout' });
  assert.deepEqual([setup.laid, setup.start], [['0121', '2210', '0000'], 3]);
  const link = writeLink('play', setupParams(setup));
  assert.equal(link, '#play?deck=3.4&cards=0121.2210.0000');
  const { params } = readLink(link);
  assert.deepEqual(readSetup({ ...params, seed: '8' }, CLASSIC), setup);
});

test('a card that is named twice is laid once', () => {
  assert.deepEqual(laid('0121.0121.0000').laid, ['0121', '0000']);
});

test('times compare only on the same board', () => {
  assert.ok(isSameKind(laid('0121.2210'), laid('0121.2210')));
  assert.ok(!isSameKind(laid('0121.2210'), laid('0121.2211')));
  assert.ok(!isSameKind(laid('0121.2210'), readSetup({ deck: '3.4', seed: '0', goal: 'layout', start: '2' }, CLASSIC)));
});
