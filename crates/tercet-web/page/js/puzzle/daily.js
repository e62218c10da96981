// The puzzles of a day, which follow from the local date alone, and the days on which they were played: pure functions.
//
// The page deals one seed after the other until a board holds the wanted number of sets. So a puzzle needs no server,
// everybody gets the same one, and `tercet deal` also deals it.

import { CLASSIC, isSameDeck, nickname } from '../core/deck.js';
import { dealOf } from '../core/dealer.js';
import { clock, plural } from '../core/dom.js';
import { readLink, writeLink } from '../core/link.js';
import { setsOf } from '../core/sets.js';

/** @typedef {import('../core/deck.js').Deck} Deck */
/** @typedef {import('../play/finished.js').Finished} Finished */

/** The puzzles of each day. @type {{ deck: Deck, cards: number, sets: number }[]} */
export const DAILY = [
  { deck: CLASSIC, cards: 12, sets: 6 },
  { deck: { values: 4, properties: 3 }, cards: 12, sets: 3 },
  { deck: { values: 4, properties: 4 }, cards: 18, sets: 2 },
];

/** What the daily puzzle of a deck is called. @param {Deck} deck */
export const dailyName = (deck) => nickname(deck) ?? 'Hard';

/** The day this number of days later. A day is a date alone, so neither clocks nor time zones matter. @param {string} day @param {number} days */
export const dayAfter = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Whether a text is a day. @param {string} text */
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayAfter(text, 0) === text;

/** A day in words. @param {string} day @param {Intl.DateTimeFormatOptions} [form] */
export function dayName(day, form = { day: 'numeric', month: 'long', year: 'numeric' }) {
  return new Date(day).toLocaleDateString('en-GB', { ...form, timeZone: 'UTC' });
}

/** @param {Deck} deck @param {string} day */
export const dailyLink = ({ values, properties }, day) => writeLink('puzzle', { deck: `${values}.${properties}`, day });

/**
 * The setup of a puzzle of a day; null if the deck has none.
 * @param {Deck} deck
 * @param {string} day
 * @returns {import('../core/game.js').Setup | null}
 */
export function dailySetup(deck, day) {
  const number = DAILY.findIndex((daily) => isSameDeck(daily.deck, deck));
  if (number < 0) return null;
  const { cards, sets } = DAILY[number];
  for (let attempt = 0; ; attempt++) {
    const seed = `${Number(day.replaceAll('-', ''))}${number + 1}${String(attempt).padStart(5, '0')}`;
    const isIt = setsOf(deck, dealOf(deck, seed).slice(0, cards)).length === sets;
    if (isIt) return { deck, seed, goal: { kind: 'layout' }, start: cards, refill: 'at-once', told: sets };
  }
}

/** The first games of daily puzzles, by their links: a second one is no longer a puzzle. @param {Finished[]} games */
export function firstGames(games) {
  const daily = games.filter(({ link }) => readLink(link).params.day);
  daily.sort((a, b) => (a.date < b.date ? 1 : -1));
  return new Map(daily.map((game) => [game.link, game]));
}

/** The days on which a puzzle of that day was begun, which was solved then. @param {Iterable<Finished>} first games */
export function solvedDays(first) {
  return [...first].filter(({ over, link, day }) => over === 'layout' && readLink(link).params.day === day).map(({ day }) => day);
}

/**
 * How many of the days lie in a row: up to today or yesterday, and at most.
 * @param {string[]} days
 * @param {string} today
 */
export function streak(days, today) {
  const sorted = [...new Set(days)].sort();
  let [run, longest] = [0, 0];
  sorted.forEach((day, i) => {
    run = sorted[i - 1] === dayAfter(day, -1) ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  const isCurrent = [today, dayAfter(today, -1)].includes(sorted.at(-1) ?? '');
  return { current: isCurrent ? run : 0, longest };
}

/** The days of the month of a day, by weeks from Monday to Sunday; null is a day of another month. @param {string} day */
export function weeksOf(day) {
  const first = `${day.slice(0, 8)}01`;
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const days = Array.from({ length: 42 }, (_, i) => dayAfter(first, i - before)).map((one) => (one.startsWith(day.slice(0, 8)) ? one : null));
  const weeks = Array.from({ length: 6 }, (_, i) => days.slice(7 * i, 7 * i + 7));
  return weeks.filter((week) => week.some(Boolean));
}

/** The longest bar of a text that is shared. */
const LONGEST = 10;

/**
 * The text to share about a game of a daily puzzle, which names no card: `Tercet 23 Nov: 6/6 in 1:42, no hints`, and a bar for
 * each set, as long as its time.
 * @param {Finished} game
 * @param {string} day
 */
export function shareText({ setup: { deck, told = 0 }, taken, wrong, falseNone, events, time, over }, day) {
  const seconds = (/** @type {number} */ ms) => clock(ms).slice(0, -2);
  const [mistakes, hints] = [wrong.length + falseNone, events.filter(({ type }) => type === 'hint').length];
  const name = isSameDeck(deck, CLASSIC) ? '' : ` ${dailyName(deck)}`;
  const parts = [
    `${taken.length}/${told} in ${seconds(time)}`,
    over === 'given-up' && 'given up',
    mistakes > 0 && plural(mistakes, 'mistake'),
    hints ? plural(hints, 'hint') : 'no hints',
  ];
  const longest = Math.max(1, ...taken.map((set) => set.time));
  const bar = (/** @type {typeof taken[0]} */ set) =>
    `${(set.hint ? '▒' : '█').repeat(Math.max(1, Math.round((set.time / longest) * LONGEST)))} ${seconds(set.time)}`;
  const missed = Array(told - taken.length).fill('░ –');
  const head = `Tercet${name} ${dayName(day, { day: 'numeric', month: 'short' })}: ${parts.filter(Boolean).join(', ')}`;
  return [head, ...taken.map(bar), ...missed].join('\n');
}
