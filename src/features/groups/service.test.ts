import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf } from '../../../tests/friendship-world.ts';
import { BADGE, createGroupWorld, FORM } from '../../../tests/group-world.ts';
import { reportPlayer } from '../chat/reports/service.server.ts';
import { getProfile, setPresence } from '../friends/service.server.ts';
import { closeGroup } from './membership/service.server.ts';

test('from making a group to two who see each other in it', async () => {
  const { players, make, invite, accept, groupsOf, pageOf, bellOf, ctx } = await createGroupWorld({ amina: 16, brian: 16 });
  const id = await make('amina');
  expect(await groupsOf('amina')).toEqual({
    groups: [{ id, name: FORM['name'], motto: FORM['motto'], badge: BADGE, memberCount: 1, faces: [], onlineCount: 0 }],
    invitations: [],
    obstacle: null,
  });
  expect(await invite('amina', id, 'brian')).toEqual({ ok: true, invited: 1 });
  expect((await pageOf('amina', id)).invited).toMatchObject([{ username: 'brian', canTakeBack: true }]);
  expect(await bellOf('brian')).toEqual([
    { type: 'group_invite', message: expect.stringContaining(`invites you to the group “${FORM['name']}”`), related_id: id },
  ]);
  expect(await groupsOf('brian')).toMatchObject({
    groups: [],
    invitations: [{ id, name: FORM['name'], badge: BADGE, memberCount: 1, invitedBy: { username: 'amina' } }],
  });
  // An invitation alone shows nobody who is in the group.
  expect(await codeOf(pageOf('brian', id))).toBe('not-found');
  await accept('brian', id);
  expect(await bellOf('brian')).toEqual([]);
  await setPresence(ctx, [players.amina.id], true);
  expect(await groupsOf('brian')).toMatchObject({
    groups: [{ id, memberCount: 2, onlineCount: 1, faces: [{ id: players.amina.id }] }],
    invitations: [],
  });
  expect(await pageOf('brian', id)).toMatchObject({
    id,
    memberCount: 2,
    role: 'member',
    members: [
      { username: 'amina', role: 'owner', isSelf: false, isFriend: true, presence: { online: true } },
      { username: 'brian', role: 'member', isSelf: true, isFriend: false, presence: null },
    ],
    invited: [],
    canInvite: false,
    canEdit: false,
  });
});

test('nobody but members learns that a group exists, and nobody at all once it is closed', async () => {
  const { ctx, players, makeWith, pageOf, groupsOf, bellOf, invite } = await createGroupWorld({ amina: 18, brian: 18, chao: 18, zuri: 18 });
  const id = await makeWith('amina', 'brian');
  await invite('amina', id, 'zuri');
  for (const wrong of [id, ctx.newId(), 'x', '']) expect(await codeOf(pageOf('chao', wrong))).toBe('not-found');
  expect((await groupsOf('chao')).groups).toEqual([]);
  await closeGroup(ctx, players.amina, id);
  for (const name of ['amina', 'brian'] as const) {
    expect(await codeOf(pageOf(name, id))).toBe('not-found');
    expect((await groupsOf(name)).groups).toEqual([]);
  }
  expect([(await groupsOf('zuri')).invitations, await bellOf('zuri')]).toEqual([[], []]);
});

test('members who block each other see each other nowhere in the group: not in lists, faces, counts or as inviter', async () => {
  const { act, ctx, players, makeWith, pageOf, groupsOf, invite } = await createGroupWorld({ amina: 18, brian: 18, chao: 18, zuri: 18 });
  const id = await makeWith('amina', 'brian', 'chao');
  await setPresence(ctx, [players.amina.id, players.brian.id, players.chao.id], true);
  await act('brian', 'block', 'amina');
  for (const [me, other] of [
    ['brian', 'amina'],
    ['amina', 'brian'],
  ] as const) {
    const page = await pageOf(me, id);
    expect(page.members.map(({ username }) => username).toSorted()).toEqual([me, 'chao'].toSorted());
    expect(page.memberCount).toBe(2);
    expect((await groupsOf(me)).groups).toMatchObject([{ memberCount: 2, onlineCount: 1, faces: [{ id: players.chao.id }] }]);
    expect(JSON.stringify([page, await groupsOf(me)])).not.toContain(players[other].id);
  }
  expect((await pageOf('chao', id)).memberCount).toBe(3);
  // Who was invited by somebody and then blocked them is not asked by them any more.
  await invite('amina', id, 'zuri');
  expect((await groupsOf('zuri')).invitations).toHaveLength(1);
  await act('zuri', 'block', 'amina');
  expect((await groupsOf('zuri')).invitations).toEqual([]);
});

