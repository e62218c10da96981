import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSet, nthCard } from '../../page/js/core/deck.js';
import { replay } from '../../page/js/core/game.js';
import { finished } from '../../page/js/play/finished.js';
import { readGames, writeGames } from '../../page/js/statistics/export.js';
import { expectedShare, histogram, kinds, median, overlooked, unaided } from '../../page/js/statistics/summary.js';

const DECK = { values: 3, properties: 2 };
const SETUP = { deck: DECK, seed: '1', goal: { kind: 'sets', sets: 2 }, start: 6, refill: 'up-to-start' };

/** A game of two sets, of which the second is found at `end`. */
function game({ id = 'a', hint = false, end = 9000, setup = SETUP } = {}) {
  const press = (cards, at) => cards.map((card) => ({ type: 'card', card, at }));
  const events = [
    { type: 'begin', cards: ['00', '01', '02', '10', '11', '20', '12', '21', '22'], at: 0 },
    ...press(['00', '01', '10'], 500),
    ...press(['00', '01', '02'], 1000),
    ...(hint ? [{ type: 'hint', stage: 1, at: 1200 }] : []),
    ...press(['10', '11', '12'], end),
  ];
  return finished(replay(setup, events), { id, link: '#play?seed=1', title: 'A game', time: end, date: '2026-03-01T10:00:00.000Z', day: '2026-03-01' });
}

test('only times without help are compared', () => {
  const games = [game(), game({ id: 'b', end: 3000, hint: true }), game({ id: 'c', end: 5000 })];
  assert.deepEqual(kinds(games), [{ name: 'The first 2 sets of (3,2)', games: 3, counted: 2, best: 5000, median: 7000 }]);
  const other = game({ id: 'd', setup: { ...SETUP, refill: 'at-once' } });
  assert.equal(kinds([...games, other]).length, 2);
});

test('the number of sets of a layout is part of its kind', () => {
  const layout = (exactly) => ({ ...game(), setup: { ...SETUP, goal: { kind: 'layout' }, exactly } });
  const names = kinds([layout(1), layout(2), layout(2)]).map(({ name }) => name);
  assert.deepEqual(names, ['All sets of 6 cards of (3,2) with exactly 2 sets', 'All sets of 6 cards of (3,2) with exactly 1 set']);
});

test('a median is the middle', () => {
  assert.equal(median([]), null);
  assert.equal(median([3]), 3);
  assert.equal(median([10, 9, 1]), 9);
  assert.equal(median([10, 2, 4, 1]), 3);
});

test('a histogram counts every time once', () => {
  const times = [0, 1999, 2000, 9000, 500_000];
  const bars = histogram(times);
  assert.deepEqual(bars.map(({ count }) => count), [2, 1, 0, 1, 0, 0, 0, 1]);
  assert.equal(bars[0].name, '0–2 s');
  assert.equal(bars.at(-1).name, 'from 128 s');
  assert.equal(histogram(times.slice(0, 3)).length, 2);
  assert.deepEqual(histogram([]), []);
});

test('the expected share is that of all sets of a deck', () => {
  for (const deck of [{ values: 3, properties: 1 }, { values: 3, properties: 2 }, { values: 3, properties: 3 }, { values: 4, properties: 2 }]) {
    const cards = Array.from({ length: deck.values ** deck.properties }, (_, i) => nthCard(deck, i));
    const choices = cards.reduce((some, card) => [...some, ...some.filter((set) => set.length < deck.values).map((set) => [...set, card])], [[]]);
    const sets = choices.filter((set) => isSet(deck, set));
    const differs = sets.filter((set) => set[0][0] !== set[1][0]).length;
    assert.ok(Math.abs(expectedShare(deck) - differs / sets.length) < 1e-12, JSON.stringify(deck));
  }
  assert.equal(expectedShare({ values: 200, properties: 3 }), 1);
});

test('what is overlooked is told for each property', () => {
  const seen = overlooked(DECK, [game({ hint: true })]);
  assert.deepEqual(seen.counts, { found: 2, hard: 2, wrong: 1 });
  // Both sets differ in the second property alone; 00, 01, 10 is mixed in both.
  assert.deepEqual(seen.found, [0, 1]);
  assert.deepEqual(seen.hard, [0, 1]);
  assert.deepEqual(seen.mixed, [1, 1]);
  assert.deepEqual(overlooked(DECK, []).mixed, [null, null]);
  assert.equal(unaided([game({ hint: true })]).length, 1);
});

test('games come back from a file as they were', () => {
  const games = [game(), game({ id: 'b', hint: true })];
  assert.deepEqual(readGames(writeGames(games)), { games, refused: 0 });
});

test('a file is not believed', () => {
  const refused = (change) => {
    const claimed = JSON.parse(writeGames([game()]));
    change(claimed.games[0]);
    return readGames(JSON.stringify(claimed)).refused;
  };
  assert.equal(refused((game) => game.events.pop()), 1, 'a game that is not over');
  assert.equal(refused((game) => (game.events[1].at = 'soon')), 1);
  assert.equal(refused((game) => (game.setup.deck.values = 1000)), 1);
  assert.equal(refused((game) => (game.link = 'javascript:alert(1)')), 1);
  assert.equal(refused((game) => delete game.setup), 1);
  assert.equal(refused((game) => (game.time = -1)), 1);
  assert.equal(refused((game) => (game.day = '2026-02-30')), 1);
  assert.equal(refused(() => {}), 0);
  assert.equal(refused((game) => (game.setup.deck.values = '3')), 1);
  assert.equal(refused((game) => (game.setup.deck.properties = 2.5)), 1);
  assert.equal(refused((game) => (game.setup.goal.sets = {})), 1);
  assert.equal(refused((game) => (game.setup.goal = { kind: 'time' })), 1);
  assert.equal(refused((game) => (game.setup.refill = 'never')), 1);
  assert.equal(refused((game) => (game.setup.exactly = '2')), 1);
  assert.equal(refused((game) => (game.setup.exactly = null)), 0);
  assert.equal(refused((game) => (game.setup.laid = 'all')), 1);
  assert.equal(refused((game) => (game.setup.laid = ['00', 1])), 1);
  assert.equal(refused((game) => (game.setup.planted = 'yes')), 1);
  assert.equal(refused((game) => (game.events[2].at = 499)), 1, 'time that goes back');
  assert.equal(refused((game) => (game.time = 8999)), 1, 'a move after the end');
  assert.equal(refused((game) => game.events.splice(4, 0, { type: 'more', cards: [], at: 600 })), 0, 'cards dealt ahead');
  assert.equal(refused((game) => game.events.splice(4, 0, { type: 'more', cards: ['00'], at: 600 })), 1, 'a card dealt twice');
  assert.equal(refused((game) => game.events.splice(4, 0, { type: 'begin', cards: [], at: 600 })), 1, 'two deals');
  assert.equal(refused((game) => game.events.splice(4, 0, { type: 'hint', stage: '1', at: 600 })), 1);
  for (const card of ['22', '23', '2', '220', 22, ['2', '1'], 'zz']) {
    assert.equal(refused((game) => (game.events[0].cards[7] = card)), 1, `${card} in place of 21`);
  }
  assert.equal(refused((game) => (game.events[0].cards = '000102101120122122')), 1);
  for (const text of ['', 'null', '[]', '{"schema":"tercet.games/1"}']) assert.throws(() => readGames(text), /not a file/);
  // Values that follow from the events are not read.
  const claimed = JSON.parse(writeGames([game()]));
  claimed.games[0].taken[0].time = 1;
  assert.deepEqual(readGames(JSON.stringify(claimed)).games, [game()]);
});
