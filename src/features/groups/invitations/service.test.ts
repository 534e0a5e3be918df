import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf } from '../../../../tests/friendship-world.ts';
import { createGroupWorld } from '../../../../tests/group-world.ts';
import type { PlayerSummary } from '../../friends/schema.ts';
import { groupsJobs } from '../membership/jobs.server.ts';
import { leaveGroup, removeMember, setRole } from '../membership/service.server.ts';
import { INVITATIONS_PER_DAY } from './rules.ts';
import { answerInvitation, inviteFriends, listInvitable, takeBackInvitation } from './service.server.ts';

const namesOf = (view: { friends: PlayerSummary[] }) => view.friends.map(({ username }) => username);
const DAY = 86_400;

test('only friends are offered and invited: no requests, no strangers, nobody twice', async () => {
  const { ctx, players, relate, make, invite } = await createGroupWorld(
    { amina: 16, brian: 16, chao: 16, dina: 16, eve: 16 },
    { areFriends: false },
  );
  await relate('amina', 'brian', 'accepted');
  await relate('amina', 'chao', 'pending');
  await relate('amina', 'dina', 'paused');
  const id = await make('amina');
  expect(namesOf(await listInvitable(ctx, players.amina, id))).toEqual(['brian']);
  expect(await invite('amina', id, 'chao', 'dina', 'eve', 'amina')).toMatchObject({ ok: false, code: 'not-available' });
  expect(await invite('amina', id, 'brian', 'chao')).toEqual({ ok: true, invited: 1 });
  expect(namesOf(await listInvitable(ctx, players.amina, id))).toEqual([]);
  expect(await invite('amina', id, 'brian')).toMatchObject({ code: 'not-available' });
  expect(await invite('amina', id)).toMatchObject({ code: 'bad-input' });
  expect(await codeOf(inviteFriends(ctx, players.amina, id, ['x']))).toBe('bad-input');
});

test('friends are found by a part of either name', async () => {
  const { ctx, players, make } = await createGroupWorld({ amina: 18, brian: 18, brianna: 18, chao: 18 });
  await ctx.db.updateTable('players').set({ display_name: '50% Bri' }).where('id', '=', players.chao.id).execute();
  const id = await make('amina');
  const search = async (typed: string) => namesOf(await listInvitable(ctx, players.amina, id, typed)).toSorted();
  expect(await search(' BRI')).toEqual(['brian', 'brianna', 'chao']);
  expect(await search('anna')).toEqual(['brianna']);
  expect(await search('%')).toEqual(['chao']);
  expect(await search('nobody')).toEqual([]);
  expect(await search('b'.repeat(51))).toHaveLength(3);
});

/** Ways in which a friend, a member or the inviter becomes somebody who cannot be brought together with the others. */
const OBSTACLES = {
  'their age is not known': (who) => `update players set age_band = null, birth_month = null where id = '${who.brian}'`,
  'their account is closed': (who) =>
    `update players set closed_as = 'under-13', deletes_at = now() + interval '1 day' where id = '${who.brian}'`,
  'their address is not confirmed': (who) => `update players set email_confirmed = false where id = '${who.brian}'`,
  'their contacts are paused': (who) => `insert into contact_pauses values ('${who.brian}', now())`,
  'their age keeps them from a member': (who) => `update players set age_band = 18 where id = '${who.chao}'`,
  'they blocked a member': (who) => `insert into blocks values ('${who.brian}', '${who.chao}')`,
  'a member blocked them': (who) => `insert into blocks values ('${who.chao}', '${who.brian}')`,
  'they blocked the inviter': (who) => `insert into blocks values ('${who.brian}', '${who.amina}')`,
  'they are no friend of the inviter': (who) =>
    `delete from friendships where '${who.brian}' in (low_id, high_id) and '${who.amina}' in (low_id, high_id)`,
  'the friendship is paused': (who) =>
    `update friendships set state = 'paused' where '${who.brian}' in (low_id, high_id) and '${who.amina}' in (low_id, high_id)`,
  'the inviter’s contacts are paused': (who) => `insert into contact_pauses values ('${who.amina}', now())`,
  'the inviter is muted': (who) =>
    `insert into sanctions (id, player_id, kind, why) values (gen_random_uuid(), '${who.amina}', 'mute', 'x')`,
  'they are in as many groups as one can be in': (who) =>
    `with g as (insert into groups select gen_random_uuid(), 'Some', '', badge_shape, badge_color, badge_cloth, badge_sign, null, now()
       from groups, generate_series(1, 20) returning id)
     insert into group_members select id, '${who.brian}', 'owner', now() from g`,
} satisfies Record<string, (who: { amina: string; brian: string; chao: string }) => string>;

