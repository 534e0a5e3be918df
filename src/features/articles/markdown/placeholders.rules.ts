import { PLACEHOLDERS, type Placeholder } from './schema.ts';

/**
 * Values that a text cannot know: the support address, the games' own origin, the size of Creator Studio ('46 KB'), what each age can do, and
 * what a guardian decides: tables in Markdown.
 */
export type Placeholders = Record<Placeholder, string>;

/** Puts the values in the place of their names. */
export function fillPlaceholders(text: string, placeholders: Placeholders): string {
  return text.replaceAll(/\{\{(support|games|studioSize|ageTable|consentTable)\}\}/g, (_, word: Placeholder) => placeholders[word]);
}

/** The names in braces of a text that stand for nothing. */
export function findUnknownPlaceholders(text: string): string[] {
  const known = PLACEHOLDERS.map((name) => `{{${name}}}`);
  return [...new Set([...text.matchAll(/\{\{\s*(\w*)\s*\}\}/g)].map(([written]) => written))].filter((written) => !known.includes(written));
}
