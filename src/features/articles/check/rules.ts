import { fillPlaceholders } from '../markdown/placeholders.rules.ts';
import { checkBody } from '../markdown/rules.ts';
import { PLACEHOLDERS, type TextKind } from '../markdown/schema.ts';
import type { ArticleBody, Block } from '../schema.ts';

/** Texts besides the pages to which the code of the site leads, so they cannot be withdrawn: a player whose chat is off is sent to the rules. */
export const REQUIRED_TEXTS: readonly `${TextKind}/${string}`[] = ['help/chat-rules'];

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

/** The names in braces that people see filled in: in code they would be words. */
export function listShownPlaceholders(body: string): string[] {
  const values = {
    support: 'support@name.invalid',
    games: 'https://games.name.invalid',
    studioSize: 'studio.name.invalid',
    ageTable: 'ages.name.invalid',
    consentTable: 'consent.name.invalid',
  };
  const parsed = checkBody(fillPlaceholders(body, values), values.games).body;
  const words = JSON.stringify(parsed, (_, part: { type?: unknown } | null) => (part?.type === 'code' ? null : part));
  return PLACEHOLDERS.filter((name) => words.includes(values[name])).map((name) => `{{${name}}}`);
}

/** The parts of a page that have nothing below their heading. @param isLastAList the last part is a list that may be empty */
export function findEmptyParts({ parts }: ArticleBody, isLastAList: boolean): string[] {
  const isEmpty = (blocks: Block[]) => blocks.every((block) => block.type === 'heading');
  return parts.filter(({ blocks }, at) => isEmpty(blocks) && !(isLastAList && at === parts.length - 1)).map(({ title }) => title);
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
