import type { ActionResult } from '../../shared/action-result.ts';
import type { ProofKind } from '../accounts/reauthentication/schema.ts';
import type { GamePage } from '../games/catalogue/schema.ts';
import type { CheckAction } from '../game-checks/schema.ts';
import { GAMES_PATH, type AdminGame } from './listing/schema.ts';

/** The pages about games for operators. */
export const NEW_GAME_PATH = '/operator/games/new';
export const PICKS_PATH = '/operator/games/picks';

/** The page on which a game is edited. */
export function urlForEditing(gameId: string): string {
  return `${GAMES_PATH}/${encodeURIComponent(gameId)}/edit`;
}

/** Limits of the forms. The texts' own limits are those of an import. */
export const ZIP_BYTES_MAX = 1_000_000;
export const ZIP_FILES_MAX = 200;
/** Maximum length of the address of a zip file. */
export const ZIP_ADDRESS_MAX = 500;
export const COVER_BYTES_MAX = 2 * 1024 * 1024;
/** The other fields of a form with a file. */
export const FORM_BYTES_MAX = 64 * 1024;

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
  /** What the form was made of, field by field, and of the files: so that what others do meanwhile stays. */
  base: string;
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
  proof: ProofKind;
  log: GameLogEntry[];
};

/** What the forms of the page do. */
export type GameAction = 'edit' | 'files' | 'cover' | 'show' | 'hide' | 'remove';

/**
 * Result of a form. `isChanged`: something is different now. `base`: what the form that was saved is made of from now on. After a conflict it
 * is among the values: the next save is about what is stored now.
 */
export type GameActionResult = ActionResult<{ do: GameAction | CheckAction; isChanged: boolean; base?: string }>;
/** Why no file came from the address of a zip file. */
export type AddressFault = 'bad-address' | 'not-public' | 'not-found' | 'too-many-redirects' | 'too-large' | 'too-slow' | 'unreachable';
/** Result of the form that adds a game, if it did not. */
export type AddGameResult = ActionResult<{ id: string }>;

/** The job that deletes the files of a removed game. */
export const DELETE_GAME_FILES = { name: 'games.delete-files', retry: { limit: 8, seconds: 30, secondsMax: 3600 } };
