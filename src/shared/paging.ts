/**
 * A cursor is the sort key of the last row shown, so that the next page starts right after it,
 * whatever was added meanwhile. It travels as base64url JSON and is only ever bound as a parameter.
 */
export type CursorPart = string | number;

/** @returns the cursor as text for an address. */
export function encodeCursor(parts: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * @param shape what each part has to be, in order.
 * @returns the parts, or null when the text is not a cursor of that shape (then a list starts from its top).
 */
export function decodeCursor(text: string | null | undefined, shape: readonly ('string' | 'number')[]): CursorPart[] | null {
  if (!text || text.length > 600) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(parts) || parts.length !== shape.length) return null;
  const fits = parts.every(
    (part, i) => typeof part === shape[i] && (typeof part === 'number' ? Number.isSafeInteger(part) : !part.includes('\0')),
  );
  return fits ? (parts as CursorPart[]) : null;
}
