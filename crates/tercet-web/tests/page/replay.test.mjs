import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replay } from '../../page/js/core/game.js';
import { ghostOf, readRecord } from '../../page/js/replay/record.js';
import { boardAt, stepsOf } from '../../page/js/replay/steps.js';

const HEADING = '{"event":"begin","schema":"tercet.game-record/1","version":"0.1.0","deck":{"values":3,"properties":2},"seed":18446744073709551615,"rules":{"start":6,"refill":"up-to-start","pick":"uniform","sets":null,"variant":"standard"},"method":"hybrid","check":"0"}';

const LINES = [
  HEADING,
  '{"event":"deal","cards":["00","01","02","10","11","20"],"check":"0"}',
  '{"event":"set","cards":["02","11","20"],"check":"0"}',
  '{"event":"deal","cards":["22"],"check":"0"}',
  '{"event":"none","cards":4,"check":"0"}',
  '{"event":"end","why":"stopped: the time limit was reached","sets":1,"board":["00","01","10","22"],"check":"0"}',
];

test('a record becomes steps with their lines', () => {
  const record = readRecord(`${LINES.join('\n')}\n`, LINES.length);
  assert.deepEqual(record.deck, { values: 3, properties: 2 });
  assert.equal(record.seed, '18446744073709551615');
  assert.deepEqual(record.steps.map(({ kind }) => kind), ['deal', 'set', 'deal', 'none', 'end']);
  assert.deepEqual(record.steps.map(({ line }) => line), [2, 3, 4, 5, 6]);
  assert.equal(record.steps[1].size, 6);
  assert.equal(record.steps[4].words, 'The end: stopped: the time limit was reached');
});

test('a record becomes a ghost with even times', () => {
  const record = readRecord(LINES.join('\n'), LINES.length);
  assert.deepEqual(record.setup, { deck: record.deck, seed: record.seed, goal: { kind: 'deck' }, start: 6, refill: 'up-to-start' });
  const moves = [{ kind: 'set', at: 10_000, cards: ['02', '11', '20'] }, { kind: 'none', at: 20_000, cards: undefined }];
  assert.deepEqual(ghostOf(record), { name: 'hybrid', moves });
  const few = LINES.with(4, '{"event":"none","cards":2,"check":"0"}').toSpliced(3, 1, '{"event":"set","cards":["00","01","10"],"check":"0"}');
  assert.deepEqual(ghostOf(readRecord(few.join('\n'), few.length)).moves.map(({ kind }) => kind), ['set', 'set']);
});

test('lines that are not true are not read', () => {
  assert.equal(readRecord(`${LINES.slice(0, 3).join('\n')}\nrubbish`, 3).steps.length, 2);
});

test('a board shows a set until the next step, and has no gap', () => {
  const { steps } = readRecord(LINES.join('\n'), LINES.length);
  assert.deepEqual(boardAt(steps, 0), ['00', '01', '02', '10', '11', '20']);
  assert.deepEqual(boardAt(steps, 1), boardAt(steps, 0));
  // The new card comes into the first gap, the last card into the second.
  assert.deepEqual(boardAt(steps, 2), ['00', '01', '22', '10']);
  assert.deepEqual(boardAt(steps, 4).toSorted(), JSON.parse(LINES[5]).board);
});

/** A game on (3,2): a wrong choice, a hint, a set, and no set in what is left. */
const SETUP = { deck: { values: 3, properties: 2 }, seed: '1', goal: { kind: 'deck' }, start: 6, refill: 'up-to-start' };
const CARDS = ['00', '01', '02', '10', '11', '20', '22', '12', '21'];
const press = (cards, at) => cards.map((card) => ({ type: 'card', card, at }));
const EVENTS = [
  { type: 'begin', cards: CARDS.slice(0, 6), at: 0 },
  ...press(['00', '01', '10'], 1000),
  { type: 'hint', stage: 1, at: 1500 },
  { type: 'more', cards: CARDS.slice(6), at: 1600 },
  ...press(['00', '01', '02'], 2000),
  ...press(['10', '11', '12'], 5000),
];

test('the steps of a game of this browser lead to its board', () => {
  const steps = stepsOf({ setup: SETUP, events: EVENTS });
  assert.deepEqual(steps.map(({ kind }) => kind), ['deal', 'wrong', 'hint', 'set', 'deal', 'set']);
  assert.equal(steps[3].words, 'Set 1, after a hint');
  assert.equal(steps[5].time, 3000);
  for (let count = 1; count <= EVENTS.length; count++) {
    const events = EVENTS.slice(0, count);
    const own = stepsOf({ setup: SETUP, events });
    const taken = own.at(-1).take ?? [];
    const board = boardAt(own, own.length - 1).filter((card) => !taken.includes(card)).toSorted();
    assert.deepEqual(board, replay(SETUP, events).board.toSorted());
  }
});

test('a layout keeps its cards', () => {
  const setup = { ...SETUP, goal: { kind: 'layout' } };
  const events = [{ type: 'begin', cards: CARDS.slice(0, 6), sets: 2, at: 0 }, ...press(['00', '01', '02'], 10), ...press(['00', '10', '20'], 20)];
  const steps = stepsOf({ setup, events });
  assert.deepEqual(steps.map(({ kind }) => kind), ['deal', 'set', 'set', 'end']);
  assert.deepEqual(boardAt(steps, 3), CARDS.slice(0, 6));
});
