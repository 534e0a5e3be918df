/** Responses with this header may be cached for offline use. */
export const CACHEABLE_HEADER = 'x-kiddo-keep';

/** The page that shows what works offline, and the frame in which saved games run. */
export const OFFLINE_PAGE = '/offline';
export const OFFLINE_FRAME = '/offline/frame';

/** Where saved games are stored: the metadata of each, and the whole game as one document. */
export const GAMES_CACHE = 'kiddo-games';
export const METADATA_PREFIX = '/offline/facts/';
export const GAME_PREFIX = '/offline/games/';

/** The code that all games share (catalogue/kit) is inlined into each saved game. It adds at most this much, in bytes. */
export const KIT_BYTES = 60_000;

/** Maximum number of cached visited pages, and how many of them are fetched again after a new build. */
export const PAGES_MAX = 30;
export const REFRESHED_PAGES_MAX = 8;
/** A page that was cached less than this long ago is not fetched again for the cache, in milliseconds. */
export const FRESH_MS = 3_600_000;

/** A saved premium game can be played for this long after the server last confirmed the player's access, in milliseconds. */
export const PREMIUM_OFFLINE_MS = 7 * 86_400_000;
/** The device's clock may be set back by this much, in milliseconds. If it was set back further, it is not trusted. */
export const CLOCK_SKEW_MS = 300_000;

/** GET /games/{id}/kept: the URL of the files of a game that is to be saved. */
export type OfflineGameSource = { id: string; title: string; src: string; isPremium: boolean };

/** Messages from a page to the service worker. */
export type MessageToWorker =
  | { kind: 'take-over' }
  /** The user visited this page. `mayFetch`: the worker may fetch it once more, as a visitor. */
  | { kind: 'visited'; address: string; mayFetch: boolean };
/** Messages from the service worker to its pages: whether the network was just reachable; that queued requests were sent. */
export type MessageFromWorker = { kind: 'network'; reached: boolean } | { kind: 'sent' };
