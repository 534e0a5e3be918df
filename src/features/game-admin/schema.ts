import type { ActionResult } from '../../shared/action-result.ts';
import type { ContentMark } from '../../shared/permissions.ts';
import type { GamePage } from '../games/catalogue/schema.ts';

/** The pages about games for operators. */
export const GAMES_PATH = '/operator/games';
export const NEW_GAME_PATH = '/operator/games/new';
export const PICKS_PATH = '/operator/games/picks';

/** The page on which a game is edited. */
export function urlForEditing(gameId: string): string {
  return `${GAMES_PATH}/${encodeURIComponent(gameId)}/edit`;
}

/** The cover of a game as operators see it, also while the game is hidden. @param cover its stored path: another cover is another URL */
export function urlForOperatorsCover(gameId: string, cover: string): string {
  return `${GAMES_PATH}/${encodeURIComponent(gameId)}/cover?v=${encodeURIComponent(cover.slice(-60))}`;
}

/** Which games the list shows, in the order of the filter. */
export const GAME_FILTERS = ['all', 'shown', 'hidden', 'removed', 'premium', 'free', 'picks'] as const;
export type GameFilter = (typeof GAME_FILTERS)[number];

/** 'new': added on a page, and never shown yet. */
export type GameState = 'shown' | 'hidden' | 'new' | 'removed';

/** Limits of the forms. The texts' own limits are those of an import. */
export const QUERY_MAX = 60;
export const ZIP_BYTES_MAX = 1_000_000;
export const ZIP_FILES_MAX = 200;
export const COVER_BYTES_MAX = 2 * 1024 * 1024;
/** The other fields of a form with a file. */
export const FORM_BYTES_MAX = 64 * 1024;

/** A game in the operators' list. */
export type AdminGame = {
  id: string;
  title: string;
  developer: string;
  cover: string | null;
  state: GameState;
  isPremium: boolean;
  minAge: ContentMark;
  /** Its place in the staff picks, from 1 on; null: it is none. */
  pick: number | null;
  isFeatured: boolean;
  plays30d: number;
  /** Since when it has been in the catalogue (ISO). */
  listedAt: string;
};

/** A page of the list. */
export type AdminGameList = {
  filter: GameFilter;
  query: string;
  games: AdminGame[];
  /** Cursor of the next page; null on the last one, and where something was searched. */
  next: string | null;
};

/** The fields of the form that edits a game, as texts. */
export const EDIT_FIELDS = [
  'title',
  'developer',
  'description',
  'keyFeatures',
  'instructions',
  'tags',
  'otherGenres',
  'maxPlayers',
  'minAge',
  'isPremium',
  'isMobileReady',
] as const;
export type EditField = (typeof EDIT_FIELDS)[number];
export type EditValues = Record<EditField, string>;
/** The name of the checkbox of a genre. */
export const GENRE_FIELD = 'genre ';

/** An entry of the audit log. */
export type GameLogEntry = { id: string; at: string; actor: string; action: string; note: string };

/** One game on its page. */
export type GameEditView = {
  game: AdminGame;
  /** Of the texts, and of the files: what a form was made of. */
  version: number;
  filesVersion: string;
  /** The form's fields as they are stored, and the genres. */
  values: EditValues;
  genres: string[];
  /** Genres to choose from. */
  knownGenres: string[];
  /** Names of the fields that an import does not change any more. */
  keptFields: string[];
  files: { bytes: number | null; isElsewhere: boolean };
  /** As the site shows it; null for a removed game. */
  preview: GamePage | null;
  /** Where the game can be tried; null if there is nothing to load. */
  tryUrl: string | null;
  /** By what the operator proves who they are: a code of the second step, or in demo mode the password. */
  proof: 'code' | 'password';
  log: GameLogEntry[];
};

/** What the forms of the page do. */
export const GAME_ACTIONS = ['edit', 'files', 'cover', 'show', 'hide', 'remove'] as const;
export type GameAction = (typeof GAME_ACTIONS)[number];

/**
 * Result of a form. `isChanged`: something is different now. `version`: that of the texts from now on, also where somebody else had changed
 * them meanwhile: then the next save is about theirs.
 */
export type GameActionResult = ActionResult<{ do: GameAction; isChanged: boolean; version?: number }, { version?: number }>;
/** Result of the form that adds a game, if it did not. */
export type AddGameResult = ActionResult<{ id: string }>;
