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

tests['the page deals and draws the first cards as the engine does'] = async (visitor) => {
  const page = await visitor.open('#statistics');
  for (const [values, properties] of [[3, 4], [4, 3], [5, 4], [2, 5]]) {
    const deck = { values, properties };
    for (const seed of ['0', '3', '4294967296', '18446744073709551615']) {
      const { cards: theirs } = await visitor.ask(page, { ask: 'deal', deck, size: values ** properties, seed, kind: 'random' });
      const ours = await page.evaluate(async ([deck, seed]) => {
        const { dealOf } = await globalThis.part('core/dealer.js');
        return dealOf(deck, seed);
      }, [deck, seed]);
      assert.deepEqual(ours, theirs);
    }
  }
  const kept = await page.evaluate(async () => (await fetch('classic.json')).json());
  const drawn = await visitor.ask(page, { ask: 'pictures', deck: { values: 3, properties: 4 }, cards: kept.cards.map(({ card }) => card), letters: true, colourless: false });
  assert.equal(kept.cards.length, 81);
  assert.deepEqual([kept.properties, kept.cards], [drawn.properties, drawn.cards]);
  assert.deepEqual(kept.cards.map(({ card }) => parseInt(card, 3)), kept.cards.map((_, i) => i));
};

tests['the first cards are there without the engine'] = async (visitor) => {
  const page = await visitor.open('#statistics', { serviceWorkers: 'block' });
  await page.route(/ask$|\.wasm$/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(new URL('#play?deck=3.4&seed=7', visitor.base).href);
  await page.reload();
  await ready(page);
  await failed;
  assert.equal((await cards(page)).length, 12);
  visitor.wrong = [];
};

tests['the first cards take at most 12 requests'] = async (visitor) => {
  const page = await visitor.open('about:blank');
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(new URL('#play?deck=3.4&seed=7', visitor.base).href);
  await ready(page);
  const [known, isBundle] = [[...asked], await page.evaluate(async () => '$main' in (await import(new URL('js/main.js', document.baseURI).href)))];
  if (!isBundle) return 'the page comes module by module';
  assert.ok(known.length >= 4 && known.length <= 12, known.join('\n'));
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

tests['cards are dealt until there is a set, and no claim is asked for'] = async (visitor) => {
  const deck = { values: 5, properties: 2 };
  const page = await visitor.open('#play?deck=5.2&seed=7');
  await ready(page);
  await page.getByText('Another goal, start or seed').click();
  await page.getByLabel('Deal until there is a set').check();
  await page.getByLabel('Seed').fill('3');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(() => location.hash.includes('until=set'));
  await ready(page);
  assert.equal(await page.getByRole('button', { name: /No set/ }).count(), 0);
  while (!(await isOver(page))) {
    const before = await cards(page);
    const { sets } = await visitor.ask(page, { ask: 'find', board: { deck, cards: before } });
    if (sets?.length) await DEVICES.mouse.choose(page, sets[0]);
    const isNext = (text) => document.querySelector('[aria-label="Result"]') || [...document.querySelectorAll('.board .card')].map((card) => card.dataset.card).join() !== text;
    await page.waitForFunction(isNext, before.join());
  }
  await result(page).waitFor();
  const [game] = await visitor.kept(page, 'games');
  assert.deepEqual([game.over, game.passed, game.falseNone], ['deck', 0, 0]);
  assert.ok(game.taken.length > 0 && game.events.some(({ auto }) => auto));
  const save = page.getByRole('button', { name: 'Save the record' });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  assert.match(visitor.run('verify', await download.path()), new RegExp(`${game.taken.length} sets?`));
};

tests['a game of (10,4) begins with few cards, among which a set is hidden'] = async (visitor) => {
  const deck = { values: 10, properties: 4 };
  const page = await visitor.open('#play?deck=10.4');
  await ready(page);
  const board = await cards(page);
  assert.equal(board.length, 24);
  const { sets } = await visitor.ask(page, { ask: 'list', board: { deck, cards: board } });
  assert.equal(sets.length, 1);
  await DEVICES.mouse.choose(page, sets[0]);
  await result(page).waitFor();
  await visitor.elsewhere(page, () => page.getByRole('button', { name: 'New game' }).click());
  await ready(page);
  assert.equal((await cards(page)).length, 24);
  assert.notDeepEqual(await cards(page), board);
};

tests['a move that is undone after a hint says so, and not the hint again'] = async (visitor) => {
  const page = await visitor.open('#play?deck=3.4&seed=7');
  await ready(page);
  await page.keyboard.press('?');
  await page.locator('.card[data-mark~="hint"]').first().waitFor();
  await page.locator('#live').getByText('This card is in a set').waitFor();
  await page.locator('.board .card').first().click();
  await page.evaluate(() => {
    globalThis.said = [];
    new MutationObserver(() => globalThis.said.push(document.getElementById('live').textContent)).observe(document.getElementById('live'), { childList: true });
  });
  const hint = await page.getByRole('heading', { name: 'Hint: 1 of 3 cards' }).elementHandle();
  await page.keyboard.press('Backspace');
  // The hint is shown anew.
  await hint.waitForElementState('hidden');
  assert.deepEqual(await page.evaluate(() => globalThis.said), ['Undone.']);
  assert.equal(await page.locator('.card[data-mark~="hint"]').count(), 1);
};

tests['whoever gives up is shown all sets that are left'] = async (visitor) => {
  const deck = { values: 3, properties: 4 };
  const page = await visitor.open('#puzzle?deck=3.4&seed=11&cards=12&sets=6');
  await ready(page);
  const { sets } = await visitor.ask(page, { ask: 'list', board: { deck, cards: await cards(page) } });
  await DEVICES.mouse.choose(page, sets[2]);
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('heading', { name: '5 sets not found' }).waitFor();
  const left = page.getByRole('list', { name: 'Sets that were not found' }).getByRole('button');
  assert.equal(await left.count(), 5);
  await left.first().click();
  const marked = await page.locator('.board .card[data-mark~="right"]').evaluateAll((buttons) => buttons.map((button) => button.dataset.card));
  assert.ok(sets.some((set, i) => i !== 2 && set.every((card) => marked.includes(card))));
  // The end shows nothing twice.
  assert.equal(await page.getByRole('button', { name: 'New game' }).count(), 0);
  assert.equal(await page.getByRole('region', { name: 'Verdict' }).count(), 0);
};

tests['the clock stands and the cards are hidden while a dialog is open'] = async (visitor) => {
  const page = await visitor.timed('#play?deck=3.4&seed=7');
  await ready(page);
  const time = () => page.getByRole('timer', { includeHidden: true }).textContent();
  await page.waitForFunction(() => document.querySelector('[role="timer"]').textContent > '0:00.4');
  for (const name of ['Settings', 'Shortcuts', 'Give up', /choose another/]) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
    assert.equal(await page.locator('.board').isVisible(), false);
    // The clock is shown ten times a second.
    await page.clock.runFor(200);
    const before = await time();
    await page.clock.runFor(10_000);
    assert.equal(await time(), before, String(name));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction((before) => document.querySelector('[role="timer"]').textContent !== before, before);
  }
};

tests['the end of a game offers one new game, and shows the last set once'] = async (visitor) => {
  const page = await visitor.open('#play?deck=3.4&seed=7&goal=1');
  await play(visitor, page, { values: 3, properties: 4 }, DEVICES.mouse);
  assert.equal(await page.getByRole('button', { name: 'New game' }).count(), 1);
  assert.equal(await page.locator('.side .thumbs').count(), 1);
  await page.getByRole('button', { name: 'The same cards again' }).click();
  await page.getByRole('region', { name: 'Result' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: 'New game' }).count(), 1);
};
