import { expect, test } from 'vitest';
import { findCurrentTab } from './rules.ts';
import { texts } from './texts.ts';

const tabs = ['/moderation', '/moderation/players', '/operator', '/'].map((to) => ({ to }));

test.each([
  ['/moderation', '/moderation'],
  ['/moderation/help/1', '/moderation'],
  ['/moderation/players', '/moderation/players'],
  ['/moderation/players/1/age', '/moderation/players'],
  ['/operator/plans', '/operator'],
  ['/', '/'],
  ['/games', undefined],
])('%s belongs to the tab %s', (pathname, to) => {
  expect(findCurrentTab(tabs, pathname)?.to).toBe(to);
});

test('what waits is said in words', () => {
  expect([0, 1, 7].map((total) => texts.open({ total, urgent: 0 }))).toEqual(['Waiting: nothing', 'Waiting 1', 'Waiting 7']);
  expect(texts.open({ total: 100, urgent: 1 })).toBe('Waiting 99+, 1 is urgent');
  expect(texts.arrived({ total: 1, urgent: 0 })).toBe('For the team: 1 waits');
  expect(texts.arrived({ total: 100, urgent: 2 })).toBe('For the team: 100 wait, 2 are urgent');
  expect([99, 100].map(texts.badge)).toEqual(['99', '99+']);
});
