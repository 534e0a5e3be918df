import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { applyFriendAction, setPresence } from '../../friends/service.server.ts';
import { PROFILE_TABS } from '../schema.ts';
import { ProfilePage } from '../ui/profile.tsx';
import * as profile from './profile.tsx';

type Props = Parameters<typeof ProfilePage>[0];
const LISTS = ['favorites', 'history', 'friends', 'items'] as const;

describe('/profile', () => {
  it('loads the chosen tab alone, beside what always stands there', async () => {
    const { get } = await createPaymentsPages();
    for (const tab of PROFILE_TABS) {
      const { data } = await get(profile, tab === 'favorites' ? '/profile' : `/profile?tab=${tab}`);
      const shown = data as Record<(typeof LISTS)[number], unknown>;
      expect([tab, ...LISTS.filter((list) => shown[list] !== null)]).toEqual([tab, tab]);
      expect(data).toMatchObject({ tab, isPremium: false, balance: 0, onlineFriends: [], memberSince: expect.any(String) });
    }
    expect((await get(profile, '/profile?tab=nonsense')).data).toMatchObject({ tab: 'favorites' });
  });

  it('asks a visitor to sign in and come back to the tab', async () => {
    const { get } = await createPaymentsPages();
    expect((await get(profile, '/profile', VISITOR)).to).toBe('/login?returnUrl=%2Fprofile');
    expect((await get(profile, '/profile?tab=items', VISITOR)).to).toBe('/login?returnUrl=%2Fprofile%3Ftab%3Ditems');
  });

  it('shows the friends who are here and show it, by their names, and nobody else', async () => {
    const { get, player, world, ctx } = await createPaymentsPages();
    const names = ['Zuri', 'amina', 'Brian', 'Hidden', 'Away', 'Stranger'];
    const players = await Promise.all(names.map((display_name) => world.addPlayer({ display_name, username: display_name.toLowerCase() })));
    const by = (name: string) => players[names.indexOf(name)]?.id ?? '';
    for (const other of players) {
      if (other.id === by('Stranger')) continue;
      await applyFriendAction(ctx, player, { do: 'ask', id: other.id });
      await applyFriendAction(ctx, other, { do: 'accept', id: player.id });
    }
    await setPresence(ctx, names.filter((name) => name !== 'Away').map(by), true);
    await ctx.db
      .insertInto('privacy')
      .values({ player_id: by('Hidden'), online: false })
      .execute();
    const here = async () => ((await get(profile, '/profile')).data as Props).onlineFriends.map((one) => one.displayName);
    expect(await here()).toEqual(['amina', 'Brian', 'Zuri']);
    await setPresence(ctx, [by('Brian')], false);
    await applyFriendAction(ctx, player, { do: 'remove', id: by('amina') });
    expect(await here()).toEqual(['Zuri']);
    const { friends } = (await get(profile, '/profile?tab=friends')).data as Props;
    expect(friends?.items.map(({ displayName }) => displayName).toSorted()).toEqual(['Away', 'Brian', 'Hidden', 'Zuri']);
    world.advanceClock(61);
    expect(await here()).toEqual([]);
  });
});

describe('the own profile as it is sent', () => {
  const base: Props = {
    viewer: { id: 'p', username: 'amani', displayName: 'Amani', avatar: '/avatars/of/00000000.svg', role: 'player' },
    memberSince: '2025-01-15T10:00:00.000Z',
    isPremium: false,
    balance: 1250,
    onlineFriends: [],
    tab: 'favorites',
    favorites: { games: [], total: 0, next: null },
    history: null,
    friends: null,
    items: null,
  };
  const page = (more: Partial<Props> = {}, address = '/profile') => renderToHtml(createElement(ProfilePage, { ...base, ...more }), address);

  it('says who one is, since when, what one has, and where it is changed', () => {
    const html = page();
    const words = textOf(html);
    expect(words).toContain('Amani @amani Member since January 2025');
    expect(words).toContain('1,250 kiddocash');
    expect(words).not.toContain('Premium');
    expect(textOf(page({ isPremium: true }))).toContain('January 2025 Premium');
    for (const href of ['/settings', '/friends?tab=search', '/robux', '/avatar-customization'])
      expect([href, findElements(html, 'a', { href }).length]).toEqual([href, 1]);
    expect(findElements(html, 'a', { class: 'tab' }).map(({ href }) => href)).toEqual([
      '/profile',
      '/profile?tab=history',
      '/profile?tab=friends',
      '/profile?tab=items',
    ]);
    expect(words).toContain('No favorite games yet. Start exploring!');
  });

  it('shows the whole figure where one was drawn, else the round picture', () => {
    const face = `/media/avatars/00000000-0000-7000-8000-000000000001/${'a'.repeat(32)}/face.webp`;
    const drawn = page({ viewer: { ...base.viewer, avatar: face } });
    expect(findElements(drawn, 'img', { class: 'profile-figure' }).map(({ src }) => src)).toEqual([face.replace('face', 'figure')]);
    expect(findElements(page(), 'img', { class: 'profile-avatar' }).map(({ src }) => src)).toEqual(['/avatars/of/00000000.svg']);
  });

  it('leads to friends and to their chats', () => {
    const zuri = { id: 'z', username: 'zuri', displayName: 'Zuri', avatar: '/avatars/of/00000001.svg', isTeam: false };
    const friend = { ...zuri, presence: { online: true, lastSeen: null }, unread: 0, last: null };
    const html = page({ tab: 'friends', favorites: null, friends: { items: [friend], next: null } }, '/profile?tab=friends');
    expect(findElements(html, 'a', { href: '/friends/z' })).toHaveLength(1);
    expect(findElements(html, 'a', { href: '/friends?chat=z' })[0]).toMatchObject({ 'aria-label': 'Message Zuri' });
    expect(textOf(html)).toContain('Zuri @zuri Online');
    // In this list the heading already says that all friends are online.
    expect(textOf(page({ onlineFriends: [zuri] }))).toMatch(/Friends online Zuri @zuri See all friends/);
    expect(textOf(page({ tab: 'friends', favorites: null, friends: { items: [], next: null } }))).toContain(
      'No friends yet. Start making connections!',
    );
  });
});
