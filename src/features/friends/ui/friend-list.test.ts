import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectEnds } from '../../../../tests/grown.ts';
import { having, htmlOf, wordsOf } from '../../../../tests/markup.ts';
import type { FriendRow } from '../schema.ts';
import { FriendList } from './friend-list.tsx';
import { FriendsPage } from './friends-page.tsx';

vi.mock('../../../web/growing-list.ts', () => import('../../../../tests/grown.ts'));

const ZURI: FriendRow = {
  id: 'z',
  username: 'zuri',
  displayName: 'Zuri',
  avatar: '/avatars/of/00000001.svg',
  presence: null,
  unread: 0,
  last: null,
};
const list = (next: string | null) =>
  htmlOf(createElement(FriendList, { page: { items: [ZURI], next }, now: 0, presenceOf: (_, known) => known, chat: null }), '/friends');

test('the list of friends says at its end how it goes on', () => {
  expectEnds(list, '/friends?after=c1');
  expect(wordsOf(list(null))).toContain('Zuri');
});

test('without friends the page says so, and leads to where one finds some', () => {
  const view = {
    tab: 'friends',
    counts: { friends: 0, requests: 0 },
    friends: { items: [], next: null },
    requests: null,
    search: null,
  } as const;
  const page = htmlOf(
    createElement(FriendsPage, {
      view: { ...view, friends: { items: [], next: null } },
      chatOff: false,
      conversation: null,
      viewerId: 'v',
    }),
    '/friends',
  );
  expect(wordsOf(page)).toContain('No friends yet. Start making connections!');
  expect(having(page, 'a', { href: '/friends?tab=search' }).length).toBeGreaterThan(0);
});