test('who hides from searches, or whose contacts are paused, is seen, reported and blocked by fellow members, and by nobody else', async () => {
  const { act, ctx, players, relate, makeWith } = await createGroupWorld(
    { amina: 18, brian: 18, chao: 18, zuri: 18 },
    { areFriends: false },
  );
  await relate('amina', 'brian', 'accepted');
  await relate('amina', 'chao', 'accepted');
  const id = await makeWith('amina', 'brian', 'chao');
  const openPage = (name: 'amina' | 'brian' | 'chao' | 'zuri') => getProfile(ctx, players[name], players.chao.id);
  const report = (name: 'amina' | 'brian' | 'chao' | 'zuri') =>
    codeOf(reportPlayer(ctx, players[name], { playerId: players.chao.id, reason: 'bullying' }));
  await ctx.db.insertInto('privacy').values({ player_id: players.chao.id, profile: 'private', finding: 'private' }).execute();
  await ctx.db.insertInto('contact_pauses').values({ player_id: players.chao.id, paused_at: ctx.now() }).execute();
  expect(await openPage('brian')).toMatchObject({
    player: { username: 'chao' },
    relation: 'none',
    asking: 'closed',
    presence: null,
    details: null,
  });
  expect(await codeOf(openPage('zuri'))).toBe('not-found');
  expect([await report('brian'), await report('zuri')]).toEqual(['ok', 'not-found']);
  await act('brian', 'block', 'chao');
  await act('brian', 'unblock', 'chao');
  await act('chao', 'block', 'brian');
  expect(await codeOf(openPage('brian'))).toBe('not-found');
  await act('chao', 'unblock', 'brian');
  await closeGroup(ctx, players.amina, id);
  expect(await codeOf(openPage('brian'))).toBe('not-found');
});

test('presence in a group is for friends alone, as everywhere', async () => {
  const { ctx, players, relate, makeWith, pageOf, groupsOf } = await createGroupWorld(
    { amina: 18, brian: 18, chao: 18 },
    { areFriends: false },
  );
  await relate('amina', 'brian', 'accepted');
  await relate('amina', 'chao', 'accepted');
  const id = await makeWith('amina', 'brian', 'chao');
  await setPresence(ctx, [players.chao.id], true);
  expect((await pageOf('brian', id)).members.find(({ username }) => username === 'chao')).toMatchObject({
    isFriend: false,
    presence: null,
  });
  expect((await groupsOf('brian')).groups[0]?.onlineCount).toBe(0);
  expect((await groupsOf('amina')).groups[0]?.onlineCount).toBe(1);
  await ctx.db.insertInto('privacy').values({ player_id: players.chao.id, online: false }).execute();
  expect((await groupsOf('amina')).groups[0]?.onlineCount).toBe(0);
});

test('favorites and plays count only of members whose whole profile the viewer sees, and only games that fit the viewer', async () => {
  const { world, ctx, players, relate, makeWith, pageOf } = await createGroupWorld(
    { amina: 13, brian: 16, chao: 16 },
    { areFriends: false },
  );
  await relate('amina', 'brian', 'accepted');
  await relate('amina', 'chao', 'accepted');
  const id = await makeWith('amina', 'brian', 'chao');
  const [shared, mine, older, hidden] = [
    await world.addGame(),
    await world.addGame(),
    await world.addGame({ min_age: 16 }),
    await world.addGame({ hidden_at: ctx.now() }),
  ];
  const now = ctx.now();
  const long = new Date(now.getTime() - 8 * 86_400_000);
  const mark = (name: 'amina' | 'brian' | 'chao', game: string) =>
    ctx.db.insertInto('favorites').values({ player_id: players[name].id, game_id: game, created_at: now }).execute();
  const play = (name: 'amina' | 'brian' | 'chao', game: string, at = now) =>
    ctx.db.insertInto('play_history').values({ id: ctx.newId(), player_id: players[name].id, game_id: game, played_at: at }).execute();
  for (const game of [shared, older, hidden]) await mark('chao', game);
  await mark('amina', shared);
  await mark('brian', mine);
  await play('chao', shared);
  await play('chao', shared);
  await play('chao', shared, long);
  await play('amina', shared);
  await play('brian', mine);
  await play('chao', older);
  const gamesOf = async (name: 'amina' | 'brian' | 'chao') => {
    const { favorites, played } = await pageOf(name, id);
    return [favorites.map((game) => game.id), played.map((game) => [game.id, game.playCount])];
  };
  // Amina is 13 and a friend of both; Brian and Chao are no friends of each other.
  expect(await gamesOf('amina')).toEqual([
    [shared, mine],
    [
      [shared, 3],
      [mine, 1],
    ],
  ]);
  expect(await gamesOf('brian')).toEqual([
    expect.arrayContaining([shared, mine]),
    expect.arrayContaining([
      [shared, 1],
      [mine, 1],
    ]),
  ]);
  await sql`insert into privacy (player_id, profile) values (${players.chao.id}, 'private')`.execute(ctx.db);
  expect((await gamesOf('amina'))[1]).toEqual(
    expect.arrayContaining([
      [shared, 1],
      [mine, 1],
    ]),
  );
});
