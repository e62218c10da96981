import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { dealOf } from '../../page/js/core/dealer.js';
import { isSet, nthCard } from '../../page/js/core/deck.js';
import { dayOf } from '../../page/js/core/dom.js';
import { replay } from '../../page/js/core/game.js';
import { readLink } from '../../page/js/core/link.js';
import { setsOf as found } from '../../page/js/core/sets.js';
import { finished } from '../../page/js/play/finished.js';
import { DAILY, dailyLink, dailySetup, dayAfter, firstGames, isDay, shareText, solvedDays, streak, weeksOf } from '../../page/js/puzzle/daily.js';
import { readPuzzle } from '../../page/js/puzzle/links.js';
import { randomNumbers, setsOf, shuffled } from './numbers.mjs';

const CLASSIC = { values: 3, properties: 4 };
const DAY = '2026-11-23';

test('the sets among cards are those of the definition', () => {
  const next = randomNumbers(1);
  for (const [deck, size] of [[CLASSIC, 15], [{ values: 4, properties: 3 }, 13], [{ values: 5, properties: 2 }, 12], [{ values: 2, properties: 3 }, 6], [{ values: 1, properties: 1 }, 1]]) {
    const all = Array.from({ length: deck.values ** deck.properties }, (_, i) => nthCard(deck, i));
    for (let i = 0; i < 10; i++) {
      const cards = shuffled(all, next).slice(0, size);
      assert.deepEqual(found(deck, cards), setsOf(deck, cards));
    }
  }
});

test('the puzzles of many days hold their sets, and are all different', () => {
  const days = process.env.TERCET_ALL ? 400 : 100;
  for (const { deck, cards, sets } of DAILY) {
    const boards = new Set();
    for (let i = 0, day = '2026-11-01'; i < days; i++, day = dayAfter(day, 1)) {
      const setup = dailySetup(deck, day);
      assert.deepEqual([setup.start, setup.told, setup.goal], [cards, sets, { kind: 'layout' }]);
      const board = dealOf(deck, setup.seed).slice(0, cards);
      boards.add(board.toSorted().join());
      if (deck.values === 3 || i < 40) assert.equal(setsOf(deck, board).length, sets, day);
    }
    assert.equal(boards.size, days);
  }
});

test('a puzzle depends on the local date alone', () => {
  const script = `
    const { dailySetup } = await import(${JSON.stringify(new URL('../../page/js/puzzle/daily.js', import.meta.url).href)});
    const { dayOf } = await import(${JSON.stringify(new URL('../../page/js/core/dom.js', import.meta.url).href)});
    const noon = [new Date(2026, 10, 23, 12), new Date(2026, 2, 29, 0, 1), new Date(2026, 9, 25, 23, 59)].map(dayOf);
    console.log(JSON.stringify([noon, noon.map((day) => dailySetup({ values: 3, properties: 4 }, day).seed)]));`;
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu'];
  const told = zones.map((TZ) => execFileSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, TZ }, encoding: 'utf8' }));
  assert.deepEqual(JSON.parse(told[0])[0], [DAY, '2026-03-29', '2026-10-25']);
  assert.equal(new Set(told).size, 1, told.join(''));
});

test('the command line deals the same board', { skip: !process.env.TERCET && 'TERCET names no program' }, () => {
  const { seed, start, deck } = dailySetup(CLASSIC, DAY);
  const request = `${JSON.stringify({ ask: 'deal', deck, size: start, seed, kind: 'random' })}\n`;
  const { cards } = JSON.parse(execFileSync(process.env.TERCET, ['ask'], { input: request, encoding: 'utf8' }));
  assert.deepEqual(cards, dealOf(deck, seed).slice(0, start));
});

test('the link of a day leads to its puzzle, and nonsense is said to be', () => {
  for (const { deck } of DAILY) {
    const { view, params } = readLink(dailyLink(deck, DAY));
    assert.equal(view, 'puzzle');
    const puzzle = readPuzzle(params, deck);
    assert.deepEqual([puzzle.setup, puzzle.day, puzzle.link], [dailySetup(deck, DAY), DAY, dailyLink(deck, DAY)]);
  }
  assert.equal(readPuzzle({ day: DAY }, CLASSIC), null, 'a day without a deck');
  for (const day of ['', '2026-02-30', '22.11.2026', '2026-13-01']) assert.equal(typeof readPuzzle({ deck: '3.4', day }, CLASSIC), 'string', day);
  assert.equal(typeof readPuzzle({ deck: '5.5', day: DAY }, { values: 5, properties: 5 }), 'string');
  assert(isDay('2028-02-29') && !isDay('2027-02-29'));
  const today = dayOf(Date.now());
  assert.equal(readPuzzle({ deck: '3.4', day: today }, CLASSIC).day, today);
  for (const deck of ['3.4', undefined]) assert.match(readPuzzle({ deck, day: dayAfter(today, 3) }, CLASSIC), /still to come/);
});

