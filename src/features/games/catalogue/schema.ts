import type { ContentMark } from '../../../shared/permissions.ts';

/** Tabs of the games page, in display order (spec 1, section 2). */
export const TABS = ['popular', 'recommended', 'top-rated', 'featured'] as const;
export type Tab = (typeof TABS)[number];

/** Device select: only 'Mobile' filters (spec 1, section 5). */
export const DEVICES = ['PC', 'Mobile', 'Console'] as const;
export type Device = (typeof DEVICES)[number];

/** Gender select: matches the genders that a game lists (spec 1, section 9). */
export const GENDERS = ['Male', 'Female'] as const;
export type Gender = (typeof GENDERS)[number];

/** Whether a string can be a genre's name. */
export function isGenreName(text: string): boolean {
  return text.length > 0 && text.length <= LIMITS.genre && !text.includes('\0') && !/[\ud800-\udfff]/u.test(text);
}

/** The filters of a list. Null means no filtering. */
export type ListFilters = {
  tab: Tab;
  genre: string | null;
  device: Device | null;
  gender: Gender | null;
  /** Only games below LIGHT_BYTES. */
  light?: boolean;
};

/** A game with fewer bytes than this is light, as in migrations/0010_thrift.sql. */
export const LIGHT_BYTES = 2_000_000;

export const LIMITS = { genre: 64, cursor: 600, pageMax: 48 } as const;

/**
 * Reads the filters from a URL's query. Never fails: unknown or malformed values count as absent, so that a person who shortens or mistypes
 * a URL still gets a page.
 */
export function parseFilters(params: URLSearchParams): ListFilters {
  const parseOption = <T extends string>(options: readonly T[], value: string | null): T | null =>
    options.find((item) => item === value) ?? null;
  const genre = params.get('genre');
  return {
    tab: parseOption(TABS, params.get('tab')) ?? 'popular',
    genre: genre !== null && isGenreName(genre) ? genre : null,
    device: parseOption(DEVICES, params.get('device')),
    gender: parseOption(GENDERS, params.get('gender')),
    ...(params.get('size') === 'light' && { light: true }),
  };
}

/** The URL of a list. It contains only the filters that differ from the default. */
export function urlForGameList(filters: Partial<ListFilters>, after?: string | null): string {
  const params = new URLSearchParams();
  if (filters.tab && filters.tab !== 'popular') params.set('tab', filters.tab);
  if (filters.genre) params.set('genre', filters.genre);
  if (filters.device) params.set('device', filters.device);
  if (filters.gender) params.set('gender', filters.gender);
  if (filters.light) params.set('size', 'light');
  if (after) params.set('after', after);
  const query = params.toString();
  return query === '' ? '/games' : `/games?${query}`;
}

/** A game as displayed on a card. */
export type GameCard = {
  id: string;
  title: string;
  developer: string;
  description: string;
  /** URL of the cover image; null: the placeholder is shown. */
  cover: string | null;
  /** People in the game now, and the maximum that it displays. */
  players: number;
  maxPlayers: number;
  /** How often it was played in all. */
  plays: number;
  tags: string[];
  isPremium: boolean;
  /** Total size of its files in bytes, or null when unknown. */
  bytes: number | null;
  /** The age from which it fits its players. Absent: for everyone. */
  minAge?: Exclude<ContentMark, 0>;
  /** What this actor may do; the server checks it again. */
  can: { play: boolean };
};

/** The part of a URL of a game's page that opens the game at once. */
export const PLAY_HASH = '#play';

/** The URL that opens a game at once. */
export function urlForPlaying(gameId: string): string {
  return `/games/${gameId}${PLAY_HASH}`;
}

/** One page of a list. */
export type GameList = {
  filters: ListFilters;
  games: GameCard[];
  /** Exact number of games that match the filters. */
  total: number;
  /** Cursor: pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
};

export type Instruction = { keys: string[]; does: string };

/** A game as displayed on its own page. */
export type GamePage = GameCard & {
  keyFeatures: string[];
  instructions: Instruction[];
  genres: string[];
  /** ISO date and time, or null when unknown. */
  createdAt: string | null;
  /** Absolute URL of a 1200x630 PNG for link previews, or null. */
  picture: string | null;
  /** Average of 1 to 5 stars, and the number of ratings. Null below 5 ratings ('New'). */
  rating: { average: number; count: number } | null;
  /**
   * URL of the game's frame. Null for premium games and games that are not for everyone (starting a play returns a URL with a ticket), and for
   * games that cannot be played.
   */
  src: string | null;
  /** False when the game has nothing to load ('Game not available'). */
  playable: boolean;
};
