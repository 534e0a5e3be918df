/** Maximum size of what a game saves, as JSON in UTF-8, in bytes. The kit says it to games (catalogue/kit/kit.js). */
export const SAVE_BYTES_MAX = 65_536;

/** The page with all saves of a player. */
export const SAVED_GAMES_PATH = '/settings/saves';

/** A save as the server has it: the answer to GET /games/{id}/save. */
export type ServerSave = {
  /** Grows with each change. */
  revision: number;
  /** The game's own data as JSON. Null: the player deleted it. */
  data: string | null;
  best: number | null;
  isLowerBetter: boolean | null;
  /** When the player saved, deleted, or chose this save, in milliseconds since 1970. */
  savedAt: number;
};

/** `owner`: whose it is (shared/viewer.ts); `now`: the server's time, since the clock of a phone may be wrong. */
export type SaveAnswer = { ok: true; owner: string; now: number; save: ServerSave | null };

/**
 * What became of a save that was sent. `stored`: it is the save now; `isOtherKept`: one of another device was there, and is the earlier save
 * now. `former`: it is the earlier save. `deleted`: the player deleted the save it comes from. `full`: there is no room in the account.
 */
export type StoreAnswer = { ok: true; revision: number; best: number | null } & (
  | { state: 'stored'; isOtherKept: boolean }
  | { state: 'former' | 'deleted' | 'full' }
);

/** Why a save was not kept, as games learn it. 'not-json' also: lists and objects lie too deep in each other. */
export type SaveRefusal = 'too-large' | 'not-json';

/** How a save comes about: by playing; because the player chose it instead of the account's; because they did not choose it. */
export const SAVE_KINDS = ['play', 'chosen', 'not-chosen'] as const;
export type SaveKind = (typeof SAVE_KINDS)[number];

/** Why a save is the earlier one: another device's came later; the player chose the other one; they went back to the other one. */
export type FormerReason = 'other-device' | 'not-chosen' | 'exchanged';

/** What the player is told. `taken`: what was saved here without signing in is theirs now. `other-kept`: another device's save was there. */
export type SaveNews = 'taken' | 'other-kept' | 'deleted' | 'full';

/** Whether to go on with what was saved here without signing in, or with the account's save; 'leave': the former is somebody else's. */
export type SaveChoice = 'device' | 'account' | 'leave';

/** A save in the list of a player's saves. Times are ISO. */
export type SavedGame = {
  gameId: string;
  title: string;
  /** Null: the game is not there now. */
  gameUrl: string | null;
  bytes: number;
  best: number | null;
  savedAt: string;
  revision: number;
  former: { savedAt: string; bytes: number; reason: FormerReason } | null;
};

export type SavedGamesPage = { games: SavedGame[]; bytes: number; next: string | null };
