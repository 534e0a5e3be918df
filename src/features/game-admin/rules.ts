import type { Instruction } from '../games/catalogue/schema.ts';
import { GAME_FILTERS, QUERY_MAX, type EditField, type GameFilter, type GameState } from './schema.ts';

/** Games on one page of the list, games that a search finds, and entries of the log that are shown. */
export const GAMES_PAGE_SIZE = 30;
export const HITS_MAX = 20;
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
export const FILE_COLUMNS = ['assets', 'picture', 'game_url', 'bytes'] as const;
export const COVER_COLUMNS = ['assets', 'picture'] as const;
export const EDITABLE_COLUMNS: readonly string[] = [...Object.values(COLUMN_OF_FIELD), ...FILE_COLUMNS, 'staff_order'];

/** Parses the filter and the query from a URL; what is unknown falls back to all games. */
export function parseGameFilters(params: URLSearchParams): { filter: GameFilter; query: string } {
  const query = (params.get('q') ?? '').trim().slice(0, QUERY_MAX);
  return {
    filter: GAME_FILTERS.find((each) => each === params.get('show')) ?? 'all',
    query: query.isWellFormed() && !query.includes('\0') ? query : '',
  };
}

/** The state of a game. */
export function getGameState(game: { hidden_at: Date | null; removed_at: Date | null; is_draft: boolean }): GameState {
  if (game.removed_at !== null) return 'removed';
  if (game.hidden_at === null) return 'shown';
  return game.is_draft ? 'new' : 'hidden';
}

/** Whether a game belongs into a list. */
export function isInFilter(filter: GameFilter, game: { state: GameState; isPremium: boolean; pick: number | null }): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'hidden':
      return game.state === 'hidden' || game.state === 'new';
    case 'premium':
      return game.isPremium;
    case 'free':
      return !game.isPremium;
    case 'picks':
      return game.pick !== null;
    default:
      return game.state === filter;
  }
}

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
