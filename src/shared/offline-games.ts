// How games are saved on a device. The browser stores them (web/offline-games.ts), and a frame of the server runs them
// (server/offline-frame.ts).

/** The frame in which saved games run. */
export const OFFLINE_FRAME = '/offline/frame';

/** Where saved games are stored: the metadata of each, and the whole game as one document. */
export const GAMES_CACHE = 'kiddo-games';
export const METADATA_PREFIX = '/offline/facts/';
export const GAME_PREFIX = '/offline/games/';

/**
 * A saved game that belongs to its player (premium, or not for every age) can be played for this long after the server last confirmed the
 * player's access, in milliseconds.
 */
export const PLAYERS_OFFLINE_MS = 7 * 86_400_000;
/** The device's clock may be set back by this much, in milliseconds. If it was set back further, it is not trusted. */
export const CLOCK_SKEW_MS = 300_000;

/** The URL of a game's files without the player's ticket: it identifies the version of the game. */
export function withoutTicket(src: string): string {
  return src.replace(/\/t\/[^/]+\/games\//, '/games/');
}
