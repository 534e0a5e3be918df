import { expect, test } from 'vitest';
import { codeOf } from '../../../../tests/friendship-world.ts';
import { createGroupWorld } from '../../../../tests/group-world.ts';
import { closeGroupByTeam, takeAwayGroupName } from '../team.service.server.ts';
import { groupsJobs } from './jobs.server.ts';
import { chooseNextOwner, type MemberRow } from './rules.ts';
import { closeGroup, handOver, leaveGroup, removeMember, setRole, tellOwnerJob } from './service.server.ts';

test('the next owner is the oldest helper, else the oldest member', () => {
  const row = (player_id: string, role: MemberRow['role'], minute: number): MemberRow => ({
    player_id,
    role,
    joined_at: new Date(minute * 60_000),
  });
  expect(chooseNextOwner([row('a', 'member', 1), row('b', 'helper', 3), row('c', 'helper', 2)])).toBe('c');
  expect(chooseNextOwner([row('b', 'member', 2), row('a', 'member', 2), row('c', 'member', 3)])).toBe('a');
  expect(chooseNextOwner([])).toBeNull();
});

test('when the owner leaves, a helper takes over, then the oldest member; the last one closes the group', async () => {
  const { ctx, players, makeWith, rolesIn, groupsOf } = await createGroupWorld({ amina: 18, brian: 18, chao: 18 });
  const id = await makeWith('amina', 'brian', 'chao');
  await setRole(ctx, players.amina, id, players.chao.id, 'helper');
  await leaveGroup(ctx, players.amina, id);
  expect(await rolesIn(id)).toEqual(['brian member', 'chao owner']);
  await leaveGroup(ctx, players.chao, id);
  expect(await rolesIn(id)).toEqual(['brian owner']);
  await leaveGroup(ctx, players.brian, id);
  expect((await groupsOf('brian')).groups).toEqual([]);
  expect(await ctx.db.selectFrom('groups').select(['closed_by']).execute()).toEqual([{ closed_by: 'empty' }]);
  expect(await codeOf(leaveGroup(ctx, players.brian, id))).toBe('not-found');
});

test('whoever becomes the owner is told so, if they still are when the job runs', async () => {
  const { ctx, players, makeWith, bellOf } = await createGroupWorld({ amina: 18, brian: 18, chao: 18 });
  const id = await makeWith('amina', 'brian', 'chao');
  const tell = async () => {
    while ((await ctx.jobs.drain(ctx, tellOwnerJob, 50)) > 0);
  };
  const told = [{ type: 'general', message: expect.stringContaining('“Happy Lions”'), related_id: `/groups/${id}` }];
  await tell();
  expect(await bellOf('amina')).toEqual([]);
  await handOver(ctx, players.amina, id, players.brian.id);
  await tell();
  expect(await bellOf('brian')).toEqual(told);
  // The former owner, as the only helper, and then the last one.
  await leaveGroup(ctx, players.brian, id);
  await leaveGroup(ctx, players.amina, id);
  await tell();
  expect([await bellOf('amina'), await bellOf('chao')]).toEqual([[], told]);
});

test('who may do what: helpers remove plain members, and everything else is for the owner', async () => {
  const { ctx, players, makeWith, rolesIn } = await createGroupWorld({
    owner: 18,
    helper: 18,
    second: 18,
    plain: 18,
    other: 18,
    stranger: 18,
  });
  const id = await makeWith('owner', 'helper', 'second', 'plain', 'other');
  for (const name of ['helper', 'second'] as const) await setRole(ctx, players.owner, id, players[name].id, 'helper');
  const { owner, helper, second, plain, other, stranger } = players;
  expect(await codeOf(removeMember(ctx, plain, id, other.id))).toBe('not-allowed');
  expect(await codeOf(removeMember(ctx, helper, id, second.id))).toBe('not-allowed');
  expect(await codeOf(removeMember(ctx, helper, id, owner.id))).toBe('not-allowed');
  expect(await codeOf(removeMember(ctx, helper, id, helper.id))).toBe('bad-input');
  expect(await codeOf(removeMember(ctx, helper, id, stranger.id))).toBe('not-available');
  for (const who of [helper, plain]) {
    expect(await codeOf(setRole(ctx, who, id, other.id, 'helper'))).toBe('not-allowed');
    expect(await codeOf(handOver(ctx, who, id, who === helper ? plain.id : helper.id))).toBe('not-allowed');
    expect(await codeOf(closeGroup(ctx, who, id))).toBe('not-allowed');
  }
  for (const work of [
    () => leaveGroup(ctx, stranger, id),
    () => removeMember(ctx, stranger, id, plain.id),
    () => setRole(ctx, stranger, id, plain.id, 'helper'),
    () => handOver(ctx, stranger, id, plain.id),
    () => closeGroup(ctx, stranger, id),
  ])
    expect(await codeOf(work())).toBe('not-found');
  expect(await rolesIn(id)).toEqual(['helper helper', 'other member', 'owner owner', 'plain member', 'second helper']);
  await removeMember(ctx, helper, id, other.id);
  await removeMember(ctx, owner, id, second.id);
  await handOver(ctx, owner, id, plain.id);
  expect(await rolesIn(id)).toEqual(['helper helper', 'owner helper', 'plain owner']);
  expect(await codeOf(closeGroup(ctx, owner, id))).toBe('not-allowed');
  await closeGroup(ctx, plain, id);
});

