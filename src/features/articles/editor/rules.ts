import type { TextKind, TextSource } from '../markdown/schema.ts';
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
  return Object.fromEntries(FIELDS_OF_KIND[kind].filter(isThere).map((field) => [field, field === 'body' ? body : (front[field] ?? '')]));
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
    const isUnsaid = text === '' || (field === 'popular' && text === 'no') || (field === 'cover' && text === `${kind}/${slug}`);
    if (isUnsaid) delete front[field];
    else front[field] = text;
  }
  const cover = kind === 'page' ? undefined : (front['cover'] ?? `${kind}/${slug}`);
  const words = cover === undefined ? undefined : pictureText(cover);
  if (words !== undefined) front['picture'] = words;
  return { kind, slug, front, body: (fields.body ?? '').replaceAll('\r\n', '\n') };
}
