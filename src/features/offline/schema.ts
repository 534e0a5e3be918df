/** Our answers that may be kept for times without a network carry this header. */
export const CACHEABLE_HEADER = 'x-kiddo-keep';

/** The page that says what works without a network, and the frame that kept games run in. */
export const OFFLINE_PAGE = '/offline';
export const OFFLINE_FRAME = '/offline/frame';

/** Where kept games are: what is known of each, and the whole of it as one document. */
export const GAMES_CACHE = 'kiddo-games';
export const METADATA_PREFIX = '/offline/facts/';
export const GAME_PREFIX = '/offline/games/';

/** What all games share (catalogue/kit) is put into each that is kept: this much at most, in bytes. */
export const KIT_BYTES = 60_000;

/** Visited pages that are kept at most, and how many of them are fetched anew when the site is a new one. */
export const PAGES_MAX = 30;
export const REFRESHED_PAGES_MAX = 8;
/** A page that was kept this short a time ago is not fetched again to be kept, in milliseconds. */
export const FRESH_MS = 3_600_000;

/** A premium game that is kept can be played this long after we last asked whether its player still has the right, in milliseconds. */
export const PREMIUM_OFFLINE_MS = 7 * 86_400_000;
/** A clock may be put right a little; one that was put back further says nothing, in milliseconds. */
export const CLOCK_SKEW_MS = 300_000;

/** GET /games/{id}/kept: where the files of a game are that is to be kept. */
export type OfflineGameSource = { id: string; title: string; src: string; isPremium: boolean };

/** What a page says to the service worker. */
export type MessageToWorker =
  | { kind: 'take-over' }
  /** This page was visited. `mayFetch`: it may be fetched once more, as every visitor sees it. */
  | { kind: 'visited'; address: string; mayFetch: boolean };
/** What the service worker says to its pages: whether the network could be reached just now; that deeds which waited were sent. */
export type MessageFromWorker = { kind: 'network'; reached: boolean } | { kind: 'sent' };
