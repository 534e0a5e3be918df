import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { AskingAccess, BlockedRow, PlayerSummary, ProfileView, SearchResult } from '../schema.ts';
import { getErrorTexts, texts } from '../texts.ts';
import { AddFriends } from './add-friends.tsx';
import { FriendProfile } from './friend-profile.tsx';
import { FriendsPage } from './friends-page.tsx';

const ZURI = { id: 'z', username: 'zuri', displayName: 'Zuri', avatar: '/avatars/of/00000001.svg', isTeam: false };
const KIP = { ...ZURI, id: 'k', username: 'kip', displayName: 'Kip' };

const search = (
  asking: AskingAccess,
  { relation = 'none', code = null, opensByCode = false }: Partial<Pick<SearchResult, 'relation' | 'code' | 'opensByCode'>> = {},
) =>
  renderToHtml(
    createElement(AddFriends, {
      search: {
        term: 'zuri',
        results: [{ ...ZURI, relation, asking, code, opensByCode }],
        wait: null,
        code: 'BCDFGHJK',
        link: '/',
        blocked: [],
      },
    }),
    '/friends?tab=search&q=zuri',
  );
const buttons = (html: string) => findElements(html, 'button', {}).map((button) => button['aria-label']);
const sent = (html: string) =>
  findElements(html, 'input', { type: 'hidden' }).flatMap(({ name, value }) =>
    name === 'code' || name === 'do' ? [`${name}=${value}`] : [],
  );

test('where asking is not open, the reason stands in place of the button', () => {
  expect(buttons(search('open'))).toContain('Add Friend: Zuri');
  for (const asking of ['code', 'closed'] as const) {
    expect(buttons(search(asking))).not.toContain('Add Friend: Zuri');
    expect(textOf(search(asking))).toContain(`@zuri ${texts.asking[asking]}`);
    // What has been asked, or can be answered, has its button.
    for (const [relation, label] of [
      ['sent', 'Request Sent: Zuri'],
      ['received', 'Accept: Zuri'],
      ['friends', 'Friends: Zuri'],
      ['blocked', 'Unblock: Zuri'],
    ] as const)
      expect(buttons(search(asking, { relation }))).toContain(label);
  }
});

test('who was found by the code is asked and accepted with it, also without JavaScript; other actions send no code', () => {
  expect(sent(search('open', { code: 'QWRTYPSD' }))).toEqual(['do=ask', 'code=QWRTYPSD', 'do=renew-code']);
  expect(sent(search('open'))).toEqual(['do=ask', 'do=renew-code']);
  expect(sent(search('open', { code: 'QWRTYPSD', relation: 'received' }))).toEqual(['do=accept', 'code=QWRTYPSD', 'do=renew-code']);
  expect(sent(search('open', { code: 'QWRTYPSD', relation: 'blocked' }))).toEqual(['do=unblock', 'do=renew-code']);
});

test('a friend who was found by the code, and is none by it, has a button that says so; every other friend has none', () => {
  const found = search('open', { code: 'QWRTYPSD', relation: 'friends', opensByCode: true });
  const [button] = findElements(found, 'button', { 'aria-label': 'We know each other: Zuri' });
  expect(button).not.toHaveProperty('aria-disabled');
  expect(textOf(found)).toContain('@zuri Do you know each other?');
  expect(sent(found)).toEqual(['do=ask', 'code=QWRTYPSD', 'do=renew-code']);
  const other = search('open', { code: 'QWRTYPSD', relation: 'friends' });
  expect(findElements(other, 'button', { 'aria-label': 'Friends: Zuri' })).toMatchObject([{ 'aria-disabled': 'true' }]);
  expect(textOf(other)).not.toContain('know each other');
});

test('a search that finds nobody says that many players are found only by their whole username', () => {
  const none = { term: 'zur', results: [], wait: null, code: 'BCDFGHJK', link: '/', blocked: [] };
  expect(textOf(renderToHtml(createElement(AddFriends, { search: none }), '/friends?tab=search&q=zur'))).toContain(texts.find.noMatchHint);
  expect(textOf(search('open'))).not.toContain(texts.find.noMatchHint);
});

