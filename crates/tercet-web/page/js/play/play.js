// Play: a game of any deck, and its links: `#play?deck=3.4&seed=7&goal=10`. Parameters that a link
// leaves out have the defaults of its deck. A link with no parameter but the deck resumes the
// newest unfinished game.

import { button, el, fill, plural } from '../core/dom.js';
import { deckName, fullName, meanSets, readDeck, size } from '../core/deck.js';
import { REFILLS, VARIANTS, usualSetup } from '../core/game.js';
import { ghostsOf, readLink, withGhosts, writeLink } from '../core/link.js';

/** @typedef {import('../core/game.js').Setup} Setup */
/** @typedef {import('../core/deck.js').Deck} Deck */

export const MOST_SETS = 1_000_000;
const MOST_SEED = 2n ** 64n - 1n;

export const freshSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** The most cards at the start. @param {Deck} deck */
export const mostStart = (deck) => (size(deck) < 2000n ? Number(size(deck)) : 2000);

/** The least number of sets on average with which the usual game of a deck begins; with fewer, a set is planted. */
const FEW = 0.1;

/** Whether a game of the deck would begin with cards that hardly ever hold a set. @param {Deck} deck */
const isRare = (deck) => deck.values > 2 && meanSets(deck, usualSetup(deck, '0').start) < FEW;

/** How many cards lie on a board with a planted set, usually. @param {Deck} deck */
const plantedStart = ({ values }) => 2 * values + 4;

/**
 * The setup that a link describes.
 * @param {Record<string, string>} params of the link, with a seed
 * @param {Deck} usualDeck the deck of a link that names none
 * @returns {Setup | string} or what is wrong with it
 */
export function readSetup({ deck: written, seed, goal: named, start, refill, cards, until, variant }, usualDeck) {
  const deck = written === undefined ? usualDeck : readDeck(written);
  if (!deck) return `“${short(written)}” is not a deck: a deck is two numbers, such as 3.4.`;
  const isSeed = /^\d{1,20}$/.test(seed) && BigInt(seed) <= MOST_SEED;
  if (!isSeed) return `“${short(seed)}” is not a seed: a seed is a number of at most 64 bits.`;
  const setup = usualSetup(deck, String(BigInt(seed)));
  if (cards) {
    const laid = [...new Set(cards.split('.'))];
    return { ...setup, seed: '0', goal: { kind: 'layout' }, laid, start: laid.length };
  }
  const goal = named ?? (isRare(deck) && !variant ? 'planted' : 'deck');
  if (goal === 'planted') Object.assign(setup, { planted: true, start: plantedStart(deck) });
  setup.start = start === undefined ? setup.start : whole(start, mostStart(deck));
  if (!setup.start) return `A game of ${deckName(deck)} starts with 1 to ${mostStart(deck)} cards, not “${short(start)}”.`;
  const sets = whole(goal, MOST_SETS);
  if (sets) setup.goal = { kind: 'sets', sets };
  else if (goal === 'planted') setup.goal = { kind: 'layout' };
  else if (goal === 'deck' || goal === 'layout') setup.goal = { kind: goal };
  else return `“${short(goal)}” is not a goal: a goal is deck, layout, planted, or a number of sets.`;
  const rule = REFILLS.find((rule) => rule === (refill ?? setup.refill));
  if (!rule) return `“${short(refill)}” is not a rule of dealing: a rule is ${REFILLS.join(', ')}.`;
  if (until !== undefined && until !== 'set') return `“${short(until)}” is nothing until which cards are dealt: that is set.`;
  if (until && setup.goal.kind !== 'layout') setup.untilSet = true;
  if (variant !== undefined && !Object.hasOwn(VARIANTS, variant)) return `“${short(variant)}” is not a variant: a variant is ${Object.keys(VARIANTS).join(', ')}.`;
  if (variant && variant !== 'standard') {
    if (setup.goal.kind === 'layout') return 'A fixed layout has no variants: play the deck, or a number of sets.';
    if (variant === 'chain' && deck.values === 1) return `A chain needs cards with two values or more, not ${deckName(deck)}.`;
    setup.variant = /** @type {import('../core/game.js').Variant} */ (variant);
  }
  return { ...setup, refill: rule };
}

