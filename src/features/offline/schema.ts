/** Responses with this header may be cached for offline use. */
export const CACHEABLE_HEADER = 'x-kiddo-keep';

/** Names the build of a page that a service worker keeps (its BUILD). */
export const BUILD_HEADER = 'x-kiddo-build';

/** The page that shows what works offline. */
export const OFFLINE_PAGE = '/offline';

/**
 * The code that all games share (catalogue/kit), and what keeps a game's code inside, is inlined into each saved game. It adds at most this
 * much, in bytes.
 */
export const KIT_BYTES = 61_000;

/** Maximum number of cached visited pages, and how many of them are fetched again after a new build. */
export const PAGES_MAX = 30;
export const REFRESHED_PAGES_MAX = 8;
/** A page that was cached less than this long ago is not fetched again for the cache, in milliseconds. */
export const FRESH_MS = 3_600_000;

/** GET /games/{id}/kept: the URL of the files of a game that is to be saved. */
export type OfflineGameSource = {
  id: string;
  title: string;
  src: string;
  isPremium: boolean;
  /** Visitors may play it too: a saved copy belongs to the device, and not to a player. */
  isForEverybody: boolean;
};
