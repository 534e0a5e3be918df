import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { GameCard } from '../../games/catalogue/schema.ts';
import { GameRow } from './game-row.tsx';

const FAILED = 'Unable to load games at this time.';
const EMPTY = 'No games available to display.';

const game = (id: string): GameCard => ({
  id,
  title: `Game ${id}`,
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
});
const row = (games: GameCard[] | null, shape: 'zig' | 'ranks' = 'zig') =>
  renderToHtml(createElement(GameRow, { id: 'popular', title: 'Popular Games', games, viewer: 'visitor', shape }), '/');

describe('a row of the home page', () => {
  it.each(['zig', 'ranks'] as const)('that could not be loaded says so, and still leads on (%s)', (shape) => {
    const html = row(null, shape);
    expect(textOf(html)).toContain(FAILED);
    expect(textOf(html)).not.toContain(EMPTY);
    expect(html).not.toContain('<ul');
    expect(findElements(html, 'a', { href: '/games' })).toHaveLength(1);
  });

  it.each(['zig', 'ranks'] as const)('without games says so, and still leads on (%s)', (shape) => {
    const html = row([], shape);
    expect(textOf(html)).toContain(EMPTY);
    expect(textOf(html)).not.toContain(FAILED);
    expect(html).not.toContain('<ul');
    expect(findElements(html, 'a', { href: '/games' })).toHaveLength(1);
  });

  it('with games says neither, and makes wide cards only of a full row', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const full = row(ids.map(game));
    expect(textOf(full)).not.toMatch(/Unable to load games|No games available/);
    expect(ids.filter((id) => textOf(full).includes(`Game ${id}`))).toEqual(ids);
    expect(findElements(full, 'li', { class: 'spread' })).toHaveLength(2);
    expect(findElements(row(ids.slice(1).map(game)), 'li', { class: 'spread' })).toHaveLength(0);
  });
});