test('open pages of all whom a change concerns are told, and of nobody else', async () => {
  const { ctx, players, makeWith, invite, accept, listen } = await createGroupWorld({ amina: 18, brian: 18, chao: 18, zuri: 18 });
  const id = await makeWith('amina', 'brian');
  const heard = listen();
  const told = async () =>
    (await heard()).flatMap((text) => {
      const message = JSON.parse(text) as { kind: string; playerIds: string[] };
      return message.kind === 'group' ? [message.playerIds.toSorted()] : [];
    });
  // What making the group published.
  await heard();
  await invite('amina', id, 'chao');
  expect(await told()).toEqual([['amina', 'brian', 'chao']]);
  await accept('chao', id);
  expect(await told()).toEqual([['amina', 'brian', 'chao']]);
  await removeMember(ctx, players.amina, id, players.brian.id);
  expect(await told()).toEqual([['amina', 'brian', 'chao']]);
  await invite('amina', id, 'zuri');
  await told();
  await closeGroup(ctx, players.amina, id);
  expect(await told()).toEqual([['amina', 'chao', 'zuri']]);
});

test('our team closes a group and takes a name away; the rows of a closed group are deleted after 30 days', async () => {
  const { world, ctx, players, makeWith, invite, pageOf, bellOf, groupsOf } = await createGroupWorld({ amina: 18, brian: 18, chao: 18 });
  const id = await makeWith('amina', 'brian');
  await invite('amina', id, 'chao');
  const renamed = await ctx.db.transaction().execute((trx) => takeAwayGroupName(ctx, trx, id));
  expect(renamed?.ownerId).toBe(players.amina.id);
  // Neither the bell nor the list has the name any more.
  expect(await bellOf('chao')).toEqual([]);
  expect((await groupsOf('chao')).invitations).toMatchObject([{ name: 'Group', motto: '' }]);
  expect(await pageOf('brian', id)).toMatchObject({ name: 'Group', motto: '', changesLeft: 0 });
  const closed = await ctx.db.transaction().execute((trx) => closeGroupByTeam(ctx, trx, id));
  expect(closed?.memberIds.toSorted()).toEqual([players.amina.id, players.brian.id].toSorted());
  expect(await codeOf(pageOf('amina', id))).toBe('not-found');
  expect(await ctx.db.transaction().execute((trx) => closeGroupByTeam(ctx, trx, id))).toBeNull();
  expect(await ctx.db.transaction().execute((trx) => takeAwayGroupName(ctx, trx, id))).toBeNull();
  const count = async () => {
    for (const job of groupsJobs) await job.run(ctx);
    return (await ctx.db.selectFrom('group_members').selectAll().execute()).length;
  };
  world.advanceClock(30 * 86_400 - 60);
  expect(await count()).toBe(2);
  world.advanceClock(120);
  expect(await count()).toBe(0);
});

test('former names are deleted after 12 months, and what a group is called now never', async () => {
  const { world, ctx, players, make } = await createGroupWorld({ amina: 18 });
  const id = await make('amina');
  world.advanceClock(10);
  await ctx.db
    .insertInto('group_name_changes')
    .values({
      id: ctx.newId(),
      group_id: id,
      name: 'Night Owls',
      motto: '',
      kind: 'changed',
      changed_by: players.amina.id,
      changed_at: ctx.now(),
    })
    .execute();
  const names = async () => {
    for (const job of groupsJobs) await job.run(ctx);
    return (await ctx.db.selectFrom('group_name_changes').select('name').orderBy('changed_at').execute()).map(({ name }) => name);
  };
  world.advanceClock(360 * 86_400);
  expect(await names()).toEqual(['Happy Lions', 'Night Owls']);
  world.advanceClock(10 * 86_400);
  expect(await names()).toEqual(['Night Owls']);
});
