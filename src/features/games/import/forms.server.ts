import { z } from 'zod';
import { CONTENT_MARKS } from '../../../shared/permissions.ts';
import type { ImportRow } from './schema.ts';

// A row with the columns named in the spec (spec 1, section 3), plus the ones that our own game folders add. Lists are arrays or strings
// that contain JSON (readings.md); the schema turns them into arrays.

const text = (max: number) =>
  z
    .string()
    .transform((value) => value.normalize('NFC').trim())
    .refine((value) => !hasControlCharacters(value) && value.isWellFormed(), 'has characters that are not text')
    .refine((value) => value.length <= max, `is longer than ${max} characters`);

function hasControlCharacters(value: string): boolean {
  return value.split('').some((char) => char < ' ' && !'\t\n\r'.includes(char));
}

function isPlausible(date: Date): boolean {
  return date.getTime() >= 0 && date.getTime() <= Date.now() + 86_400_000;
}

const parseList = (value: unknown): unknown => {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
  if (!/^\s*[[{"]/.test(value)) return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return z.NEVER;
  }
};
const list = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess(parseList, z.array(item, 'must be an array, or a string holding a JSON array').max(max, `has more than ${max} entries`));
const textList = (itemMax: number, max: number) =>
  list(text(itemMax), max).transform((items) => [...new Set(items.filter((item) => item !== ''))]);

const instruction = z.union([
  text(300).transform((does) => ({ keys: [] as string[], does })),
  z.object({ keys: z.array(text(20)).max(8), does: text(300) }),
]);

/** One row of an import. */
export const importRowSchema = z.object({
  Id: z
    .union([z.string(), z.number().int().nonnegative().transform(String)])
    .pipe(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, "may have letters, digits, '-' and '_' only, 64 at most")),
  Title: text(120).refine((value) => value.length > 0, 'is empty'),
  Developer: text(120)
    .nullish()
    .transform((value) => value || null),
  Description: text(4000)
    .nullish()
    .transform((value) => value ?? ''),
  KeyFeatures: textList(300, 20),
  Instructions: list(instruction, 20),
  GameURL: text(500)
    .nullish()
    .transform((value) => value || null),
  Assets: textList(500, 20),
  Genres: textList(64, 12),
  Tags: textList(40, 20),
  MobileReady: list(z.union([z.boolean(), z.string()]), 20).transform((items) => items.some((item) => item === true || item === 'true')),
  Gender: textList(20, 5),
  is_premium: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  created_at: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .nullish()
    .transform((value) => (value ? new Date(value) : null))
    .refine((date) => date === null || isPlausible(date), 'is not a date between 1970 and tomorrow'),
  creator_id: z
    .uuid()
    .nullish()
    .transform((value) => value ?? null),
  staff_order: z
    .number()
    .int()
    .min(1)
    .max(99999)
    .nullish()
    .transform((value) => value ?? null),
  max_players: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullish()
    .transform((value) => value ?? 1000),
  minAge: z
    .literal(CONTENT_MARKS, `is not ${CONTENT_MARKS.slice(0, -1).join(', ')} or ${CONTENT_MARKS.at(-1)}`)
    .nullish()
    .transform((value) => value ?? null),
}) satisfies z.ZodType<ImportRow>;
