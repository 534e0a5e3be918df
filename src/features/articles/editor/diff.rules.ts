import { structuredPatch } from 'diff';
import type { DiffLine } from './schema.ts';

/** Lines that stay the same around each change. */
const CONTEXT = 2;
/** A comparison of two long texts that have nothing in common would take long. */
const EDITS_MAX = 4000;

const SIGNS: Record<string, DiffLine['sign']> = { '+': 'added', '-': 'removed', ' ': 'same' };

/** What changes from one text to another, line by line; empty if nothing does. */
export function compareTexts(before: string, after: string): DiffLine[] {
  if (before === after) return [];
  const patch = structuredPatch('', '', before, after, '', '', { context: CONTEXT, maxEditLength: EDITS_MAX });
  const all = (text: string, sign: DiffLine['sign']) => text.split('\n').map((line): DiffLine => ({ sign, text: line }));
  if (patch === undefined) return [...all(before, 'removed'), ...all(after, 'added')];
  return patch.hunks.flatMap(({ lines }, at) => [
    ...(at === 0 ? [] : [{ sign: 'gap', text: '' } as const]),
    ...lines.flatMap((line): DiffLine[] => {
      const sign = SIGNS[line[0] ?? ''];
      return sign === undefined ? [] : [{ sign, text: line.slice(1) }];
    }),
  ]);
}
