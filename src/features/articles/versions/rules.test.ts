import { expect, test } from 'vitest';
import type { TextSource } from '../markdown/schema.ts';
import { selectTexts } from './rules.ts';

const hashOf = ({ body }: TextSource) => body;
const text = (body: string, front: Record<string, string> = {}): TextSource => ({ kind: 'help', slug: 'coins', front, body });
const version = (source: TextSource, base: string) => ({ ...source, state: 'published' as const, base });

test('a version that says what its file said gives way to a newer file, and stays where there is none', () => {
  const asShipped = version(text('old'), 'old');
  expect(selectTexts([text('new')], [asShipped], '2026-11-21', hashOf).shown).toEqual([text('new')]);
  expect(selectTexts([], [asShipped], '2026-11-21', hashOf).shown).toEqual([asShipped]);
});

test('a version that went back to the file has a day of its own, until there is a newer file', () => {
  const back = version(text('old', { updated: 'today' }), 'old');
  expect(selectTexts([text('old', { updated: 'long ago' })], [back], '2026-11-21', hashOf).shown).toEqual([back]);
  const newer = text('new', { updated: 'lately' });
  expect(selectTexts([newer], [back], '2026-11-21', hashOf).shown).toEqual([newer]);
});
