import { expect, test } from 'vitest';
import { hasIndependentReporters } from './rules.ts';

const reporter = (id: string, day: number) => ({ id, joinedOn: `2026-01-0${day}` });
const [a, b, c, d] = [reporter('a', 1), reporter('b', 2), reporter('c', 3), reporter('d', 4)] as const;

test.each<[string, Parameters<typeof hasIndependentReporters>, boolean]>([
  ['three who do not know each other', [[a, b, c], []], true],
  ['two', [[a, b], []], false],
  ['one who reports three times', [[a, a, a], []], false],
  ['three of whom two are friends', [[a, b, c], [['a', 'b']]], true],
  [
    'three friends of each other',
    [
      [a, b, c],
      [
        ['a', 'b'],
        ['c', 'b'],
        ['c', 'a'],
      ],
    ],
    false,
  ],
  [
    'three friends of each other, and a fourth',
    [
      [a, b, c, d],
      [
        ['a', 'b'],
        ['c', 'b'],
        ['c', 'a'],
      ],
    ],
    true,
  ],
  ['three accounts of one day', [[a, reporter('b', 1), reporter('c', 1)], []], false],
  ['two accounts of one day and another', [[a, reporter('b', 1), c], []], false],
  ['two accounts of one day and two others', [[a, reporter('b', 1), c, d], []], true],
])('%s', (_, args, expected) => {
  expect(hasIndependentReporters(...args)).toBe(expected);
});
