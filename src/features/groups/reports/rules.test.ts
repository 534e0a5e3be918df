import { expect, test } from 'vitest';
import { addToReport, ADDED_DESCRIPTION_MAX } from './rules.ts';

test('what is added makes a report graver and longer, never milder; what is said already changes nothing', () => {
  const open = { reason: 'bullying', description: 'they laugh at me' } as const;
  expect(addToReport(open, { reason: 'danger', description: 'one wants to meet me' })).toEqual({
    reason: 'danger',
    description: 'they laugh at me\none wants to meet me',
    isChanged: true,
  });
  expect(addToReport(open, { reason: 'other', description: 'they laugh' })).toEqual({ ...open, isChanged: false });
  expect(addToReport({ ...open, description: '' }, { reason: 'other', description: 'x' })).toMatchObject({
    description: 'x',
    isChanged: true,
  });
});

test('of a report that became too long the newest words stay', () => {
  const { description } = addToReport(
    { reason: 'other', description: 'a'.repeat(ADDED_DESCRIPTION_MAX) },
    { reason: 'other', description: 'he knows where I live' },
  );
  expect([description.length, description.endsWith('he knows where I live')]).toEqual([ADDED_DESCRIPTION_MAX, true]);
});
