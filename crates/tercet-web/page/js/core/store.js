// The data that stays in the browser: settings, games under way, and finished games.

/**
 * @typedef {object} Settings
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {boolean} letters whether cards carry the letter of their colour
 * @property {boolean} colourless whether the frame takes the place of colour
 * @property {boolean} cardKeys whether cards show their keys
 * @property {Record<string, string>} keys the key of each action
 * @property {string} name what the player is called in links to race
 * @property {string[]} learned the steps of the course that are done
 */

/** @type {Settings} */
export const USUAL = {
  theme: 'auto',
  letters: true,
  colourless: false,
  cardKeys: true,
  keys: { hint: '?', none: '0', pause: 'p', undo: 'Backspace', clear: 'Escape', help: 'F1' },
  name: '',
  learned: [],
};

const NAME = 'tercet.settings';

/** @type {Settings} */
let current = read();

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @returns {Settings} */
function read() {
  try {
    const saved = sound(JSON.parse(localStorage.getItem(NAME) ?? '{}'), USUAL);
    return { ...saved, keys: sound(saved.keys, USUAL.keys) };
  } catch {
    return USUAL;
  }
}

/**
 * The usual values, but for those of which something of the same type was saved.
 * @template {object} T
 * @param {any} saved
 * @param {T} usual
 * @returns {T}
 */
function sound(saved, usual) {
  const type = (/** @type {unknown} */ value) => (Array.isArray(value) ? 'array' : typeof value);
  const kept = Object.entries(usual).filter(([name, value]) => type(saved?.[name]) === type(value));
  return { ...usual, ...Object.fromEntries(kept.map(([name]) => [name, saved[name]])) };
}

export function settings() {
  return current;
}

/** @param {Partial<Settings>} changed */
export function change(changed) {
  current = { ...current, ...changed };
  try {
    localStorage.setItem(NAME, JSON.stringify(current));
  } catch {
    // Without storage, the settings last as long as the page is open.
  }
  for (const listener of listeners) listener(current);
}

/**
 * Calls a listener now and after each change, until the signal is aborted.
 * @param {(settings: Settings) => void} listener
 * @param {AbortSignal} [signal]
 */
export function onSettings(listener, signal) {
  listeners.add(listener);
  signal?.addEventListener('abort', () => listeners.delete(listener));
  listener(current);
}

// Another tab may also change the settings.
addEventListener('storage', (event) => {
  if (event.key !== NAME) return;
  current = read();
  for (const listener of listeners) listener(current);
});

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** The stores of the database, and the keys of their values: finished games, games under way, and the best storms. */
const STORES = { games: 'id', saved: 'link', storms: 'id' };
/** @typedef {keyof typeof STORES} Store */

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('tercet', 2);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) {
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name, { keyPath });
      }
    };
    request.onsuccess = () => {
      // A page of another version may want to change the stores: it waits until no page has the database open.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
      opened = Promise.resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error);
      opened = undefined;
    };
    // A tab with an older page has the database open. When it is closed, the request succeeds all the same; another
    // request would only wait behind this one, so the database stays unavailable until then.
    request.onblocked = () => reject(new Error('Another tab has the database open.'));
  });
  return opened;
}

/**
 * One access to a store.
 * @param {Store} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} use
 * @returns {Promise<any>}
 */
async function access(name, mode, use) {
  const db = await database().catch(() => Promise.reject(new Error('This browser keeps no games (a private window?).')));
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(name, mode);
    const request = use(transaction.objectStore(name));
    // The commit keeps the value even if the page is left right now.
    if (mode === 'readwrite') transaction.commit();
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** @param {Store} name @param {object} value */
export const put = (name, value) => access(name, 'readwrite', (store) => store.put(value));
/** @param {Store} name @param {string} key */
export const get = (name, key) => access(name, 'readonly', (store) => store.get(key));
/** @param {Store} name */
export const all = (name) => access(name, 'readonly', (store) => store.getAll());
/** @param {Store} name @param {string} key */
export const remove = (name, key) => access(name, 'readwrite', (store) => store.delete(key));
/** @param {Store} name */
export const clear = (name) => access(name, 'readwrite', (store) => store.clear());
