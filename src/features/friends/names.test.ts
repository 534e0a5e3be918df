import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Actor } from '../../shared/permissions.ts';
import { listNotifications } from '../notifications/service.server.ts';
import type { FriendAction } from './schema.ts';
import {
  applyFriendAction,
  searchPlayers,
  getFriendsView,
  getPlayerSummary,
  getProfile,
  listOnlineFriends,
  recordPresence,
} from './service.server.ts';

const applyAction = (world: World, actor: Actor, what: FriendAction, other: { id: string }) =>
  applyFriendAction(world.ctx, actor, { do: what, id: other.id });
const bell = async (world: World, actor: Actor) => (await listNotifications(world.ctx, actor, null)).items.map((item) => item.message);

test('who is of the team is shown as such everywhere, by the role and never by the names', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  const mod = await world.addPlayer({ username: 'zuri_mod', display_name: 'Zuri', role: 'moderator' });
  const boss = await world.addPlayer({ username: 'zuri_ops', display_name: 'Zuri', role: 'operator' });
  // From before such names were refused.
  const liar = await world.addPlayer({ username: 'zuri_kiddo', display_name: 'Kiddo team \u2705', role: 'player' });
  const badges = (rows: { username: string; isTeam: boolean }[] | undefined) =>
    Object.fromEntries(rows?.map(({ username, isTeam }) => [username, isTeam]) ?? []);
  const all = { zuri_mod: true, zuri_ops: true, zuri_kiddo: false };
  expect(badges(await searchPlayers(world.ctx, amina, 'zuri_'))).toEqual(all);
  for (const other of [mod, boss, liar]) await applyAction(world, other, 'ask', amina);
  const viewOf = (actor: Actor, tab: 'requests' | 'friends' | 'search') => getFriendsView(world.ctx, actor, { tab, term: '', after: null });
  expect(badges((await viewOf(amina, 'requests')).requests?.received)).toEqual(all);
  await applyAction(world, amina, 'ask', await world.addPlayer({ username: 'op', role: 'operator' }));
  expect(badges((await viewOf(amina, 'requests')).requests?.sent)).toEqual({ op: true });
  for (const other of [mod, boss, liar]) await applyAction(world, amina, 'accept', other);
  expect(badges((await viewOf(amina, 'friends')).friends?.items)).toEqual(all);
  await recordPresence(world.ctx, [mod.id, liar.id]);
  expect(badges(await listOnlineFriends(world.ctx, amina, 5))).toEqual({ zuri_mod: true, zuri_kiddo: false });
  for (const other of [mod, boss, liar]) {
    const isTeam = other !== liar;
    expect(await getPlayerSummary(world.ctx, amina, other.id)).toMatchObject({ isTeam });
    expect((await getProfile(world.ctx, amina, other.id)).player).toMatchObject({ isTeam });
    await applyAction(world, amina, 'block', other);
  }
  const blocked = async () => (await viewOf(amina, 'search')).search?.blocked.flatMap(({ player }) => player ?? []);
  expect(badges(await blocked())).toEqual(all);
  // With the role the badge goes.
  await world.ctx.db.updateTable('players').set({ role: 'player' }).where('id', '=', mod.id).execute();
  expect(badges(await blocked())).toEqual({ ...all, zuri_mod: false });
});

test('a notification names the other with the username too', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina_w', display_name: 'Brian' });
  const nameless = await world.addPlayer({ username: 'zuri', display_name: '' });
  const brian = await world.addPlayer({ username: 'brian', display_name: 'Brian' });
  for (const other of [amina, nameless]) await applyAction(world, other, 'ask', brian);
  expect(await bell(world, brian)).toEqual(['@zuri wants to be your friend', 'Brian (@amina_w) wants to be your friend']);
});
