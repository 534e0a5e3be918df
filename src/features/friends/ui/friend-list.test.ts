import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../tests/infinite-list.ts';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { FriendRow } from '../schema.ts';
import { getErrorTexts, texts } from '../texts.ts';
import { FriendList } from './friend-list.tsx';
import { FriendsPage } from './friends-page.tsx';

vi.mock('../../../web/infinite-list.ts', () => import('../../../../tests/infinite-list.ts'));

const ZURI: FriendRow = {
  id: 'z',
  username: 'zuri',
  displayName: 'Zuri',
  avatar: '/avatars/of/00000001.svg',
  isTeam: false,
  presence: null,
  unread: 0,
  last: null,
};
const list = (next: string | null) =>
  renderToHtml(
    createElement(FriendList, { page: { items: [ZURI], next }, now: 0, getPresence: (_, known) => known, chat: null }),
    '/friends',
  );

test('the list of friends says at its end how it goes on', () => {
  expectListEndStates(list, '/friends?after=c1');
  expect(textOf(list(null))).toContain('Zuri');
});

test('without friends the page says so, and leads to where one finds some', () => {
  const view = {
    tab: 'friends',
    counts: { friends: 0, requests: 0 },
    isPaused: false,
    friends: { items: [], next: null },
    requests: null,
    search: null,
  } as const;
  const page = renderToHtml(
    createElement(FriendsPage, {
      view: { ...view, pausedFriends: null, friends: { items: [], next: null } },
      chatClosed: null,
      conversation: null,
      viewerId: 'v',
    }),
    '/friends',
  );
  expect(textOf(page)).toContain('No friends yet. Start making connections!');
  expect(findElements(page, 'a', { href: '/friends?tab=search' }).length).toBeGreaterThan(0);
});

test('who is of the team has the badge, with a text for those who do not see it', () => {
  const listOf = (isTeam: boolean) =>
    renderToHtml(
      createElement(FriendList, {
        page: { items: [{ ...ZURI, isTeam }], next: null },
        now: 0,
        getPresence: (_, known) => known,
        chat: null,
      }),
      '/friends',
    );
  expect(listOf(true)).toContain('#badge-check');
  expect(textOf(listOf(true))).toContain('Zuri Kiddo team @zuri');
  expect(listOf(false)).not.toContain('#badge-check');
  expect(textOf(listOf(false))).not.toContain('Kiddo team');
});

test('a player whose new contacts are paused reads why, and where to disagree, in place of asking; the chat is as always', () => {
  const html = (tab: 'requests' | 'friends', isPaused: boolean) =>
    renderToHtml(
      createElement(FriendsPage, {
        view: {
          tab,
          counts: { friends: 0, requests: 0 },
          isPaused,
          pausedFriends: null,
          friends: { items: [], next: null },
          requests: { received: [], sent: [], from: null },
          search: null,
        },
        chatClosed: null,
        conversation: null,
        viewerId: 'v',
      }),
      '/friends',
    );
  const { title } = texts.paused;
  expect(textOf(html('requests', true))).toContain(title);
  expect(findElements(html('requests', true), 'a', { href: '/contact' }).length).toBe(1);
  for (const page of [html('requests', false), html('friends', true)]) expect(textOf(page)).not.toContain(title);
  for (const action of ['ask', 'accept'] as const) expect(getErrorTexts(action, 'paused').title).toBe(title);
});