test('a profile says how its player can be asked, and leads there', () => {
  const profile = (asking: AskingAccess) => {
    const view: ProfileView = { player: ZURI, relation: 'none', asking, presence: null, sharedFriends: null, details: null };
    return renderToHtml(createElement(FriendProfile, { view }), '/friends/z');
  };
  expect(buttons(profile('open'))).toContain('Add Friend: Zuri');
  expect(buttons(profile('code'))).not.toContain('Add Friend: Zuri');
  expect(textOf(profile('code'))).toContain('You can ask Zuri with their friend code');
  expect(findElements(profile('code'), 'a', { href: '/friends?tab=search' })).toHaveLength(1);
  expect(findElements(profile('closed'), 'a', { href: '/friends?tab=search' })).toHaveLength(0);
  expect(textOf(profile('closed'))).toContain(texts.asking.closed);
});

const pausedPage = (items: PlayerSummary[], { after = null, next = null }: { after?: string | null; next?: string | null } = {}) =>
  renderToHtml(
    createElement(FriendsPage, {
      view: {
        tab: 'friends',
        counts: { friends: 0, requests: 0 },
        isPaused: false,
        friends: { items: [], next: null },
        pausedFriends: { items, after, next },
        requests: null,
        search: null,
      },
      chatClosed: null,
      conversation: null,
      viewerId: 'v',
    }),
    '/friends',
  );

test('paused friendships stand below the friends with the reason and what can be done; without any there is nothing', () => {
  const html = pausedPage([KIP, ZURI]);
  const { title, text, help } = texts.pausedFriends;
  for (const words of [title, text, help, '@kip', '@zuri']) expect(textOf(html)).toContain(words);
  expect(findElements(html, 'a', { href: '/contact' })).toHaveLength(1);
  expect(buttons(html)).toEqual(expect.arrayContaining(['Remove: Kip', 'Block: Kip', 'Report: Kip', 'Remove: Zuri', 'Block: Zuri']));
  // Forms, so that it works without JavaScript; the page of a paused friend is not to be seen.
  expect(sent(html)).toEqual(['do=remove', 'do=block', 'do=remove', 'do=block']);
  expect(findElements(html, 'a', { href: '/friends/k' })).toEqual([]);
  expect(textOf(pausedPage([]))).not.toContain(title);
});

test('a list of paused friendships that goes on says so by links, and actions lead back to the same page of it', () => {
  const links = (html: string) => findElements(html, 'a', {}).flatMap(({ href }) => (href?.endsWith('#paused') ? [href] : []));
  const returns = (html: string) =>
    findElements(html, 'input', { name: 'returnUrl' }).flatMap(({ value }) => (value?.startsWith('/friends') ? [value] : []));
  expect(links(pausedPage([KIP]))).toEqual([]);
  expect(links(pausedPage([KIP], { next: 'c2' }))).toEqual(['/friends?paused=c2#paused']);
  const second = pausedPage([KIP], { after: 'c2', next: 'c3' });
  expect([links(second), returns(second)]).toEqual([
    ['/friends#paused', '/friends?paused=c3#paused'],
    ['/friends?paused=c2', '/friends?paused=c2'],
  ]);
  // The last one of the page was removed: there is a way back.
  expect(links(pausedPage([], { after: 'c2' }))).toEqual(['/friends#paused']);
});

test('a blocked player who is out of sight is a player, blocked on a day, who can be unblocked', () => {
  const html = (row: BlockedRow) =>
    renderToHtml(
      createElement(AddFriends, { search: { term: '', results: null, wait: null, code: 'BCDFGHJK', link: '/', blocked: [row] } }),
      '/friends?tab=search',
    );
  const at = '2026-03-04T12:00:00.000Z';
  const hidden = html({ id: 'z', at, player: null });
  expect(textOf(hidden)).toContain('A player Blocked on March 4, 2026');
  expect(buttons(hidden)).toContain('Unblock: a player whom you blocked on March 4, 2026');
  expect([findElements(hidden, 'img', {}), findElements(hidden, 'a', { href: '/friends/z' })]).toEqual([[], []]);
  expect(buttons(html({ id: 'z', at, player: ZURI }))).toContain('Unblock: Zuri');
});

test('accepting what the ages do not allow is refused kindly', () => {
  expect(getErrorTexts('accept', 'not-allowed').text).toBe(
    'You two cannot become friends on Kiddo at the moment. You can play on as always.',
  );
});
