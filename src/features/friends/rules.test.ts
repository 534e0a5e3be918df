import { expect, test } from 'vitest';
import { matchesFilter, urlForFriends, presenceLabel, relationAfter } from './rules.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const seen = (ago: number) => presenceLabel({ online: false, lastSeen: new Date(NOW - ago).toISOString() }, NOW);

test('the last-seen labels go up in the steps of the specification', () => {
  expect(presenceLabel({ online: true, lastSeen: null }, NOW)).toEqual({ unit: 'online' });
  expect(presenceLabel({ online: false, lastSeen: null }, NOW)).toEqual({ unit: 'never' });
  expect(seen(0)).toEqual({ unit: 'now' });
  expect(seen(MINUTE - 1)).toEqual({ unit: 'now' });
  expect(seen(MINUTE)).toEqual({ unit: 'minutes', count: 1 });
  expect(seen(HOUR - 1)).toEqual({ unit: 'minutes', count: 59 });
  expect(seen(HOUR)).toEqual({ unit: 'hours', count: 1 });
  expect(seen(DAY - 1)).toEqual({ unit: 'hours', count: 23 });
  expect(seen(DAY)).toEqual({ unit: 'yesterday' });
  expect(seen(2 * DAY - 1)).toEqual({ unit: 'yesterday' });
  expect(seen(2 * DAY)).toEqual({ unit: 'days', count: 2 });
  expect(seen(7 * DAY - 1)).toEqual({ unit: 'days', count: 6 });
  expect(seen(7 * DAY)).toEqual({ unit: 'date', at: '2026-11-14T12:00:00.000Z' });
});

test('who may not see it gets no label; odd moments do not break it', () => {
  expect(presenceLabel(null, NOW)).toBeNull();
  expect(seen(-HOUR)).toEqual({ unit: 'now' });
  expect(presenceLabel({ online: false, lastSeen: 'nonsense' }, NOW)).toEqual({ unit: 'never' });
});

test('a applyAction shows at once what it will make of two players', () => {
  expect(relationAfter('none', 'ask')).toBe('sent');
  expect(relationAfter('friends', 'ask')).toBe('friends');
  expect(relationAfter('received', 'accept')).toBe('friends');
  expect(relationAfter('received', 'decline')).toBe('none');
  expect(relationAfter('sent', 'withdraw')).toBe('none');
  expect(relationAfter('friends', 'remove')).toBe('none');
  expect(relationAfter('friends', 'block')).toBe('blocked');
  expect(relationAfter('blocked', 'unblock')).toBe('none');
  expect(relationAfter('sent', undefined)).toBe('sent');
  expect(relationAfter('friends', 'renew-code')).toBe('friends');
});

test('the filter looks at both names', () => {
  const zuri = { id: '1', username: 'zuri_draws', displayName: 'Zuri Ömer', avatar: '', isTeam: false };
  for (const typed of ['', ' zuri ', '@zuri_d', 'DRAWS', 'öm']) expect(matchesFilter(zuri, typed), typed).toBe(true);
  for (const typed of ['zuriz', '@@', 'kip']) expect(matchesFilter(zuri, typed), typed).toBe(false);
});

test('addresses hold only what differs', () => {
  expect(urlForFriends()).toBe('/friends');
  expect(urlForFriends({ tab: 'friends' })).toBe('/friends');
  expect(urlForFriends({ tab: 'requests' })).toBe('/friends?tab=requests');
  expect(urlForFriends({ chat: 'a&b', after: 'c' })).toBe('/friends?chat=a%26b&after=c');
});
