import { PLACEHOLDERS, type TextKind, type TextSource } from '../markdown/schema.ts';
import { FIELDS_OF_KIND, type TextFields } from './schema.ts';

/** What a new post or article cannot be called: other addresses begin so. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(['category', 'rss', 'rss-xml', 'new', 'preview', 'versions', 'index', 'search']);
const SLUG_MAX = 80;

/** The slug of a new text, or null if it is reserved or nothing is left of the title. */
export function chooseSlug(title: string, slugify: (words: string) => string): string | null {
  if (!/[a-z0-9]/i.test(title.normalize('NFKD'))) return null;
  const slug = slugify(title).slice(0, SLUG_MAX).replace(/-+$/, '');
  return RESERVED_SLUGS.has(slug) ? null : slug;
}

/** Headings that the code of the site leads to, by their page: the page of a guardian does. */
export const REQUIRED_ANCHORS: Readonly<Record<string, readonly string[]>> = { privacy: ['for-parents-the-exact-version'] };

/** What our pages promise, and how it is recognized. */
const FACTS = {
  age: /\b13\b/,
  guardian: /\bunder 18\b/i,
  answer: /\b24 hours\b/i,
  place: /\bNairobi\b/i,
  hours: /\b9:00 to 18:00\b/,
} as const;
export type Fact = keyof typeof FACTS;

/** The promises that one text has and the other has not. */
export function findLostFacts(before: string, after: string): Fact[] {
  return (Object.keys(FACTS) as Fact[]).filter((fact) => FACTS[fact].test(before) && !FACTS[fact].test(after));
}

/** The names in braces that a text has. */
export function listPlaceholders(body: string): string[] {
  return [...new Set([...body.matchAll(/\{\{\s*(\w*)\s*\}\}/g)].map(([written]) => written))];
}

/** Those of them that stand for nothing. */
export function findUnknownPlaceholders(body: string): string[] {
  const known = PLACEHOLDERS.map((name) => `{{${name}}}`);
  return listPlaceholders(body).filter((written) => !known.includes(written));
}

/** The line of a text in which words stand first, from 1; null if they do not. */
export function findLine(text: string, words: string): number | null {
  const at = text.indexOf(words);
  return at < 0 ? null : text.slice(0, at).split('\n').length;
}

/**
 * Puts values in the place of names, and remembers the lines: a table takes many.
 * @returns the text, and for each of its lines the line of the original
 */
export function fillByLine(body: string, fill: (line: string) => string): { text: string; lines: number[] } {
  const filled = body.split('\n').map((line) => fill(line).split('\n'));
  return { text: filled.map((lines) => lines.join('\n')).join('\n'), lines: filled.flatMap((lines, at) => lines.map(() => at + 1)) };
}

/** A text as one would write its file, for comparisons. */
export function writeSource({ front, body }: Pick<TextSource, 'front' | 'body'>): string {
  const head = Object.entries(front)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${name}: ${text}`);
  return `${head.join('\n')}\n\n${body.replaceAll('\r\n', '\n').trim()}\n`;
}

/** What the form shows of a text. */
export function toFields(kind: TextKind, { front, body }: Pick<TextSource, 'front' | 'body'>): TextFields {
  const isThere = (field: string) => !field.startsWith('empty') || front[field] !== undefined;
  return Object.fromEntries(
    FIELDS_OF_KIND[kind].filter(isThere).map((field) => [field, field === 'body' ? body : (front[field] ?? '')]),
  );
}

/**
 * The text that a form describes.
 * @param before what the form was made from: what it does not show stays
 * @param pictureText what the picture of another article shows; undefined if there is none
 */
export function toSource(
  { kind, slug, front: before }: TextSource,
  fields: TextFields,
  pictureText: (cover: string) => string | undefined,
): TextSource {
  const shown = FIELDS_OF_KIND[kind].filter((field) => field !== 'body' && (!field.startsWith('empty') || before[field] !== undefined));
  const front: Record<string, string> = { ...before };
  for (const field of shown) {
    const text = (fields[field] ?? '').trim();
    // A file leaves out what it does not say: the same text has the same hash.
    if (text === '' || (field === 'popular' && text === 'no')) delete front[field];
    else front[field] = text;
  }
  const cover = kind === 'page' ? undefined : (front['cover'] ?? `${kind}/${slug}`);
  const words = cover === undefined ? undefined : pictureText(cover);
  if (words !== undefined) front['picture'] = words;
  return { kind, slug, front, body: (fields.body ?? '').replaceAll('\r\n', '\n') };
}
