import { createElement } from 'react';
import { expect, test } from 'vitest';
import { hiddenFieldsOf, textOf, renderToHtml } from '../../../../tests/markup.ts';
import { addGroup, renameGroup } from '../../../../tests/reported-group.ts';
import { createWorld } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { groupsJobs } from '../../groups/membership/jobs.server.ts';
import { reportGroup } from '../../groups/reports/service.server.ts';
import { holdCase } from '../cases/service.server.ts';
import { GROUP_DECISIONS, NAME_FAULTS } from './schema.ts';
import { decideAboutGroup, getGroupCase, listGroupReports, listGroupsOfPlayer } from './service.server.ts';
import { GroupCaseView } from './ui/group-case-view.tsx';

async function cast() {
  const world = await createWorld();
  const { ctx } = world;
  const add = (username: string, role: 'player' | 'moderator' = 'player') => world.addPlayer({ username, role });
  const [owner, member, invited, mod] = [await add('owner'), await add('member'), await add('invited'), await add('mod', 'moderator')];
  const groupId = await addGroup(world, { ownerId: owner.id, memberIds: [member.id], invited: [{ id: invited.id }], motto: 'We fly' });
  const report = (actor: Actor, description = 'they are mean') => reportGroup(ctx, actor, groupId, { reason: 'bullying', description });
  await report(member);
  const view = () => getGroupCase(ctx, mod, groupId);
  // The fields of the form as a moderator opens it now.
  const openForm = async () => hiddenFieldsOf(createElement(GroupCaseView, { view: await view(), bar: null, answer: undefined }));
  const decide = async (fields: Record<string, string>, actor: Actor = mod) =>
    decideAboutGroup(ctx, actor, groupId, { note: 'a good note', ...(await openForm()), ...fields });
  const told = async (playerId: string) =>
    (
      await ctx.db
        .selectFrom('notifications')
        .select(['type', 'title', 'message'])
        .where('player_id', '=', playerId)
        .orderBy('id')
        .execute()
    ).filter(({ title }) => title !== 'Your report about a group');
  const states = async () =>
    (await ctx.db.selectFrom('group_reports').select('state').orderBy('created_at').execute()).map(({ state }) => state);
  return { world, ctx, owner, member, invited, mod, groupId, report, view, openForm, decide, told, states };
}

test('a moderator sees the group as it is and was, who is in it and invited, and who reported it', async () => {
  const { world, ctx, owner, mod, groupId, view } = await cast();
  world.advanceClock(1);
  await renameGroup(world, groupId, 'Nice Club', owner.id);
  const page = await view();
  expect(page).toMatchObject({
    group: { name: 'Nice Club', motto: 'We fly', badge: { shape: 'drum', color: 'teal', cloth: 'zigzag', sign: 'kite' }, closedAt: null },
    members: [
      { username: 'owner', role: 'owner' },
      { username: 'member', role: 'member' },
    ],
    invitations: [{ username: 'invited', invitedBy: 'owner' }],
    names: [
      { name: 'Nice Club', kind: 'changed', by: { username: 'owner' } },
      { name: 'Kite Club', motto: 'We fly', kind: 'made', by: { username: 'owner' } },
    ],
    reports: [{ reporter: 'member', description: 'they are mean', formerWords: { name: 'Kite Club', motto: 'We fly' }, state: 'new' }],
    can: { 'dismiss-group': true, 'resolve-group': true, 'take-group-name': true, 'close-group': true },
  });
  const html = renderToHtml(createElement(GroupCaseView, { view: page, bar: null, answer: undefined }), `/moderation/groups/${groupId}`);
  expect(html).toContain(`/moderation/players/${owner.id}`);
  expect(textOf(html)).toMatch(/Nice Club We fly.*Called then: Kite Club/);
  expect(await listGroupReports(ctx, mod, 'waiting', null)).toMatchObject({
    items: [{ group: { id: groupId, name: 'Nice Club' } }],
    waiting: 1,
    late: 0,
  });
  // Opening it is reading private data of children.
  const read = await ctx.db.selectFrom('audit_log').select(['action', 'subject_id']).where('actor_id', '=', mod.id).execute();
  expect(read).toEqual([{ action: 'read-case', subject_id: groupId }]);
});

