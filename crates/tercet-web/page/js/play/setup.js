// Links of games: `#play?deck=3.4&seed=7&goal=10`. Whatever a link leaves out is as usual for its deck.

import { deckName, readDeck, size } from '../core/deck.js';
import { plural } from '../core/dom.js';
import { usualSetup } from '../core/game.js';

/** @typedef {import('../core/game.js').Setup} Setup */
/** @typedef {import('../core/deck.js').Deck} Deck */

export const MOST_SETS = 1_000_000;
const MOST_SEED = 2n ** 64n - 1n;

/** The most cards at the start. @param {Deck} deck */
export const mostStart = (deck) => (size(deck) < 2000n ? Number(size(deck)) : 2000);

/**
 * The setup that a link describes.
 * @param {Record<string, string>} params of the link, with a seed
 * @param {Deck} usualDeck the deck of a link that names none
 * @returns {Setup | string} or what is wrong with it
 */
export function readSetup({ deck: written, seed, goal = 'deck', start, refill, cards }, usualDeck) {
  const deck = written === undefined ? usualDeck : readDeck(written);
  if (!deck) return `“${short(written)}” is no deck: a deck is two numbers, such as 3.4.`;
  const isSeed = /^\d{1,20}$/.test(seed) && BigInt(seed) <= MOST_SEED;
  if (!isSeed) return `“${short(seed)}” is no seed: a seed is a number of at most 64 bits.`;
  const setup = usualSetup(deck, String(BigInt(seed)));
  if (cards) {
    const laid = [...new Set(cards.split('.'))];
    return { ...setup, seed: '0', goal: { kind: 'layout' }, laid, start: laid.length };
  }
  setup.start = start === undefined ? setup.start : whole(start, mostStart(deck));
  if (!setup.start) return `A game of ${deckName(deck)} starts with 1 to ${mostStart(deck)} cards, not “${short(start)}”.`;
  const sets = whole(goal, MOST_SETS);
  if (sets) setup.goal = { kind: 'sets', sets };
  else if (goal === 'deck' || goal === 'layout') setup.goal = { kind: goal };
  else return `“${short(goal)}” is no goal: a goal is deck, layout, or a number of sets.`;
  if (refill === 'up-to-start' || refill === 'at-once') setup.refill = refill;
  else if (refill !== undefined) return `“${short(refill)}” is no rule of dealing: it is up-to-start or at-once.`;
  return setup;
}

/** What the link of a setup says: all but what is usual. @param {Setup} setup */
export function setupParams({ deck, seed, goal, start, refill, laid }) {
  const usual = usualSetup(deck, seed);
  const named = `${deck.values}.${deck.properties}`;
  if (laid) return { deck: named, cards: laid.join('.') };
  return {
    deck: named,
    seed,
    goal: goal.kind === 'sets' ? goal.sets : goal.kind === 'layout' ? 'layout' : null,
    start: start === usual.start ? null : start,
    refill: refill === usual.refill || goal.kind === 'layout' ? null : refill,
  };
}

/** A setup in a few words: `The first 10 sets of (3,4)`. @param {Setup} setup */
export function setupTitle({ deck, goal, start }) {
  if (goal.kind === 'layout') return `All sets of ${plural(start, 'card')} of ${deckName(deck)}`;
  if (goal.kind === 'deck') return `The whole deck ${deckName(deck)}`;
  return `The first ${goal.sets === 1 ? 'set' : `${goal.sets} sets`} of ${deckName(deck)}`;
}

/** The whole number that a text is, from 1 to `most`, else 0. @param {string} text @param {number} most */
const whole = (text, most) => (/^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : 0);

/** @param {string | undefined} text */
const short = (text = '') => (text.length > 20 ? `${text.slice(0, 20)}…` : text);
