import { createHash } from 'node:crypto';
import { EDIT_FIELDS, type EditField, type EditValues } from './schema.ts';

/** Of each field two hashes: of the text that the form shows until somebody types, and of what was stored when its sender last learned it. */
export type FormBase = Record<EditField, { shown: string; stored: string }>;
export type FieldHashes = Record<EditField, string>;

/** These are one line in the form. */
const LINES: readonly EditField[] = ['title', 'developer', 'tags'];

/** Hashes of the fields' texts. @param genres all of them: the form has a checkbox for most, in an order of its own */
export function hashFields(values: EditValues, genres: readonly string[]): FieldHashes {
  const all = { ...values, otherGenres: [...new Set(genres)].toSorted().join('\n') };
  return mapFields((field) => {
    const text = all[field].replaceAll(/\r\n?/g, '\n').trim();
    return createHash('sha256')
      .update(LINES.includes(field) ? text.replaceAll('\n', '') : text)
      .digest('hex')
      .slice(0, 12);
  });
}

/** The base as the form sends it. */
export function formatFormBase(base: FormBase): string {
  return EDIT_FIELDS.map((field) => `${base[field].shown}.${base[field].stored}`).join(' ');
}

/** The opposite of formatFormBase; null if it is no base. */
export function parseFormBase(text: string): FormBase | null {
  const parts = text.split(' ');
  if (parts.length !== EDIT_FIELDS.length || !parts.every((part) => /^[0-9a-f]{12}\.[0-9a-f]{12}$/.test(part))) return null;
  return mapFields((_, at) => ({ shown: (parts[at] ?? '').slice(0, 12), stored: (parts[at] ?? '').slice(13) }));
}

/** An object with a value for each field. */
export function mapFields<Value>(make: (field: EditField, at: number) => Value): Record<EditField, Value> {
  return Object.fromEntries(EDIT_FIELDS.map((field, at) => [field, make(field, at)])) as Record<EditField, Value>;
}