test('only the team sees and decides, and nobody of it who belongs to the group or reported it', async () => {
  const { world, ctx, owner, member, invited, groupId, decide, states } = await cast();
  const uses = [
    (actor: Actor) => listGroupReports(ctx, actor, 'waiting', null),
    (actor: Actor) => getGroupCase(ctx, actor, groupId),
    (actor: Actor) => listGroupsOfPlayer(ctx, actor, owner.id),
    (actor: Actor) => decide({ action: 'close-group' }, actor),
  ];
  for (const use of uses) {
    for (const actor of [member, invited, SYSTEM]) await expect(use(actor)).rejects.toMatchObject({ code: 'not-allowed' });
    await expect(use(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
  }
  for (const player of [owner, member, invited]) {
    await ctx.db.updateTable('players').set({ role: 'moderator' }).where('id', '=', player.id).execute();
    const party: Actor = { ...player, role: 'moderator' };
    await expect(getGroupCase(ctx, party, groupId)).rejects.toMatchObject({ code: 'not-allowed' });
    expect(await listGroupReports(ctx, party, 'all', null)).toMatchObject({ items: [], waiting: 0 });
    for (const action of GROUP_DECISIONS)
      await expect(decide({ action, fault: 'mean' }, party)).rejects.toMatchObject({ code: 'not-available' });
  }
  expect(await states()).toEqual(['new']);
  const other = await world.addPlayer({ role: 'moderator' });
  await expect(getGroupCase(ctx, other, 'nope')).rejects.toMatchObject({ code: 'not-found' });
  await expect(getGroupCase(ctx, other, ctx.newId())).rejects.toMatchObject({ code: 'not-found' });
  await expect(decideAboutGroup(ctx, other, 'nope', { action: 'close-group', note: 'a good note' })).rejects.toMatchObject({
    code: 'bad-input',
  });
});

test('nothing is wrong: the reporter is told, and nobody of the group', async () => {
  const { owner, member, decide, told, states, view } = await cast();
  expect(await decide({ action: 'dismiss-group', note: 'no' })).toMatchObject({ ok: false, fieldErrors: { note: expect.any(String) } });
  expect(await states()).toEqual(['new']);
  expect(await decide({ action: 'dismiss-group' })).toEqual({ ok: true, action: 'dismiss-group' });
  expect(await states()).toEqual(['dismissed']);
  expect(await told(member.id)).toMatchObject([{ type: 'report', title: 'We looked at your report about a group' }]);
  expect(await told(owner.id)).toEqual([]);
  expect(await view()).toMatchObject({
    can: { 'dismiss-group': false, 'close-group': true },
    log: [{ action: 'dismiss-group', note: 'a good note' }],
  });
  await expect(decide({ action: 'resolve-group' })).rejects.toMatchObject({ code: 'not-available' });
});

test('a decision is about what was read: not about newer reports, what was added, or a name that came since', async () => {
  const { world, owner, member, invited, groupId, report, openForm, decide, states } = await cast();
  const form = await openForm();
  world.advanceClock(60);
  await report(invited);
  expect(await decide({ ...form, action: 'dismiss-group' })).toMatchObject({ ok: true });
  expect(await states()).toEqual(['dismissed', 'new']);
  const later = await openForm();
  world.advanceClock(60);
  await report(invited, 'and they want to meet me');
  await expect(decide({ ...later, action: 'resolve-group' })).rejects.toMatchObject({ code: 'not-available' });
  await report(member);
  const before = await openForm();
  world.advanceClock(60);
  await renameGroup(world, groupId, 'Worse Club', owner.id);
  for (const fields of [{ action: 'dismiss-group' }, { action: 'resolve-group' }, { fault: 'mean' }] as Record<string, string>[])
    expect(await decide({ ...before, ...fields })).toMatchObject({ ok: false, error: expect.stringContaining('renamed') });
  expect(await decide({ action: 'dismiss-group' })).toMatchObject({ ok: true });
  expect(await states()).toEqual(['dismissed', 'dismissed', 'dismissed']);
});

test('a name that is taken away is "Group" with no motto; the owner reads why, and the members do not', async () => {
  const { ctx, owner, member, mod, groupId, decide, told, states, view } = await cast();
  await expect(decide({ action: 'take-group-name' })).rejects.toMatchObject({ code: 'bad-input' });
  expect(await decide({ fault: 'private' })).toEqual({ ok: true, action: 'take-group-name' });
  expect(await view()).toMatchObject({
    group: { name: 'Group', motto: '', closedAt: null },
    names: [
      { name: 'Group', motto: '', kind: 'taken-away', by: null },
      { name: 'Kite Club', kind: 'made' },
    ],
    can: { 'take-group-name': false, 'close-group': true },
  });
  expect(await states()).toEqual(['resolved']);
  const [news, ...more] = await told(owner.id);
  expect(more).toEqual([]);
  expect(news?.message).toContain('They told something private');
  expect(JSON.stringify(await ctx.db.selectFrom('notifications').selectAll().execute())).not.toContain('Kite Club');
  expect(await told(member.id)).toMatchObject([{ title: 'Your report about a group helped' }]);
  // The team's own row makes nobody of it a party to the group.
  expect(await getGroupCase(ctx, mod, groupId)).toMatchObject({ log: [{ action: 'take-group-name', actor: 'mod' }] });
});

test('each fault has words of its own for the owner', async () => {
  const { world, ctx, owner, mod, told } = await cast();
  for (const fault of NAME_FAULTS) {
    const id = await addGroup(world, { ownerId: owner.id });
    const { names } = await getGroupCase(ctx, mod, id);
    await decideAboutGroup(ctx, mod, id, { fault, note: 'a good note', shown: names[0]?.id ?? '' });
  }
  expect(new Set((await told(owner.id)).map(({ message }) => message)).size).toBe(NAME_FAULTS.length);
});

test('a group that the team closes is gone, and its members are told; the team still sees who was in it and invited, and what nobody has read waits', async () => {
  const { world, ctx, owner, member, invited, report, openForm, decide, told, states, view, groupId } = await cast();
  const form = await openForm();
  world.advanceClock(60);
  await report(invited, 'one of them wants to meet me');
  const done = await Promise.allSettled([decide({ ...form, action: 'close-group' }), decide({ ...form, action: 'close-group' })]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await states()).toEqual(['resolved', 'new']);
  for (const player of [owner, member])
    expect((await told(player.id)).filter(({ type }) => type === 'general')).toMatchObject([{ title: 'Our team closed a group' }]);
  expect(await told(invited.id)).toEqual([]);
  expect(await view()).toMatchObject({
    group: { closedBy: 'team' },
    members: [{ username: 'owner' }, { username: 'member' }],
    invitations: [{ username: 'invited' }],
    can: { 'dismiss-group': true, 'resolve-group': true, 'take-group-name': false, 'close-group': false },
  });
  expect(JSON.stringify(await ctx.db.selectFrom('notifications').selectAll().execute())).not.toMatch(/Kite Club|member|invited/);
  await expect(report(member)).rejects.toMatchObject({ code: 'not-found' });
  expect(
    await ctx.db.selectFrom('audit_log').select('action').where('subject_id', '=', groupId).where('subject_kind', '=', 'group').execute(),
  ).toEqual([{ action: 'close-group' }]);
});

test('what was reported before its owner closed it is decided too', async () => {
  const { ctx, groupId, decide, states, view } = await cast();
  await ctx.db.updateTable('groups').set({ closed_at: ctx.now(), closed_by: 'owner' }).where('id', '=', groupId).execute();
  expect((await view()).can).toEqual({ 'dismiss-group': true, 'resolve-group': true, 'take-group-name': false, 'close-group': false });
  expect(await decide({ action: 'resolve-group' })).toMatchObject({ ok: true });
  expect(await states()).toEqual(['resolved']);
});

test('a closed group is deleted after 30 days; not while a report about it is open, or the case of somebody of it is for the police', async () => {
  const { world, ctx, member, decide } = await cast();
  const operator = await world.addPlayer({ role: 'operator' });
  const job = groupsJobs.find(({ name }) => name === 'groups.delete-closed');
  const isThere = async () => {
    await job?.run(ctx);
    return (await ctx.db.selectFrom('groups').select('id').execute()).length === 1;
  };
  await ctx.db.updateTable('groups').set({ closed_at: ctx.now(), closed_by: 'owner' }).execute();
  world.advanceClock(29 * 86_400);
  await holdCase(ctx, operator, member.id, { do: 'hold', reason: 'OB 12/2027' });
  world.advanceClock(2 * 86_400);
  expect(await isThere()).toBe(true);
  await holdCase(ctx, operator, member.id, { do: 'release', reason: 'The court has decided' });
  expect(await isThere()).toBe(true);
  await decide({ action: 'resolve-group' });
  expect(await isThere()).toBe(false);
});

test('the page of a player has the groups that they are in, open ones first, with a line in the log', async () => {
  const { world, ctx, member, invited, mod, groupId } = await cast();
  world.advanceClock(1);
  const closed = await addGroup(world, { ownerId: member.id, name: 'Old Club' });
  await ctx.db.updateTable('groups').set({ closed_at: ctx.now(), closed_by: 'owner' }).where('id', '=', closed).execute();
  expect(await listGroupsOfPlayer(ctx, mod, member.id)).toEqual([
    { id: groupId, name: 'Kite Club', role: 'member', isClosed: false },
    { id: closed, name: 'Old Club', role: 'owner', isClosed: true },
  ]);
  expect(await listGroupsOfPlayer(ctx, mod, invited.id)).toEqual([]);
  expect(await ctx.db.selectFrom('audit_log').select(['action', 'subject_id']).where('actor_id', '=', mod.id).execute()).toEqual([
    { action: 'read-case', subject_id: member.id },
  ]);
  await expect(listGroupsOfPlayer(ctx, mod, mod.id)).rejects.toMatchObject({ code: 'not-allowed' });
});