/** What the link of a setup says: all but what is usual. @param {Setup} setup */
export function setupParams({ deck, seed, goal, start, refill, laid, planted, untilSet, variant }) {
  const usual = usualSetup(deck, seed);
  const named = `${deck.values}.${deck.properties}`;
  if (laid) return { deck: named, cards: laid.join('.') };
  const said = goal.kind === 'sets' ? goal.sets : planted ? 'planted' : goal.kind;
  return {
    deck: named,
    seed,
    goal: said === (isRare(deck) && !variant ? 'planted' : 'deck') ? null : said,
    start: start === (planted ? plantedStart(deck) : usual.start) ? null : start,
    refill: refill === usual.refill || goal.kind === 'layout' ? null : refill,
    until: untilSet ? 'set' : null,
    variant,
  };
}

/** A setup in a few words: `The first 10 sets of (3,4)`. @param {Setup} setup */
export function setupTitle({ deck, goal, start, planted, variant = 'standard' }) {
  const rule = { standard: '', chain: ', as a chain', shuffle: ', shuffled after each set', memory: ', face down' }[variant];
  if (planted) return `A hidden set among ${plural(start, 'card')} of ${fullName(deck)}`;
  if (goal.kind === 'layout') return `All sets of ${plural(start, 'card')} of ${fullName(deck)}`;
  if (goal.kind === 'deck') return `The whole deck ${fullName(deck)}${rule}`;
  return `The first ${goal.sets === 1 ? 'set' : `${goal.sets} sets`} of ${fullName(deck)}${rule}`;
}

/** The whole number that a text is, from 1 to `most`, else 0. @param {string} text @param {number} most */
const whole = (text, most) => (/^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : 0);

/** @param {string | undefined} text */
const short = (text = '') => (text.length > 20 ? `${text.slice(0, 20)}…` : text);

/** @param {import('../core/view.js').Visit} visit */
export async function visit({ root, deck, params, signal, go, rename }) {
  // The modules that need a browser are loaded here, since other modules also read links.
  const [{ Table }, { unfinished }] = await Promise.all([import('./table.js'), import('./games.js')]);
  const isOpen = Object.keys(params).every((name) => name === 'deck');
  const newest = isOpen ? await unfinished(readDeck(params.deck ?? '') ?? deck) : null;
  if (signal.aborted) return;
  // The link of a board that was laid has no seed.
  const wanted = /** @type {Record<string, string>} */ ({ seed: freshSeed(), ...(newest ? readLink(newest).params : params) });
  const setup = readSetup(wanted, deck);
  if (typeof setup === 'string') {
    const play = button('Play (3,4)', () => go('#play?deck=3.4'), { class: 'main' });
    const words = [el('h1', {}, 'This link leads to no game'), el('p', { role: 'alert' }, setup), el('p', {}, play)];
    return fill(root, el('section', { class: 'panel' }, words));
  }
  const link = writeLink('play', setupParams(setup));
  const ghosts = ghostsOf(wanted.ghost);
  rename(withGhosts(link, ghosts));
  // Bots also play other cards.
  const bots = ghosts.filter((ghost) => ghost.startsWith('bot'));
  const fresh = () => go(withGhosts(writeLink('play', setupParams({ ...setup, seed: freshSeed(), laid: undefined })), bots));
  const open = async () => {
    if (options.childElementCount === 1) options.append((await import('./options.js')).optionsForm(setup, go));
  };
  const options = el('details', {}, el('summary', { on: { click: open } }, 'Another goal, start or seed'));
  const [today, greeting] = [el('section', { class: 'panel', hidden: true }), el('span', { class: 'greeting' })];
  const table = new Table({
    setup,
    link,
    ghosts,
    signal,
    title: setupTitle(setup),
    onOver: () => button('New game', fresh, { class: 'main' }),
    extra: [el('section', { class: 'panel', 'aria-label': 'New game' }, el('div', { class: 'fresh' }, button('New game', fresh)), options), today],
    greeting,
  });
  fill(root, table.element);
  await table.start();
  import('../puzzle/today.js').then(({ showToday }) => showToday(today, greeting, signal)).catch(() => {});
}
