import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardOf, isSet, size, values } from '../../page/js/core/deck.js';
import { STEPS, boardSize, kindsOf, stepOf } from '../../page/js/learn/steps.js';
import { completeTask, judgeTask, shuffled } from '../../page/js/learn/tasks.js';
import { randomNumbers } from './numbers.mjs';

const CLASSIC = { values: 3, properties: 4 };

/** Numbers from 0 to 1 that a seed determines. */
function chanceOf(seed) {
  const next = randomNumbers(seed);
  return () => next() / 2 ** 32;
}

/** A random set of a deck. */
function randomSet(deck, chance) {
  const all = [...Array(deck.values).keys()];
  for (;;) {
    const columns = Array.from({ length: deck.properties }, () => {
      const same = Math.floor(chance() * deck.values);
      return chance() < 0.4 ? all.map(() => same) : shuffled(all, chance);
    });
    const cards = all.map((i) => cardOf(deck, columns.map((column) => column[i])));
    if (isSet(deck, cards)) return cards;
  }
}

/** The decks of the page that have a kind of tasks. */
const decksWith = (kind) => {
  const decks = Array.from({ length: 64 * 20 }, (_, i) => ({ values: 1 + Math.floor(i / 20), properties: 1 + (i % 20) }));
  return decks.filter((deck) => kindsOf(deck).includes(kind));
};

test('each step has a name of its own, a few words, and tasks that its deck has', () => {
  assert.equal(new Set(STEPS.map(({ id }) => id)).size, STEPS.length);
  for (const { id, deck, kinds, enough, words } of STEPS) {
    assert(enough >= 2 && enough <= 4);
    assert(words.length < 150 && words.split(/[.:?]\s/).length <= 4, words);
    if (id === 'any') assert.deepEqual([deck, kinds], [null, []]);
    else for (const kind of kinds) assert(kindsOf(deck).includes(kind), id);
  }
  assert.equal(STEPS.at(-1).id, 'any');
});

test('the decks of the course grow', () => {
  const sizes = STEPS.slice(0, 10).map(({ deck }) => Number(size(deck)));
  assert.deepEqual(sizes, [...sizes].sort((a, b) => a - b));
});

test('a link leads to the step that it names, or to the first that is not done', () => {
  const first = STEPS.map(({ id }) => id).slice(0, 3);
  assert.equal(stepOf({ step: '5' }, CLASSIC, first), 4);
  for (const step of ['0', '99', '-1', '2.5', 'x', '']) assert.equal(stepOf({ step }, CLASSIC, first), 3, step);
  assert.equal(stepOf({}, CLASSIC, []), 0);
  assert.equal(stepOf({ deck: '3.4' }, CLASSIC, []), 0);
  assert.equal(stepOf({ deck: '5.3' }, { values: 5, properties: 3 }, []), STEPS.length - 1);
  assert.equal(stepOf({}, CLASSIC, STEPS.map(({ id }) => id)), STEPS.length - 1);
});

test('exactly one choice completes a set, in any deck', () => {
  for (const deck of decksWith('complete')) {
    for (let seed = 0; seed < (deck.values < 6 ? 40 : 2); seed++) {
      const chance = chanceOf(seed);
      const set = randomSet(deck, chance);
      const { given, choices } = completeTask(deck, set, chance);
      assert.equal(given.length, deck.values - 1);
      assert.equal(choices.filter((card) => isSet(deck, [...given, card])).length, 1);
      assert.equal(new Set(choices).size, choices.length);
      assert.equal(choices.length, deck.properties > 1 ? 4 : Math.min(4, deck.values));
      if (deck.properties > 1) assert(!choices.some((card) => given.includes(card)));
      for (const card of choices) assert(values(deck, card).every((value) => value >= 0 && value < deck.values));
    }
  }
});

test('cards to judge are different, and about half of them are a set', () => {
  for (const deck of decksWith('judge')) {
    const seeds = deck.values < 6 && deck.properties < 6 ? 200 : 4;
    let sets = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const chance = chanceOf(1000 + seed);
      const cards = judgeTask(deck, randomSet(deck, chance), chance);
      assert.equal(new Set(cards).size, deck.values);
      if (isSet(deck, cards)) sets += 1;
    }
    if (seeds === 200) assert(sets > 60 && sets < 140, `${sets} of (${deck.values},${deck.properties})`);
  }
});

test('the right choice is in every place', () => {
  const places = new Set();
  for (let seed = 0; seed < 100; seed++) {
    const chance = chanceOf(seed);
    const { given, choices } = completeTask(CLASSIC, randomSet(CLASSIC, chance), chance);
    places.add(choices.findIndex((card) => isSet(CLASSIC, [...given, card])));
  }
  assert.equal(places.size, 4);
});

test('a board to find a set on holds one and fits the deck', () => {
  for (const step of STEPS.filter(({ kinds }) => kinds.includes('find'))) {
    assert(step.cards > step.deck.values && BigInt(boardSize(step, step.deck)) <= size(step.deck));
    assert.equal(boardSize(step, step.deck), step.cards);
  }
  const any = STEPS.at(-1);
  for (const deck of decksWith('find')) {
    const cards = boardSize(any, deck);
    assert(cards >= deck.values && BigInt(cards) <= size(deck) && cards <= 24);
  }
});