/** A game of the puzzle of a day, whose sets are found after these seconds; it ended at a date, and began on a day. */
function game({ day = DAY, date = `${day}T12:00:00.000Z`, begun = day, seconds = [4, 20, 22, 30, 62, 102.4], hint = false, wrong = false } = {}) {
  const setup = dailySetup(CLASSIC, day);
  const cards = dealOf(CLASSIC, setup.seed).slice(0, 12);
  const press = (chosen, at) => chosen.map((card) => ({ type: 'card', card, at }));
  const slip = cards.slice(0, 3);
  const last = seconds.at(-1) * 1000;
  const events = [
    { type: 'begin', cards, sets: 6, at: 0 },
    ...(wrong && !isSet(CLASSIC, slip) ? press(slip, 1000) : []),
    ...(hint ? [{ type: 'hint', stage: 1, at: 2000 }, { type: 'hint', stage: 2, at: 2500 }] : []),
    ...seconds.flatMap((second, i) => press(setsOf(CLASSIC, cards)[i], second * 1000)),
    ...(seconds.length < 6 ? [{ type: 'give-up', at: last }] : []),
  ];
  return finished(replay(setup, events), { id: `${day}${date}`, link: dailyLink(CLASSIC, day), title: 'A puzzle', time: last, date, day: begun });
}

test('the text that is shared has a bar for each set, and no card', () => {
  assert.equal(shareText(game(), DAY), [
    'Tercet 23 Nov: 6/6 in 1:42, no hints', '█ 0:04', '████ 0:16', '█ 0:02', '██ 0:08', '████████ 0:32', '██████████ 0:40',
  ].join('\n'));
  assert.equal(shareText(game({ seconds: [10, 12], hint: true, wrong: true }), DAY), [
    'Tercet 23 Nov: 2/6 in 0:12, given up, 1 mistake, 2 hints', '▒▒▒▒▒▒▒▒▒▒ 0:10', '██ 0:02', '░ –', '░ –', '░ –', '░ –',
  ].join('\n'));
});

test('only the first game of a puzzle counts, and for the streak only on its day', () => {
  const given = game({ day: '2026-11-20', seconds: [10], date: '2026-11-20T10:00:00.000Z' });
  const games = [
    game({ day: '2026-11-20', date: '2026-11-20T11:00:00.000Z' }),
    given,
    game({ day: '2026-11-21' }),
    game({ day: '2026-11-22', begun: '2026-11-24' }),
    // Begun just before midnight.
    game({ day: '2026-11-19', date: '2026-11-20T12:00:00.000Z' }),
    { ...game(), link: '#play?seed=1' },
  ];
  const first = firstGames(games);
  assert.equal(first.size, 4);
  assert.equal(first.get(given.link), given);
  assert.deepEqual([...solvedDays(first.values())].sort(), ['2026-11-19', '2026-11-21']);
});

test('a streak ends today or yesterday, over the ends of months and years and changes of the clock', () => {
  const dates = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-01', '2026-03-03'];
  assert.deepEqual(streak(dates, '2026-03-03'), { current: 1, longest: 3 });
  assert.deepEqual(streak(dates, '2026-03-04'), { current: 1, longest: 3 });
  assert.deepEqual(streak(dates, '2026-03-05'), { current: 0, longest: 3 });
  assert.deepEqual(streak(dates.slice(0, 4), '2026-03-02'), { current: 3, longest: 3 });
  assert.deepEqual(streak([], '2026-03-02'), { current: 0, longest: 0 });
  for (const middle of ['2026-12-31', '2028-02-28', '2027-02-28', '2026-03-29', '2026-10-25', '2026-11-01']) {
    const days = [-2, -1, 0, 1, 2].map((days) => dayAfter(middle, days));
    assert.deepEqual(streak(days, days[4]), { current: 5, longest: 5 }, middle);
  }
  assert.equal(dayAfter('2026-12-31', 1), '2027-01-01');
  assert.equal(dayAfter('2028-03-01', -1), '2028-02-29');
  assert.equal(dayOf(new Date(2027, 0, 1, 0, 0)), '2027-01-01');
});

test('a month has its days under their weekdays', () => {
  const weeks = weeksOf(DAY);
  assert.deepEqual(weeks.map((week) => week.filter(Boolean).length), [1, 7, 7, 7, 7, 1]);
  assert.equal(weeks[4][0], DAY, 'a Monday');
  assert.equal(weeksOf('2027-02-10').length, 4);
  assert.equal(weeksOf('2028-02-10').flat().filter(Boolean).at(-1), '2028-02-29');
});
