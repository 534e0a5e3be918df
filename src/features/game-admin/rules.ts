import type { Instruction } from '../games/catalogue/schema.ts';
import type { ContentMark } from '../../shared/permissions.ts';
import type { RateLimit } from '../../shared/rate-limit.ts';
import type { EditField, EditValues } from './schema.ts';

/** How many files one operator may have fetched from addresses: enough for a day of adding games, too little to search somebody's network. */
export const FETCHES_LIMIT: RateLimit = { name: 'game-fetches', points: 30, seconds: 3600 };
/** Entries of the log that are shown. */
export const GAME_LOG_MAX = 30;
/** An uploaded cover is cut to this size; covers are 4:3. */
export const COVER_SIZE = { width: 640, height: 480 } as const;

/** Which column each field of the form changes. The genres' checkboxes and the field for other ones are one column. */
export const COLUMN_OF_FIELD = {
  title: 'title',
  developer: 'developer',
  description: 'description',
  keyFeatures: 'key_features',
  instructions: 'instructions',
  tags: 'tags',
  otherGenres: 'genres',
  maxPlayers: 'max_players',
  minAge: 'min_age',
  isPremium: 'is_premium',
  isMobileReady: 'mobile_ready',
} as const satisfies Record<EditField, string>;

/** The columns of a game that an import writes, and operators can change. */
const FILE_COLUMNS = ['assets', 'picture', 'game_url', 'bytes'] as const;
export const COVER_COLUMNS = ['assets', 'picture'] as const;
export const EDITABLE_COLUMNS: readonly string[] = [...Object.values(COLUMN_OF_FIELD), ...FILE_COLUMNS, 'staff_order'];

/** How to play as lines of a text: 'Space, Tap: Jump'. Without keys, a colon comes first if there is one in the text. */
export function formatInstructions(instructions: readonly Instruction[]): string {
  return instructions
    .map(({ keys, does }) => (keys.length > 0 ? `${keys.join(', ')}: ${does}` : does.includes(': ') ? `: ${does}` : does))
    .join('\n');
}

/** The opposite of formatInstructions. */
export function parseInstructions(text: string): Instruction[] {
  return splitLines(text).map((line) => {
    const at = line.indexOf(': ');
    if (at === -1) return { keys: [], does: line };
    return { keys: splitList(line.slice(0, at)), does: line.slice(at + 2).trim() };
  });
}

/** The lines of a text that are not empty. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What stands between commas. */
export function splitList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** An id from a title: 'Kite Club!' becomes kite-club. @param isTaken whether a game has this id already */
export function createGameId(title: string, isTaken: (id: string) => boolean): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50)
    .replace(/-$/, '');
  // Pages have these addresses.
  const base = plain === '' || plain === 'new' || plain === 'picks' ? `game${plain === '' ? '' : `-${plain}`}` : plain;
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!isTaken(id)) return id;
  }
}

/** The columns in which two rows differ. */
export function listChanges<Columns extends object>(before: Columns, after: Columns): (keyof Columns & string)[] {
  return (Object.keys(after) as (keyof Columns & string)[]).filter((name) => !isSame(before[name], after[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The files that a zip archive names for a game without a game.json: its page, and its cover. */
export function guessManifest(names: readonly string[], known: { entry: string | null; assets: readonly string[] }) {
  const entry = known.entry !== null && names.includes(known.entry) ? known.entry : 'index.html';
  const kept = known.assets.filter((name) => names.includes(name));
  const cover = ['svg', 'png', 'webp', 'jpg'].map((extension) => `cover.${extension}`).find((name) => names.includes(name));
  return { entry, assets: kept.length > 0 ? kept : cover === undefined ? [] : [cover] };
}

type TextRow = {
  title: string;
  developer: string | null;
  description: string;
  key_features: string[];
  instructions: Instruction[];
  tags: string[];
  genres: string[];
  max_players: number;
  min_age: ContentMark;
  is_premium: boolean;
  mobile_ready: boolean;
};

/** What the form shows of a game. */
export function toValues(row: TextRow): EditValues {
  return {
    title: row.title,
    developer: row.developer ?? '',
    description: row.description,
    keyFeatures: row.key_features.join('\n'),
    instructions: formatInstructions(row.instructions),
    tags: row.tags.join(', '),
    otherGenres: row.genres.join(', '),
    maxPlayers: String(row.max_players),
    minAge: String(row.min_age),
    isPremium: row.is_premium ? 'yes' : '',
    isMobileReady: row.mobile_ready ? 'yes' : '',
  };
}
