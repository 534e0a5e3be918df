import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import type { GameCard as Game } from '../schema.ts';
import { GameCard, type ViewerKind } from './game-card.tsx';

const game: Game = {
  id: 'coral-divers',
  title: 'Coral Divers',
  developer: 'Lamu Lights',
  description: 'Dive.',
  cover: '/covers/coral.svg',
  tags: [],
  players: 0,
  maxPlayers: 1000,
  bytes: 1_200_000,
  isPremium: true,
  can: { play: false },
};
const card = (mayPlay: boolean, viewer: ViewerKind, hasPremium?: boolean) =>
  renderToHtml(
    createElement(GameCard, { game: { ...game, can: { play: mayPlay } }, viewer, ...(hasPremium !== undefined && { hasPremium }) }),
    '/games',
  );

describe('the card of a premium game', () => {
  it('asks a visitor to sign in and a player to upgrade', () => {
    expect(textOf(card(false, 'visitor'))).toContain('Premium Required Sign In to Continue');
    expect(findElements(card(false, 'visitor'), 'a', { href: '/login?returnUrl=%2Fgames%2Fcoral-divers' })).toHaveLength(1);
    expect(textOf(card(false, 'player'))).toContain('Premium Required Upgrade Now');
    expect(findElements(card(false, 'player'), 'a', { href: '/subscription' })).toHaveLength(1);
  });

  it('is open to who has premium', () => expect(textOf(card(true, 'player'))).not.toContain('Premium Required'));

  it('follows what is known of the player now, though the list has it from earlier', () => {
    expect(textOf(card(true, 'player', false))).toContain('Premium Required');
    expect(textOf(card(false, 'player', true))).not.toContain('Premium Required');
  });
});
