/** Items or templates per page, and audit log entries shown. */
export const ROWS_PAGE_SIZE = 40;
export const LOG_LIMIT = 20;

/** Where a page of rows starts: after this one. Null for the first page. */
export type RowCursor = { position: number; id: string } | null;

/** Whether a text is one non-empty line that can be stored. */
export function isLine(text: string, max: number): boolean {
  return text.length >= 1 && text.length <= max && text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

/**
 * Creates an id from a name: 'Golden Crown' becomes golden-crown.
 * @param isTaken whether an id already exists
 */
export function createId(name: string, isTaken: (id: string) => boolean): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 34)
    .replace(/-$/, '');
  const base = plain === '' ? 'new' : plain;
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!isTaken(id)) return id;
  }
}

/** The changed columns with their old and new values, for the audit log. Null if nothing changed. */
export function diffRows<Columns extends object>(
  before: Columns,
  after: Columns,
): { before: Partial<Columns>; after: Partial<Columns> } | null {
  const names = (Object.keys(after) as (keyof Columns)[]).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return null;
  const only = (row: Columns) => Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<Columns>;
  return { before: only(before), after: only(after) };
}
