// Whole games, by mouse, by touch and by the keyboard alone.

import assert from 'node:assert/strict';
import { DEVICES, cards, isOver, play, ready, result } from './table.mjs';

const DECKS = [
  { deck: { values: 3, properties: 4 }, goal: 'deck' },
  { deck: { values: 4, properties: 3 }, goal: 'deck' },
  { deck: { values: 5, properties: 3 }, goal: 'deck' },
  { deck: { values: 3, properties: 6 }, goal: '8' },
];

const nameOf = ({ values, properties }) => `(${values},${properties})`;
const link = ({ values, properties }, rest) => `#play?deck=${values}.${properties}&${rest}`;

/** The rule, written anew. */
function isSet(deck, set) {
  const columns = [...set[0]].map((_, i) => new Set(set.map((card) => card[i])).size);
  return set.length === deck.values && columns.every((distinct) => distinct === 1 || distinct === deck.values);
}

export const tests = {};

for (const [how, device] of Object.entries(DEVICES)) {
  for (const { deck, goal } of DECKS) {
    tests[`a game of ${nameOf(deck)} by ${how}`] = async (visitor) => {
      const page = await visitor.open(link(deck, `seed=7&goal=${goal}`), device.options);
      const taken = await play(visitor, page, deck, device);
      assert.ok(taken.length > 0 && taken.every((set) => isSet(deck, set)));
      const [game, ...more] = await visitor.kept(page, 'games');
      assert.deepEqual(more, []);
      assert.deepEqual(game.taken.map((set) => set.cards), taken);
      assert.equal(game.over, goal === 'deck' ? 'deck' : 'sets');
      assert.equal(game.helped, false);
      assert.ok(game.time > 0);
    };
  }
  tests[`a game of (10,4) by ${how}`] = async (visitor) => {
    const deck = { values: 10, properties: 4 };
    const page = await visitor.open(link(deck, 'seed=7&goal=layout&start=40'), device.options);
    await ready(page);
    // Ten cards that are not a set: the reasons are shown, and the game continues.
    const board = await cards(page);
    await device.choose(page, board.slice(0, 10));
    await page.locator('.card[data-mark~="wrong"]').first().waitFor();
    const { answer } = await visitor.ask(page, { ask: 'find', board: { deck, cards: board } });
    assert.equal(answer, 'none');
    await device.none(page);
    await result(page).waitFor();
    const [game] = await visitor.kept(page, 'games');
    assert.deepEqual([game.over, game.wrong.length, game.passed], ['layout', 1, 1]);
  };
  tests[`a puzzle is solved from its link by ${how}`] = async (visitor) => {
    const deck = { values: 3, properties: 4 };
    const page = await visitor.open('#puzzle?deck=3.4&seed=11&cards=12&sets=3', device.options);
    await ready(page);
    const board = await cards(page);
    const { sets } = await visitor.ask(page, { ask: 'list', board: { deck, cards: board } });
    assert.equal(sets.length, 3);
    for (const set of sets) {
      assert.equal(await isOver(page), false);
      await device.choose(page, set);
      await page.waitForFunction(() => !document.querySelector('.card[aria-pressed="true"]'));
    }
    await result(page).waitFor();
    assert.deepEqual(await cards(page), board);
  };
}

tests['the same seed deals the cards of the command line'] = async (visitor) => {
  for (const [deck, words] of [['3.4', []], ['4.3', ['-v', '4', '-p', '3']]]) {
    const page = await visitor.open(`#play?deck=${deck}&seed=42`);
    await ready(page);
    const dealt = visitor.record('42', ...words).find((line) => line.startsWith('{"event":"deal"'));
    assert.deepEqual(await cards(page), JSON.parse(dealt).cards);
  }
};

tests['hints come in stages and mark the game as helped'] = async (visitor) => {
  const deck = { values: 3, properties: 4 };
  const page = await visitor.open('#play?deck=3.4&seed=7&goal=1');
  await ready(page);
  const hinted = page.locator('.card[data-mark~="hint"]');
  for (let stage = 1; stage <= 3; stage++) {
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await page.waitForFunction((count) => document.querySelectorAll('.card[data-mark~="hint"]').length === count, stage);
  }
  const set = await hinted.evaluateAll((buttons) => buttons.map((button) => button.dataset.card));
  assert.ok(isSet(deck, set));
  await DEVICES.mouse.choose(page, set);
  await result(page).waitFor();
  const [game] = await visitor.kept(page, 'games');
  assert.equal(game.helped, true);
};
