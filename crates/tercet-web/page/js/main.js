// The frame of the page: its views, its deck, and the links between them.

// The engine comes first, since it takes a token out of the address.
import './core/engine.js';
import { announce, button, deckLabel, el, fill } from './core/dom.js';
import { CLASSIC, MOST_PROPERTIES, MOST_VALUES, deckName, fullName, isSameDeck, readDeck } from './core/deck.js';
import { readLink, writeLink } from './core/link.js';
import { inWords } from './core/error.js';
import { onSettings } from './core/store.js';

/** The views by their names in links. Each is loaded when it is first visited; those `under` another are reached from there. */
const VIEWS = {
  play: { title: 'Play', load: () => import('./play/play.js') },
  puzzle: { title: 'Puzzle', load: () => import('./puzzle/puzzle.js') },
  storm: { title: 'Storm', under: 'puzzle', load: () => import('./storm/storm.js') },
  learn: { title: 'Learn', load: () => import('./learn/learn.js') },
  build: { title: 'Build', load: () => import('./build/build.js') },
  class: { title: 'Class', under: 'build', load: () => import('./class/class.js') },
  solve: { title: 'Solve', load: () => import('./solve/solve.js') },
  photo: { title: 'Photo', load: () => import('./photo/photo.js') },
  replay: { title: 'Replay', load: () => import('./replay/replay.js') },
  statistics: { title: 'Statistics', load: () => import('./statistics/statistics.js') },
};

/** Modules that are loaded only when they are used. */
const PARTS = {
  deck: () => import('./core/deck-dialog.js'),
  settings: () => import('./core/settings-dialog.js'),
  aside: () => import('./play/aside.js'),
  options: () => import('./play/options.js'),
  race: () => import('./ghost/race.js'),
  ghosts: () => import('./ghost/choose.js'),
  today: () => import('./puzzle/today.js'),
};

/** @typedef {keyof typeof VIEWS} ViewName */

const root = /** @type {HTMLElement} */ (document.getElementById('main'));
const views = /** @type {HTMLElement} */ (document.getElementById('views'));
const menu = /** @type {HTMLElement} */ (document.getElementById('menu'));
const tools = /** @type {HTMLElement} */ (document.getElementById('tools'));

let deck = CLASSIC;
/** The address of the view that is shown. */
let here = '';
let leaving = new AbortController();

onSettings(({ theme }) => {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // The frame of the browser has the colour of the head.
  for (const colour of /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll('meta[data-theme]'))) {
    const of = colour.dataset.theme;
    if (theme === 'auto') colour.media = `(prefers-color-scheme: ${of})`;
    else colour.media = theme === of ? 'all' : 'not all';
  }
});

/** Shows the view of the address. */
async function arrive() {
  leaving.abort();
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  leaving = new AbortController();
  const { signal } = leaving;
  here = location.hash;
  const { view, params } = readLink(here);
  const name = /** @type {ViewName} */ (Object.hasOwn(VIEWS, view) ? view : 'play');
  const { deck: written, ...others } = params;
  const named = written === undefined ? deck : readDeck(written);
  deck = named ?? deck;
  frame(name, named ? params : others);
  document.title = `${VIEWS[name].title} – Tercet`;
  const page = el('div', { class: `view ${name}` });
  // The focused element goes with the old page, but the focus stays here.
  const isFocused = root.contains(document.activeElement);
  fill(root, page);
  if (isFocused) root.focus();
  if (!named) {
    const usual = el('a', { class: 'button', href: writeLink(name) }, `${VIEWS[name].title} with ${deckName(deck)}`);
    const words = `A deck is two numbers, such as 3.4: 1 to ${MOST_VALUES} values and 1 to ${MOST_PROPERTIES} properties.`;
    const heading = el('h1', {}, 'This link names no deck');
    return fill(page, el('section', { class: 'panel' }, heading, el('p', {}, words), el('p', {}, usual)));
  }
  try {
    const { visit } = await VIEWS[name].load();
    if (signal.aborted) return;
    await visit({ root: page, deck, params, signal, go, rename });
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

/** Shows an error in place of the view. @param {unknown} error */
function fail(error) {
  const words = inWords(error);
  if (words === null) return;
  console.error(error);
  const again = button('Try again', arrive);
  fill(root.firstElementChild ?? root, el('section', { class: 'panel' }, el('h1', {}, 'This did not work'), el('p', {}, words), el('p', {}, again)));
  announce(words);
}

/** Loads the other parts of the page while nothing else is to be done: later there may be no server. */
async function loadAll() {
  const views = Object.values(VIEWS).map(({ load }) => load);
  for (const load of [...views, ...Object.values(PARTS)]) {
    await new Promise((resolve) => ('requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, 200)));
    await load().catch(() => {});
  }
}

/** The head of the page. @param {ViewName} current @param {Record<string, string>} params */
function frame(current, params) {
  const view = VIEWS[current];
  const place = 'under' in view ? view.under : current;
  const links = () => /** @type {HTMLElement[]} */ ([...views.children, ...tools.children]);
  const focused = links().findIndex((link) => link === document.activeElement);
  fill(
    views,
    Object.entries(VIEWS).filter(([, view]) => !('under' in view)).map(([name, { title }]) =>
      el('a', { href: writeLink(name, params.deck ? { deck: params.deck } : {}), 'aria-current': name === place ? 'page' : undefined }, title),
    ),
  );
  const another = () => PARTS.deck().then(({ chooseDeck }) => chooseDeck(deck, (chosen) => {
    go(writeLink(current, { deck: `${chosen.values}.${chosen.properties}` }));
  }), fail);
  const change = () => PARTS.settings().then(({ changeSettings }) => changeSettings(), fail);
  fill(
    tools,
    button(deckLabel(deck), another, { class: 'quiet', 'aria-label': `Deck ${fullName(deck)}: choose another`, 'aria-haspopup': 'dialog' }, '▾'),
    button('Settings', change, { class: 'quiet', 'aria-haspopup': 'dialog' }),
  );
  // If there is no room for all views, they are a menu.
  const isMenu = menu.checkVisibility();
  if (views.matches(':popover-open')) views.hidePopover();
  fill(menu, `${VIEWS[current].title} ▾`);
  menu.setAttribute('aria-label', `${VIEWS[current].title}: go to another view`);
  if (focused >= 0) (isMenu && focused < views.childElementCount ? menu : links()[focused])?.focus();
}

/** @param {string} link */
function go(link) {
  if (location.hash === link) arrive();
  else location.hash = link;
}

/** Changes the address without a visit; the head shows its deck. @param {string} link */
function rename(link) {
  // If the user has just left, the address is already that of the next visit.
  if (location.hash !== here) return;
  history.replaceState(history.state, '', link);
  here = location.hash;
  const { view, params } = readLink(link);
  const named = readDeck(params.deck ?? '') ?? deck;
  if (isSameDeck(named, deck) || !Object.hasOwn(VIEWS, view)) return;
  deck = named;
  frame(/** @type {ViewName} */ (view), params);
}

// The link to the board is not a view, so the address stays.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  root.focus();
});
addEventListener('hashchange', arrive);
arrive().then(() => setTimeout(loadAll, 1000));
