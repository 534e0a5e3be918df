import { isId } from './ids.ts';

/**
 * A cursor is the sort key of the last row shown, so that the next page starts right after it, even if rows were added meanwhile.
 * It is sent as base64url-encoded JSON and is only ever bound as a query parameter.
 */
export type CursorPart = string | number;

/** The type of a part in the database: a number outside its range would be an error there. */
export type CursorPartType = 'int' | 'bigint' | 'text';

/** The parts of a cursor of this shape. */
export type CursorParts<Shape extends readonly CursorPartType[]> = { -readonly [At in keyof Shape]: PartOfType<Shape[At]> };
type PartOfType<Type> = Type extends 'text' ? string : number;

/** A place in a list that is sorted by time, and by id where the time is the same. */
export type TimeCursor = { at: Date; id: string };

/** One page of a list, and the cursor of the next page; null if there is none. */
export type Page<Row, Cursor> = { rows: Row[]; next: Cursor | null };

const INT_MAX = 2 ** 31 - 1;
/** The year 9999. */
const DATE_MAX_MS = 253_370_764_800_000;

/**
 * Makes a page of the rows that a query found.
 * @param found up to one row more than the page shows: that row says that there is a next page
 * @param size how many rows the page shows
 * @param cursorOf the cursor of the last row shown
 */
export function toPage<Row, Cursor>(found: readonly Row[], size: number, cursorOf: (row: Row) => Cursor): Page<Row, Cursor> {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: found.length > size && last !== undefined ? cursorOf(last) : null };
}

/** @returns the cursor as a string for a URL */
export function encodeCursor(parts: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * @param shape the type of each part, in order
 * @returns the parts, or null if the string is not a cursor of that shape (the list then starts at the top)
 */
export function decodeCursor<const Shape extends readonly CursorPartType[]>(
  text: string | null | undefined,
  shape: Shape,
): CursorParts<Shape> | null {
  if (!text || text.length > 600) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  return hasShape(parts, shape) ? parts : null;
}

function hasShape<Shape extends readonly CursorPartType[]>(parts: unknown, shape: Shape): parts is CursorParts<Shape> {
  return Array.isArray(parts) && parts.length === shape.length && shape.every((type, at) => isPart(parts[at], type));
}

function isPart(part: unknown, type: CursorPartType): boolean {
  if (type === 'text') return typeof part === 'string' && part.isWellFormed() && !part.includes('\0');
  return typeof part === 'number' && Number.isSafeInteger(part) && (type === 'bigint' || Math.abs(part) <= INT_MAX);
}

/** @returns the cursor as a string for a URL */
export function encodeTimeCursor(at: Date, id: string): string {
  return encodeCursor([at.getTime(), id]);
}

/**
 * @param isIdOfList whether a text can be an id in this list
 * @returns null if the string is not such a cursor (the list then starts at the top)
 */
export function decodeTimeCursor(text: string | null | undefined, isIdOfList: (id: string) => boolean = isId): TimeCursor | null {
  const [time, id] = decodeCursor(text, ['bigint', 'text']) ?? [];
  const at = parseCursorDate(time);
  return at && id !== undefined && isIdOfList(id) ? { at, id } : null;
}

/** The date of a cursor part (milliseconds since 1970), or null if it is not a date that the database can represent. */
export function parseCursorDate(part: CursorPart | undefined): Date | null {
  const moment = new Date(typeof part === 'number' && part > 0 ? part : Number.NaN);
  return Number.isFinite(moment.getTime()) && moment.getTime() < DATE_MAX_MS ? moment : null;
}
