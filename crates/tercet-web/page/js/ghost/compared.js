// The end of a race, as data: who was ahead, and who took each set first.

import { clock, duration, plural } from '../core/dom.js';

/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/game.js').Taken} Taken */

/** When the last move of a game was. @param {Game} game */
export const endOf = ({ events }) => events.at(-1)?.at ?? 0;

/** Whether a game was played to its end. @param {Game} game */
export const isDone = ({ over }) => over !== null && over !== 'given-up';

/**
 * How a race ended, in a sentence.
 * @param {Game} mine
 * @param {Game} theirs
 * @param {string} name
 */
export function standing(mine, theirs, name) {
  const [own, other] = [mine.taken.length, theirs.taken.length].map((sets) => plural(sets, 'set'));
  const ahead = endOf(theirs) - endOf(mine);
  if (!isDone(mine)) return isDone(theirs) ? `${name} finished in ${clock(endOf(theirs))}; you found ${own}.` : `You found ${own}, ${name} found ${other}.`;
  if (!isDone(theirs)) return `You finished; ${name} found ${other} and did not.`;
  if (Math.abs(ahead) < 10) return `You and ${name} took the same time.`;
  return ahead > 0 ? `You beat ${name} by ${duration(ahead)}.` : `${name} beat you by ${duration(-ahead)}.`;
}

/**
 * All sets that were taken in a race, in the order of their times.
 * @param {Game[]} games
 * @returns {{ cards: string[], taken: (Taken | undefined)[], first: number }[]} each with the set of each game, and which took it first
 */
export function compared(games) {
  /** @type {Map<string, (Taken | undefined)[]>} */
  const sets = new Map();
  games.forEach(({ taken }, player) => {
    for (const set of taken) {
      const key = String(set.cards.toSorted());
      sets.set(key, (sets.get(key) ?? games.map(() => undefined)).with(player, set));
    }
  });
  const rows = [...sets.values()].map((taken) => {
    const times = taken.map((set) => set?.at ?? Infinity);
    const first = times.indexOf(Math.min(...times));
    return { cards: taken[first]?.cards ?? [], taken, first };
  });
  return rows.sort((a, b) => (a.taken[a.first]?.at ?? 0) - (b.taken[b.first]?.at ?? 0));
}
