import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { expectListEndStates } from '../../../../../tests/infinite-list.ts';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import type { GameCard } from '../schema.ts';
import { GameList } from './game-list.tsx';

vi.mock('../../../../web/infinite-list.ts', () => import('../../../../../tests/infinite-list.ts'));

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
const html = (games: GameCard[], next: string | null) => {
  const filters = { tab: 'featured', genre: 'Racing', device: null, gender: null } as const;
  const list = { filters, games, total: games.length, next };
  const props = { list, version: '', viewer: 'visitor', hasPremium: false, isStart: true, isStale: false, children: null } as const;
  return renderToHtml(createElement(GameList, props), '/games?tab=featured&genre=Racing');
};

test('the list of games says at its end how it goes on, in its own words, and that it is empty', () => {
  expectListEndStates((next) => html([GAME], next), '/games?tab=featured&genre=Racing&after=c1', {
    more: 'Load More Games',
    loading: 'Loading more games...',
    failed: 'Error loading games: the games cannot be reached at the moment.',
    offline: 'Error loading games: you are offline. The list goes on by itself when the network is back.',
    end: "You've reached the end of the games list!",
  });
  // The end message appears even if all games fit on one page. An empty list shows what to try instead.
  expect(textOf(html([GAME], null))).toContain("You've reached the end of the games list!");
  expect(textOf(html([], null))).toContain('No games found matching your filters. Try adjusting your filter criteria!');
  expect(textOf(html([], null))).not.toContain('the end of the games list');
  expect(findElements(html([], null), 'a', { href: '/games' })).toHaveLength(1);
});
