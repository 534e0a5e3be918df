import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../tests/infinite-list.ts';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { GameCard } from '../../games/catalogue/schema.ts';
import { ProfileFavorites } from './profile-favorites.tsx';
import { ProfileFriends } from './profile-friends.tsx';
import { ProfileHistory } from './profile-history.tsx';

vi.mock('../../../web/infinite-list.ts', () => import('../../../../tests/infinite-list.ts'));

const GAME: GameCard = {
  id: 'coral-divers',
  title: 'Coral Divers',
  developer: 'Lamu Lights',
  description: 'Dive.',
  cover: '/covers/coral.svg',
  tags: [],
  players: 0,
  maxPlayers: 1000,
  plays: 0,
  bytes: 1_200_000,
  isPremium: false,
  can: { play: true },
};
const ZURI = {
  id: 'z',
  username: 'zuri',
  displayName: 'Zuri',
  avatar: '/avatars/of/00000001.svg',
  isTeam: false,
  presence: null,
  unread: 0,
  last: null,
};

const favorites = (games: GameCard[], next: string | null) =>
  renderToHtml(
    createElement(ProfileFavorites, { page: { games, total: games.length, next }, hasPremium: false, isStart: true }),
    '/profile',
  );
const history = (isEmpty: boolean, next: string | null) =>
  renderToHtml(
    createElement(ProfileHistory, {
      page: { entries: isEmpty ? [] : [{ id: 'h1', playedAt: '2026-01-02T03:04:05.000Z', game: GAME }], next },
    }),
    '/profile?tab=history',
  );
const friends = (items: (typeof ZURI)[], next: string | null) =>
  renderToHtml(createElement(ProfileFriends, { page: { items, next } }), '/profile?tab=friends');

test('favorites say at their end how they go on; without any there is a way to the games', () => {
  expectListEndStates((next) => favorites([GAME], next), '/profile?after=c1');
  expect(textOf(favorites([GAME], null))).toContain('Coral Divers');
  expect(textOf(favorites([], null))).toContain('No favorite games yet. Start exploring!');
  expect(findElements(favorites([], null), 'a', { href: '/games' })).toHaveLength(1);
});

test('the history says at its end how it goes on; without any there is a way to the games', () => {
  expectListEndStates((next) => history(false, next), '/profile?tab=history&after=c1');
  expect(textOf(history(false, null))).toContain('Coral Divers');
  expect(textOf(history(true, null))).toContain('No games played yet Start playing games to see your recent activity here!');
  expect(findElements(history(true, null), 'a', { href: '/games' })).toHaveLength(1);
});

test('friends say at their end how they go on; without any there is a way to find some', () => {
  expectListEndStates((next) => friends([ZURI], next), '/profile?tab=friends&after=c1');
  expect(textOf(friends([ZURI], null))).toContain('Zuri');
  expect(textOf(friends([], null))).toContain('No friends yet. Start making connections!');
  expect(findElements(friends([], null), 'a', { href: '/friends?tab=search' })).toHaveLength(1);
});
