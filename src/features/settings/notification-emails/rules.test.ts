import { expect, test } from 'vitest';
import { NOTIFICATION_TYPES } from '../../notifications/schema.ts';
import { buildDigest, joinNames, EMAILED_TYPES } from './rules.ts';

const ALL = { friends: true, messages: true, games: true };

test('what is gathered is what was wished for, each person once', () => {
  const unread = [
    { type: 'message' as const, relatedId: 'a' },
    { type: 'message' as const, relatedId: 'a' },
    { type: 'message' as const, relatedId: 'b' },
    { type: 'friend_request' as const, relatedId: 'c' },
    { type: 'friend_accepted' as const, relatedId: 'd' },
    { type: 'game_update' as const, relatedId: 'kite-club' },
    { type: 'game_update' as const, relatedId: null },
    { type: 'group_invite' as const, relatedId: 'e' },
  ];
  expect(buildDigest(unread, ALL)).toEqual({
    requests: ['c'],
    accepted: ['d'],
    messages: ['a', 'b'],
    games: ['kite-club'],
    groups: ['e'],
  });
  expect(buildDigest(unread, { ...ALL, messages: false })?.messages).toEqual([]);
  expect(buildDigest(unread, { ...ALL, friends: false })).toMatchObject({ requests: [], accepted: [], messages: ['a', 'b'], groups: [] });
  expect(buildDigest(unread, { friends: false, messages: false, games: false })).toBeNull();
  expect(buildDigest([], ALL)).toBeNull();
});

test('what is about money, safety and reports is not mailed by this', () => {
  expect(NOTIFICATION_TYPES.filter((type) => EMAILED_TYPES.includes(type))).toEqual([
    'friend_request',
    'friend_accepted',
    'message',
    'game_update',
    'group_invite',
  ]);
  for (const type of ['general', 'report'] as const) expect(buildDigest([{ type, relatedId: 'a' }], ALL)).toBeNull();
});

test('names are said as a sentence has them', () => {
  expect([joinNames([]), joinNames(['@a']), joinNames(['@a', '@b']), joinNames(['@a', '@b', '@c'])]).toEqual([
    '',
    '@a',
    '@a and @b',
    '@a, @b and @c',
  ]);
  expect(joinNames(['1', '2', '3', '4', '5', '6', '7'])).toBe('1, 2, 3, 4, 5 and 2 more');
});
