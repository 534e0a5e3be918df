import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { FriendRequests } from './friend-requests.tsx';

const requestFrom = (id: string, index: number) => ({
  id,
  username: id,
  displayName: id,
  avatar: '/avatars/of/00000001.svg',
  isTeam: false,
  at: '2026-01-02T03:04:05.000Z',
  isRenewal: false,
  sharedFriends: index,
});
const html = (from: string | null, received = ['zuri', 'kip']) =>
  renderToHtml(
    createElement(FriendRequests, { requests: { received: received.map(requestFrom), sent: [], from } }),
    '/friends?tab=requests',
  );
/** How many rows are marked, and how many are not. */
const rows = (page: string) => ['person-line marked', 'person-line'].map((name) => findElements(page, 'li', { class: name }).length);
const GONE = 'This request is gone It was answered already, or taken back.';

test('the request that a notification is about is marked; one that is gone is said to be', () => {
  expect(rows(html(null))).toEqual([0, 2]);
  expect(textOf(html(null))).not.toContain(GONE);
  const marked = html('kip');
  expect(rows(marked)).toEqual([1, 1]);
  expect(marked).toMatch(/<li class="person-line marked"[^>]*><a class="person-who" href="\/friends\/kip"/);
  expect(textOf(marked)).not.toContain(GONE);
  for (const page of [html('chao'), html('chao', [])]) {
    expect(rows(page)[0]).toBe(0);
    expect(textOf(page)).toContain(GONE);
  }
});

test('each request says who asks, by both names, and how many friends the two share', () => {
  const page = textOf(html(null, ['zuri', 'kip', 'chao']));
  expect(page).toMatch(/@zuri You two share no friends .*@kip You two share 1 friend .*@chao You two share 2 friends /);
});
