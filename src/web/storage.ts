import { GAMES_CACHE } from '../shared/offline-games.ts';
import { getConsent } from './consent.ts';

type StorageEntry = { area: 'local' | 'session' | 'cache' | 'worker'; key: string; needed: boolean };

/**
 * Everything that this site stores in the browser besides cookies. A key that ends with ':' is a prefix. The page /cookies explains each
 * entry (features/consent/stored-items.texts.ts). `needed`: the user asked for it by an action; everything else is only a convenience and
 * requires consent. `cache` and `worker` entries are opened elsewhere, by these keys.
 */
export const STORAGE_ENTRIES = {
  /** Light or dark, as the player chose. */
  theme: { area: 'local', key: 'kiddo-theme', needed: true },
  /** Whether to show what data costs, if the player chose. */
  cost: { area: 'local', key: 'kiddo-cost', needed: true },
  /** Whether single keys move in the team's list of what waits. */
  caseKeys: { area: 'local', key: 'kiddo-case-keys', needed: true },
  /** A player's progress and settings in a game. The names start with their owner, a player or visitors. */
  saves: { area: 'local', key: 'kiddo-game:', needed: true },
  /** Whose progress is used here (save-owner.ts). */
  saveOwner: { area: 'local', key: 'kiddo-save-owner', needed: true },
  /** Messages to friends that are not sent yet; removed with the tab and after signing out. */
  drafts: { area: 'session', key: 'kiddo:mine:draft:', needed: true },
  unsent: { area: 'session', key: 'kiddo:mine:unsent:', needed: true },
  /** What a player chose for their avatar and did not save yet; removed with the tab and after signing out. */
  avatarDraft: { area: 'session', key: 'kiddo:mine:avatar:', needed: true },
  /** Loaded lists, restored when the user navigates back. */
  lists: { area: 'session', key: 'kiddo-list:', needed: false },
  /** The scroll position of each page. React Router writes it. */
  scroll: { area: 'session', key: 'react-router-scroll-positions', needed: false },
  /** Marks that the page was reloaded after a deployment, so that it does not reload forever. React Router writes it. */
  version: { area: 'session', key: 'react-router-manifest-version', needed: true },
  /** The player who owns the data stored here. The data is removed when somebody else signs in, or when nobody is signed in. */
  owner: { area: 'local', key: 'kiddo-owner', needed: true },
  /** Games saved for offline play. */
  games: { area: 'cache', key: GAMES_CACHE, needed: true },
  /** Requests made without a network that wait to be sent. */
  waiting: { area: 'cache', key: 'kiddo-waiting', needed: true },
  /** The service worker, which answers when there is no network (features/offline/ui/service-worker.ts). */
  worker: { area: 'worker', key: '/sw.js', needed: false },
  /** The offline page with its files, and the most recently visited public pages and pictures. */
  shell: { area: 'cache', key: 'kiddo-shell:', needed: false },
  pages: { area: 'cache', key: 'kiddo-pages', needed: false },
  files: { area: 'cache', key: 'kiddo-files', needed: false },
} as const satisfies Record<string, StorageEntry>;

type StorageName = keyof typeof STORAGE_ENTRIES;
type WebStorageName = { [P in StorageName]: (typeof STORAGE_ENTRIES)[P] extends { area: 'local' | 'session' } ? P : never }[StorageName];

const getStore = (place: WebStorageName): Storage => (STORAGE_ENTRIES[place].area === 'local' ? localStorage : sessionStorage);

/** Entries that are only a convenience, when there is no consent. They last until the page is left for another site or reloaded. */
const memoryStore = new Map<string, string>();

/** Reads a value. @returns null when there is none, or when the storage is unavailable */
export function readStorage(place: WebStorageName, name = ''): string | null {
  const key = STORAGE_ENTRIES[place].key + name;
  try {
    return getStore(place).getItem(key) ?? memoryStore.get(key) ?? null;
  } catch {
    return memoryStore.get(key) ?? null;
  }
}

/**
 * Stores a value; null removes it. Without consent, entries that are only a convenience stay in memory. In a private window, or when the
 * storage is full, nothing is stored and no error is thrown.
 */
export function writeStorage(place: WebStorageName, text: string | null, name = ''): void {
  const key = STORAGE_ENTRIES[place].key + name;
  memoryStore.delete(key);
  try {
    if (text === null) getStore(place).removeItem(key);
    else if (STORAGE_ENTRIES[place].needed || getConsent() === 'all') getStore(place).setItem(key, text);
    else memoryStore.set(key, text);
  } catch {
    // See above: then it is not stored.
  }
}

/** Removes all values of these entries. @param keepPrefix values whose name starts with this stay */
export function clearStorage(places: readonly WebStorageName[], keepPrefix: string | null = null): void {
  for (const place of places) removeWhere(place, (name) => keepPrefix === null || !name.startsWith(keepPrefix));
}

/** Removes the values of an entry whose name starts with `prefix`. */
export function removeStorage(place: WebStorageName, prefix: string): void {
  removeWhere(place, (name) => name.startsWith(prefix));
}

function removeWhere(place: WebStorageName, isRemovable: (name: string) => boolean): void {
  const { key } = STORAGE_ENTRIES[place];
  try {
    const store = getStore(place);
    for (const each of Object.keys(store)) if (each.startsWith(key) && isRemovable(each.slice(key.length))) store.removeItem(each);
  } catch {
    // The storage is unavailable: so nothing was stored.
  }
}

/** The entries that are only a convenience. */
export const NON_ESSENTIAL: readonly WebStorageName[] = (Object.keys(STORAGE_ENTRIES) as WebStorageName[]).filter(
  (place) => !STORAGE_ENTRIES[place].needed && /^(local|session)$/.test(STORAGE_ENTRIES[place].area),
);

/** JavaScript that reads a value, for scripts that run before everything else. It throws when the storage is unavailable. */
export function readStorageScript(place: WebStorageName): string {
  return `${STORAGE_ENTRIES[place].area}Storage.getItem('${STORAGE_ENTRIES[place].key}')`;
}

/** JavaScript that removes one key, for scripts that run before everything else. */
export function removeStorageScript(place: WebStorageName): string {
  return `${STORAGE_ENTRIES[place].area}Storage.removeItem('${STORAGE_ENTRIES[place].key}')`;
}