test.each(Object.keys(OBSTACLES) as (keyof typeof OBSTACLES)[])(
  'who cannot join is not offered, not invited and does not join: %s',
  async (why) => {
    const { ctx, players, make, makeWith, invite, accept, rolesIn } = await createGroupWorld({ amina: 16, brian: 16, chao: 16 });
    const before = await makeWith('amina', 'chao');
    const after = await make('amina', { name: 'Night Owls' });
    await invite('amina', before, 'brian');
    // Chao is in the second group too, to which Brian is not invited.
    await invite('amina', after, 'chao');
    await accept('chao', after);
    const ids = { amina: players.amina.id, brian: players.brian.id, chao: players.chao.id };
    // As it is without the obstacle.
    expect(namesOf(await listInvitable(ctx, players.amina, after))).toEqual(['brian']);
    await sql.raw(OBSTACLES[why](ids)).execute(ctx.db);
    expect(namesOf(await listInvitable(ctx, players.amina, after))).toEqual([]);
    expect((await invite('amina', after, 'brian')).ok).toBe(false);
    expect(await codeOf(accept('brian', before))).toMatch(/^(not-available|too-many-requests)$/);
    expect((await rolesIn(before)).some((line) => line.startsWith('brian'))).toBe(false);
  },
);

test('members who are no friends of each other join together if their ages let them, and are no friends afterwards', async () => {
  const { relate, makeWith, pageOf, standing } = await createGroupWorld({ amina: 16, brian: 13, chao: 16 }, { areFriends: false });
  await relate('amina', 'brian', 'accepted');
  await relate('amina', 'chao', 'accepted');
  const id = await makeWith('amina', 'brian', 'chao');
  expect((await pageOf('brian', id)).members).toMatchObject([
    { username: 'amina', isFriend: true },
    { username: 'brian', isSelf: true },
    { username: 'chao', isFriend: false },
  ]);
  expect(await standing()).toEqual(['amina accepted brian', 'amina accepted chao']);
});

test('an adult whom a guardian did not approve comes into no group with a child, whoever invites', async () => {
  const { ctx, players, relate, make, invite } = await createGroupWorld({ teen: 16, adult: 18, other: 16 }, { areFriends: false });
  await relate('teen', 'other', 'accepted');
  await relate('teen', 'adult', 'accepted');
  const id = await make('teen');
  expect(namesOf(await listInvitable(ctx, players.teen, id))).toEqual(['other']);
  expect((await invite('teen', id, 'adult')).ok).toBe(false);
});

test('who declines is not invited again for 30 days, by nobody of the group', async () => {
  const { world, ctx, players, make, invite, bellOf, groupsOf, accept } = await createGroupWorld({ amina: 18, brian: 18 });
  const id = await make('amina');
  await invite('amina', id, 'brian');
  await answerInvitation(ctx, players.brian, id, 'decline');
  expect([await bellOf('brian'), (await groupsOf('brian')).invitations]).toEqual([[], []]);
  expect(await codeOf(accept('brian', id))).toBe('not-found');
  expect(await codeOf(answerInvitation(ctx, players.brian, id, 'decline'))).toBe('not-found');
  world.advanceClock(30 * DAY - 60);
  expect(await invite('amina', id, 'brian')).toMatchObject({ ok: false, code: 'not-available' });
  world.advanceClock(120);
  expect(await invite('amina', id, 'brian')).toEqual({ ok: true, invited: 1 });
});

test('who was removed is not invited back by helpers for 30 days; the owner may', async () => {
  const { ctx, players, makeWith, invite, pageOf, bellOf } = await createGroupWorld({ amina: 18, brian: 18, chao: 18 });
  const id = await makeWith('amina', 'brian', 'chao');
  await setRole(ctx, players.amina, id, players.brian.id, 'helper');
  await removeMember(ctx, players.brian, id, players.chao.id);
  // Nothing tells them.
  expect([await bellOf('chao'), await codeOf(pageOf('chao', id))]).toEqual([[], 'not-found']);
  expect(namesOf(await listInvitable(ctx, players.brian, id))).toEqual([]);
  expect(await invite('brian', id, 'chao')).toMatchObject({ code: 'not-available' });
  expect(namesOf(await listInvitable(ctx, players.amina, id))).toEqual(['chao']);
  expect(await invite('amina', id, 'chao')).toEqual({ ok: true, invited: 1 });
});

