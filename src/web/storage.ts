import { GAMES_CACHE } from '../features/offline/schema.ts';
import { getConsent } from './consent.ts';

type StorageEntry = { area: 'local' | 'session' | 'cache' | 'worker'; key: string; needed: boolean };

/**
 * All that this site keeps in the browser beside cookies; a key that ends with ':' has more after it. What each is for is told on
 * /cookies (features/consent/stored-items/texts.ts). `needed`: somebody asked for it by what they did; the rest is only convenient and waits
 * for consent. `cache` and `worker` are opened elsewhere, by these keys.
 */
export const STORAGE_ENTRIES = {
  /** Light or dark, chosen by hand. */
  theme: { area: 'local', key: 'kiddo-theme', needed: true },
  /** What a player reached and set in a game. */
  saves: { area: 'local', key: 'kiddo-game:', needed: true },
  /** What was written to a friend and not sent yet; gone with the tab, and after signing out. */
  drafts: { area: 'session', key: 'kiddo:mine:draft:', needed: true },
  unsent: { area: 'session', key: 'kiddo:mine:unsent:', needed: true },
  /** Lists as they were, for the way back. */
  lists: { area: 'session', key: 'kiddo-list:', needed: false },
  /** How far down each page was: React Router's own. */
  scroll: { area: 'session', key: 'react-router-scroll-positions', needed: false },
  /** That the page was loaded anew after an update of the site, so that it does not go on for ever: React Router's own. */
  version: { area: 'session', key: 'react-router-manifest-version', needed: true },
  /** Whose what is kept here is, so that it goes when somebody else signs in, or nobody is signed in any more. */
  owner: { area: 'local', key: 'kiddo-owner', needed: true },
  /** Games somebody asked to keep for times without a network. */
  games: { area: 'cache', key: GAMES_CACHE, needed: true },
  /** What was done without a network and waits to be sent. */
  waiting: { area: 'cache', key: 'kiddo-waiting', needed: true },
  /** What answers where there is no network (features/offline/ui/service-worker.ts). */
  worker: { area: 'worker', key: '/sw.js', needed: false },
  /** The page that opens without a network, what it is made of, and the last public pages and pictures that were looked at. */
  shell: { area: 'cache', key: 'kiddo-shell:', needed: false },
  pages: { area: 'cache', key: 'kiddo-pages', needed: false },
  files: { area: 'cache', key: 'kiddo-files', needed: false },
} as const satisfies Record<string, StorageEntry>;

type StorageName = keyof typeof STORAGE_ENTRIES;
type WebStorageName = { [P in StorageName]: (typeof STORAGE_ENTRIES)[P] extends { area: 'local' | 'session' } ? P : never }[StorageName];

const getStore = (place: WebStorageName): Storage => (STORAGE_ENTRIES[place].area === 'local' ? localStorage : sessionStorage);

/** What is only convenient, without consent: it is there until the page is left for another site, or loaded anew. */
const memoryStore = new Map<string, string>();

/** What is kept there, or null. With the store closed nothing is. */
export function readStorage(place: WebStorageName, name = ''): string | null {
  const key = STORAGE_ENTRIES[place].key + name;
  try {
    return getStore(place).getItem(key) ?? memoryStore.get(key) ?? null;
  } catch {
    return memoryStore.get(key) ?? null;
  }
}

/**
 * Keeps something there, null takes it away. Without consent what is only convenient stays within this page; and nothing is kept in
 * a private window, or where the store is full: the page goes on without.
 */
export function writeStorage(place: WebStorageName, text: string | null, name = ''): void {
  const key = STORAGE_ENTRIES[place].key + name;
  memoryStore.delete(key);
  try {
    if (text === null) getStore(place).removeItem(key);
    else if (STORAGE_ENTRIES[place].needed || getConsent() === 'all') getStore(place).setItem(key, text);
    else memoryStore.set(key, text);
  } catch {
    // Said above: it is then not kept.
  }
}

/** Takes away everything that these places hold. @param keepPrefix what has a name that begins so stays */
export function clearStorage(places: readonly WebStorageName[], keepPrefix: string | null = null): void {
  for (const place of places) {
    const { key } = STORAGE_ENTRIES[place];
    const isRemovable = (each: string) => each.startsWith(key) && (keepPrefix === null || !each.startsWith(key + keepPrefix));
    try {
      const store = getStore(place);
      for (const each of Object.keys(store).filter(isRemovable)) store.removeItem(each);
    } catch {
      // The store is switched off: then nothing was kept.
    }
  }
}

/** What is only convenient. */
export const NON_ESSENTIAL: readonly WebStorageName[] = (Object.keys(STORAGE_ENTRIES) as WebStorageName[]).filter(
  (place) => !STORAGE_ENTRIES[place].needed && /^(local|session)$/.test(STORAGE_ENTRIES[place].area),
);

/** The same as reading, for scripts that run before anything else; it throws where the store is closed. */
export function readStorageScript(place: WebStorageName): string {
  return `${STORAGE_ENTRIES[place].area}Storage.getItem('${STORAGE_ENTRIES[place].key}')`;
}

/** The same as taking one key away, for scripts that run before anything else. */
export function removeStorageScript(place: WebStorageName): string {
  return `${STORAGE_ENTRIES[place].area}Storage.removeItem('${STORAGE_ENTRIES[place].key}')`;
}
