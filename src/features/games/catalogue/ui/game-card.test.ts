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
  plays: 0,
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
  it('asks a visitor to sign in and a player to upgrade, by its words and by its lock', () => {
    expect(textOf(card(false, 'visitor'))).toContain('Premium Required Sign In to Continue');
    expect(findElements(card(false, 'visitor'), 'a', { href: '/login?returnUrl=%2Fgames%2Fcoral-divers' })).toHaveLength(2);
    expect(textOf(card(false, 'player'))).toContain('Premium Required Upgrade Now');
    expect(findElements(card(false, 'player'), 'a', { href: '/subscription' })).toHaveLength(2);
  });

  it('is open to who has premium', () => expect(textOf(card(true, 'player'))).not.toContain('Premium Required'));

  it('follows what is known of the player now, though the list has it from earlier', () => {
    expect(textOf(card(true, 'player', false))).toContain('Premium Required');
    expect(textOf(card(false, 'player', true))).not.toContain('Premium Required');
  });
});

const facts = (some: Partial<Game>) =>
  renderToHtml(createElement(GameCard, { game: { ...game, isPremium: false, ...some }, viewer: 'visitor' }), '/games');

describe('a card', () => {
  it('says how many play it now, else how often it was played, else that it is new; in words for who listens', () => {
    const people = (players: number, plays: number) => textOf(facts({ players, plays, bytes: null }));
    expect(people(3, 1200)).toContain('3 playing 3 playing now');
    expect(people(0, 1)).toContain('1 play Played once');
    expect(people(0, 999)).toContain('999 plays Played 999 times');
    expect(people(0, 1299)).toContain('1.2K plays Played 1.2 thousand times');
    expect(people(0, 2_000_000)).toContain('2M plays Played 2M times');
    expect(people(0, 0)).toContain('New New: nobody has played it yet');
    expect(people(0, 0)).not.toContain('/1000');
    expect(findElements(facts({ players: 3 }), 'p', { class: 'card-people playing' })).toHaveLength(1);
    expect(findElements(facts({}), 'p', { class: 'card-people playing' })).toHaveLength(0);
  });

  it('leads to the page by its title, and into the game by its Play token', () => {
    expect(findElements(facts({}), 'a', { href: '/games/coral-divers' })).toHaveLength(1);
    expect(findElements(facts({}), 'a', { href: '/games/coral-divers#play', 'aria-label': 'Play Coral Divers' })).toHaveLength(1);
    expect(findElements(card(false, 'visitor'), 'a', { href: '/games/coral-divers#play' })).toHaveLength(0);
  });

  it('shows two tags, and how many more there are', () => {
    expect(textOf(facts({ tags: ['Cars', 'City', 'Nairobi', 'Dodge'] }))).toMatch(/Cars City \+2 and 2 more tags/);
    expect(textOf(facts({ tags: ['Cars', 'City'] }))).not.toContain('+');
  });
});