test('an invitation ends when it is taken back, when its sender leaves, or after 30 days, and the bell with it', async () => {
  const { world, ctx, players, makeWith, invite, bellOf, groupsOf, accept } = await createGroupWorld({
    amina: 18,
    brian: 18,
    chao: 18,
    zuri: 18,
  });
  const id = await makeWith('amina', 'brian', 'zuri');
  await setRole(ctx, players.amina, id, players.brian.id, 'helper');
  await invite('amina', id, 'chao');
  // A plain member learns of nobody's invitation, and a helper takes back their own.
  expect(await codeOf(takeBackInvitation(ctx, players.zuri, id, players.chao.id))).toBe('not-allowed');
  expect(await codeOf(takeBackInvitation(ctx, players.brian, id, players.chao.id))).toBe('not-allowed');
  await takeBackInvitation(ctx, players.amina, id, players.chao.id);
  expect([await bellOf('chao'), await codeOf(accept('chao', id))]).toEqual([[], 'not-found']);
  expect(await codeOf(takeBackInvitation(ctx, players.amina, id, players.chao.id))).toBe('not-available');
  await invite('brian', id, 'chao');
  await leaveGroup(ctx, players.brian, id);
  expect([await bellOf('chao'), await codeOf(accept('chao', id))]).toEqual([[], 'not-found']);
  world.advanceClock(1);
  await invite('amina', id, 'chao');
  expect(await bellOf('chao')).toHaveLength(1);
  world.advanceClock(30 * DAY);
  expect([(await groupsOf('chao')).invitations, await codeOf(accept('chao', id))]).toEqual([[], 'not-found']);
  for (const job of groupsJobs) await job.run(ctx);
  expect([await bellOf('chao'), await ctx.db.selectFrom('group_invitations').selectAll().execute()]).toEqual([[], []]);
});

test.each(['remove', 'block'] as const)('an invitation and what the bell says of it end with the friendship: %s', async (what) => {
  for (const [from, to] of [
    ['amina', 'brian'],
    ['brian', 'amina'],
  ] as const) {
    const { act, make, invite, bellOf, accept, pageOf } = await createGroupWorld({ amina: 18, brian: 18, chao: 18 });
    const id = await make('amina');
    await invite('amina', id, 'brian', 'chao');
    await act(from, what, to);
    expect([await bellOf('brian'), await codeOf(accept('brian', id))]).toEqual([[], 'not-found']);
    expect((await pageOf('amina', id)).invited.map(({ username }) => username)).toEqual(['chao']);
    expect(await bellOf('chao')).toHaveLength(1);
  }
});

test('plain members, muted players and those whose contacts are paused invite nobody', async () => {
  const { ctx, players, makeWith, invite } = await createGroupWorld({ amina: 18, brian: 18, chao: 18 });
  const id = await makeWith('amina', 'brian');
  expect(await codeOf(invite('brian', id, 'chao'))).toBe('not-allowed');
  expect(await codeOf(listInvitable(ctx, players.brian, id))).toBe('not-allowed');
  expect(await codeOf(invite('chao', id, 'chao'))).toBe('not-found');
  expect(await codeOf(listInvitable(ctx, players.chao, id))).toBe('not-found');
  await ctx.db.insertInto('contact_pauses').values({ player_id: players.amina.id, paused_at: ctx.now() }).execute();
  expect(await invite('amina', id, 'chao')).toMatchObject({ code: 'paused' });
  await ctx.db.deleteFrom('contact_pauses').execute();
  await ctx.db.insertInto('sanctions').values({ id: ctx.newId(), player_id: players.amina.id, kind: 'mute', why: 'x' }).execute();
  expect(await invite('amina', id, 'chao')).toMatchObject({ code: 'muted' });
  expect(namesOf(await listInvitable(ctx, players.amina, id))).toEqual([]);
  await ctx.db.updateTable('sanctions').set({ lifted_at: ctx.now() }).execute();
  expect(await invite('amina', id, 'chao')).toMatchObject({ ok: true });
});

test('a day has a limit of invitations', async () => {
  const { world, ctx, players, make, invite } = await createGroupWorld({ amina: 18, brian: 18, chao: 18 });
  const id = await make('amina');
  await ctx.rateLimiter.consume(INVITATIONS_PER_DAY, players.amina.id, INVITATIONS_PER_DAY.points - 1);
  expect(await invite('amina', id, 'brian', 'chao')).toMatchObject({ code: 'too-many-requests' });
  expect(await ctx.db.selectFrom('group_invitations').selectAll().execute()).toEqual([]);
  world.advanceClock(DAY + 1);
  expect(await invite('amina', id, 'brian', 'chao')).toEqual({ ok: true, invited: 2 });
});
