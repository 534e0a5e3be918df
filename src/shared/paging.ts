/**
 * A cursor is the sort key of the last row shown, so that the next page starts right after it, even if rows were added meanwhile.
 * It is sent as base64url-encoded JSON and is only ever bound as a query parameter.
 */
export type CursorPart = string | number;

/** The type of a part in the database: a number outside its range would be an error there. */
export type CursorPartType = 'int' | 'bigint' | 'text';

const INT_MAX = 2 ** 31 - 1;

/** @returns the cursor as a string for a URL */
export function encodeCursor(parts: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * @param shape the type of each part, in order
 * @returns the parts, or null if the string is not a cursor of that shape (the list then starts at the top)
 */
export function decodeCursor(text: string | null | undefined, shape: readonly CursorPartType[]): CursorPart[] | null {
  if (!text || text.length > 600) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(parts) || parts.length !== shape.length) return null;
  return parts.every((part, i) => isPart(part, shape[i] as CursorPartType)) ? (parts as CursorPart[]) : null;
}

function isPart(part: unknown, type: CursorPartType): boolean {
  if (type === 'text') return typeof part === 'string' && part.isWellFormed() && !part.includes('\0');
  return Number.isSafeInteger(part) && (type === 'bigint' || Math.abs(part as number) <= INT_MAX);
}

/** The date of a cursor part (milliseconds since 1970), or null if it is not a date that the database can represent. */
export function parseCursorDate(part: CursorPart | undefined): Date | null {
  const moment = new Date(typeof part === 'number' && part > 0 ? part : Number.NaN);
  return Number.isFinite(moment.getTime()) && moment.getTime() < DATE_MAX_MS ? moment : null;
}

/** The year 9999. */
const DATE_MAX_MS = 253_370_764_800_000;
