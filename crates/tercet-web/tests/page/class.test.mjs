import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardSetup, classLink, csvOf, readBoards, withGame, writeBoards } from '../../page/js/class/boards.js';
import { replay } from '../../page/js/core/game.js';
import { readLink } from '../../page/js/core/link.js';
import { eventsOf, movesOf, pack, unpack } from '../../page/js/ghost/pack.js';

const DECK = { values: 3, properties: 2 };
const BOARDS = [['00', '01', '02', '11'], ['00', '11', '22', '10', '12']];

test('boards come back from a link, also those of large decks', () => {
  const large = { values: 40, properties: 2 };
  for (const [deck, boards] of [[DECK, BOARDS], [large, [['0,39', '1,2'], ['3,4', '5,6']]]]) {
    const { view, params } = readLink(classLink(deck, boards, { board: 2 }));
    assert.deepEqual([view, params.deck, params.board], ['class', `${deck.values}.${deck.properties}`, '2']);
    assert.deepEqual(readBoards(params.boards), boards);
    assert.equal(writeBoards(readBoards(params.boards)), params.boards);
  }
  assert.deepEqual(readBoards(undefined), []);
  assert.deepEqual(readBoards('__.'), []);
});

test('a result survives its link, and its boards add up to a row', () => {
  const setups = BOARDS.map((cards, i) => boardSetup(DECK, cards, i + 1));
  const press = (cards, at) => cards.map((card) => ({ type: 'card', card, at }));
  const events = [
    [...press(['00', '01', '11'], 1000), { type: 'hint', stage: 1, at: 1500 }, ...press(['00', '01', '02'], 2000)],
    [...press(['00', '11', '22'], 3000), ...press(['10', '11', '12'], 5000)],
  ];
  const begin = (i) => ({ type: 'begin', cards: BOARDS[i], sets: i + 1, at: 0 });
  let row = { name: 'Ann', sets: 0, of: 0, time: 0, mistakes: 0, hints: 0 };
  for (const [i, setup] of setups.entries()) {
    const link = classLink(DECK, BOARDS, { board: i + 1 });
    const text = pack(DECK, link, { name: 'Ann', moves: movesOf(setup, [begin(i), ...events[i]]) });
    const ghost = unpack(DECK, link, text);
    assert.equal(typeof unpack(DECK, classLink(DECK, BOARDS, { board: 2 - i }), text), 'string', 'a result of another board');
    const game = replay(setup, [begin(i), ...ghost.moves.flatMap(eventsOf)]);
    assert.equal(game.over, 'layout');
    row = withGame(row, game);
  }
  assert.deepEqual(row, { name: 'Ann', sets: 3, of: 3, time: 7000, mistakes: 1, hints: 1 });
});

test('the CSV holds no formula and keeps its columns', () => {
  const row = { sets: 3, of: 3, time: 7010, mistakes: 1, hints: 0 };
  assert.equal(csvOf([{ ...row, name: 'Ann "A", B' }, { ...row, name: '=1+1', problem: 'forged: set 1, at 0:01' }]), [
    'name,sets,of,seconds,mistakes,hints,problem', '"Ann ""A"", B",3,3,7.01,1,0,', `"'=1+1",,,,,,"forged: set 1, at 0:01"`, '',
  ].join('\n'));
});
