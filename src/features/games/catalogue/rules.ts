import { CONTENT_MARKS, type ContentMark } from '../../../shared/permissions.ts';
import { LIMITS, type Device, type Gender, type Tab } from './schema.ts';

/** Games on one page of a list, and on one page of the Featured tab (spec 1, section 9). */
const PAGE_SIZE = 12;
const FEATURED_PAGE_SIZE = 6;
/** Games in a row of the home page (spec 1, section 9). */
export const ROW_SIZE = 6;
/** Genre tiles on the home page (spec 1, section 9). */
export const GENRE_TILES = 8;
/** Ratings below this many show as 'New' (readings.md: fixed rating). */
const MIN_RATINGS_SHOWN = 5;

/** The spec's default genres come first, the others after them by name (spec 1, section 9). */
export const DEFAULT_GENRES = ['Adventure', 'Role Play', 'Action', 'Simulator', 'Obby', 'Tycoon', 'Racing', 'Fighting'];

/** Sorts genres into display order. */
export function sortGenres(names: readonly string[]): string[] {
  const rankOf = (name: string) => {
    const index = DEFAULT_GENRES.indexOf(name);
    return index === -1 ? DEFAULT_GENRES.length : index;
  };
  return [...names].sort((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b, 'en'));
}

/** How many games one page of this tab has, or the requested number, at most LIMITS.pageMax. */
export function pageSize(tab: Tab, requested?: number): number {
  return Math.min(requested ?? (tab === 'featured' ? FEATURED_PAGE_SIZE : PAGE_SIZE), LIMITS.pageMax);
}

// The bits of a listing's class, as in migrations/0001_games.sql, 0010_thrift.sql and 0038_content_marks.sql.
const MOBILE = 1;
const GENDER_BIT: Record<Gender, number> = { Male: 2, Female: 4 };
const LIGHT = 8;
/** Each content mark has as many classes as there are without marks. */
const CLASSES_PER_MARK = 16;
const CLASSES = [...Array(CLASSES_PER_MARK * CONTENT_MARKS.length).keys()];

/**
 * The listing classes that match these filters. PC and Console do not filter (spec 1, section 5).
 * @param marks the content marks that the actor sees
 */
export function getListingClasses(
  marks: readonly ContentMark[],
  { device, gender, light = false }: { device: Device | null; gender: Gender | null; light?: boolean },
): number[] {
  const requiredBits = (device === 'Mobile' ? MOBILE : 0) | (gender ? GENDER_BIT[gender] : 0) | (light ? LIGHT : 0);
  return CLASSES.filter((listingClass) => {
    const mark = CONTENT_MARKS[Math.trunc(listingClass / CLASSES_PER_MARK)];
    return mark !== undefined && marks.includes(mark) && (listingClass & requiredBits) === requiredBits;
  });
}

/**
 * Where the varied mix for visitors begins today: a point on the ring of mix keys (0 to 2^31 - 1). All visitors of a day share it, so that
 * their pages can be cached.
 */
export function getMixStart(now: Date): number {
  // Consecutive days must land far apart, so the day is hashed (the finalizer of MurmurHash3).
  let hash = Math.floor(now.getTime() / 86_400_000);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & 0x7fffffff;
}

/** The rating as displayed, or null below 5 ratings. */
export function toDisplayRating(sum: number, count: number): { average: number; count: number } | null {
  return count < MIN_RATINGS_SHOWN ? null : { average: Math.round((sum / count) * 10) / 10, count };
}
