import { expect, test } from 'vitest';
import { SOFT_KINDS } from '../safety/filter/schema.ts';
import { CASE_THRESHOLD, isCountedRefusal, REASONS_MAX, scorePlayer, type RiskFact } from './rules.ts';
import { describeReasons } from './texts.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const DAY_MS = 86_400_000;

const fact = (kind: string, otherId: string, more: Partial<RiskFact> & { daysAgo?: number } = {}): RiskFact => {
  const at = new Date(NOW.getTime() - (more.daysAgo ?? 0) * DAY_MS);
  return { kind, otherId, times: 1, lastAt: at, friendsHours: null, ...more };
};
const score = (facts: RiskFact[], strangersAsked = 0) => scorePlayer({ facts, strangersAsked }, NOW).score;
const isCase = (facts: RiskFact[], strangersAsked = 0) => score(facts, strangersAsked) >= CASE_THRESHOLD;

test.each<[string, RiskFact[], number, boolean]>([
  ['nothing', [], 0, false],
  ['a child who asks three friends how old they are', ['a', 'b', 'c'].map((id) => fact('soft-age', id, { friendsHours: 1 })), 0, false],
  ['a new child who asks a class that is not here yet', [], 14, false],
  ['a child whom eight declined', 'abcdefgh'.split('').map((id) => fact('declined', id)), 14, false],
  ['a surprise party: two secrets to one friend', [fact('secrecy', 'a', { times: 2 })], 0, false],
  ['children who try to swap numbers and meet', [fact('phone', 'a', { times: 3 }), fact('meet-elsewhere', 'b')], 0, false],
  ['somebody who fell out with three friends', ['a', 'b', 'c'].map((id) => fact('removed', id)), 0, false],
  ['pictures asked of three children', ['a', 'b', 'c'].map((id) => fact('pictures', id)), 0, true],
  [
    'one child, asked about being alone, parents, looks, a secret and another app',
    ['soft-alone', 'soft-parents', 'soft-looks', 'soft-secret', 'soft-app'].map((kind) => fact(kind, 'a', { friendsHours: 200 })),
    0,
    true,
  ],
  [
    'many strangers, many who decline, a picture, and gone again',
    [...'abcdefgh'.split('').map((id) => fact('declined', id)), fact('pictures', 'i', { friendsHours: 1 }), fact('blocked', 'i')],
    20,
    true,
  ],
])('%s', (_, facts, strangers, expected) => {
  expect(isCase(facts, strangers)).toBe(expected);
});

test('it fades: what was said half a year ago is no case any more', () => {
  const said = (daysAgo: number) => score(['a', 'b', 'c'].map((id) => fact('grooming', id, { daysAgo })));
  expect(said(30)).toBeCloseTo(said(0) / 2);
  expect(said(180)).toBeLessThan(CASE_THRESHOLD / 2);
});

test('said again and again to the same player it counts three times', () => {
  expect(score([fact('pictures', 'a', { times: 50 })])).toBe(score([fact('pictures', 'a', { times: 3 })]));
});

test('bad and unkind words are no risk signal: reports are for them', () => {
  expect((['profanity', 'bullying', 'threat', 'unreadable'] as const).filter(isCountedRefusal)).toEqual([]);
  expect((['pictures', 'secrecy', 'handle', 'whereabouts'] as const).filter(isCountedRefusal)).toHaveLength(4);
});

test('the reasons are sentences with numbers, the heaviest first', () => {
  const { reasons } = scorePlayer(
    {
      facts: [
        fact('pictures', 'a', { times: 2, friendsHours: 3 }),
        fact('secrecy', 'b'),
        fact('request', 'a'),
        ...'cdefghijk'.split('').map((id) => fact('declined', id)),
      ],
      strangersAsked: 14,
    },
    NOW,
  );
  expect(describeReasons(reasons).split('\n')).toEqual([
    'The filter refused pictures or calls and keeping secrets from others, written to 2 players, 3 times.',
    '9 players declined the friend request.',
    'Asked 14 players in 7 days to be friends who know neither each other nor the friends of this player.',
    'Came to pictures or calls in the first three days of being friends, with 1 player.',
  ]);
});

test('the reasons of a case with everything in it fit, the heaviest first, and say that there is more', () => {
  const refused =
    'pictures secrecy grooming blackmail sexual phone email link handle meet-elsewhere address payment credentials private-place whereabouts';
  const facts = [...refused.split(' '), ...SOFT_KINDS].flatMap((kind) =>
    ['a', 'b'].map((id) => fact(kind, id, { times: 100_000, friendsHours: 1 })),
  );
  const others = Array.from({ length: 1000 }, (_, index) => fact('declined', `d${index}`));
  const { reasons } = scorePlayer(
    { facts: [...facts, ...others, fact('request', 'a'), fact('removed', 'a'), fact('blocked', 'b')], strangersAsked: 100 },
    NOW,
  );
  expect(reasons).toHaveLength(8);
  const text = describeReasons(reasons);
  expect(text.length).toBeLessThanOrEqual(REASONS_MAX);
  const lines = text.split('\n');
  expect(lines[0]).toMatch(/^The filter refused .*pictures or calls/);
  expect(lines.at(-1)).toBe('And more, which weighs less.');
  // Every line is a whole sentence.
  for (const line of lines) expect(line).toMatch(/\.$/);
});
