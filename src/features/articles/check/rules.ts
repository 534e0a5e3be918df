import { PLACEHOLDERS } from '../markdown/schema.ts';

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
