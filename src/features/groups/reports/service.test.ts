import { expect, test } from 'vitest';
import { addGroup, renameGroup } from '../../../../tests/reported-group.ts';
import { createWorld } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { requestAccountDeletion } from '../../settings/account-deletion/service.server.ts';
import { eraseDueAccounts } from '../../settings/erasure/service.server.ts';
import { GROUP_REPORT_REASONS } from './schema.ts';
import { reportGroup } from './service.server.ts';

const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };

async function cast() {
  const world = await createWorld();
  const { ctx } = world;
  const add = (username: string) => world.addPlayer({ username });
  const [owner, member, invited, stranger] = [await add('owner'), await add('member'), await add('invited'), await add('stranger')];
  const groupId = await addGroup(world, { ownerId: owner.id, memberIds: [member.id], invited: [{ id: invited.id }] });
  const report = (actor: Actor, fields: Record<string, string> = {}, id: string = groupId) =>
    reportGroup(ctx, actor, id, { reason: 'bullying', description: 'they are mean', ...fields });
  const stored = () => ctx.db.selectFrom('group_reports').selectAll().orderBy('created_at').execute();
  return { world, ctx, owner, member, invited, stranger, groupId, report, stored };
}

test('members and the invited report a group; the report has its name of that time, and the receipt has none', async () => {
  const { world, ctx, owner, member, invited, groupId, report, stored } = await cast();
  expect(await report(member)).toEqual({ ok: true });
  world.advanceClock(1);
  await renameGroup(world, groupId, 'Nice Club', owner.id);
  expect(await report(invited, { reason: 'bad-name' })).toEqual({ ok: true });
  expect((await stored()).map((row) => [row.reporter_id, row.reported_name, row.reason, row.state])).toEqual([
    [member.id, 'Kite Club', 'bullying', 'new'],
    [invited.id, 'Nice Club', 'bad-name', 'new'],
  ]);
  const notifications = await ctx.db.selectFrom('notifications').selectAll().execute();
  expect(notifications.map((row) => row.player_id).toSorted()).toEqual([member.id, invited.id].toSorted());
  expect(notifications.map((row) => row.type)).toEqual(['report', 'report']);
  expect(JSON.stringify(notifications)).not.toMatch(/Kite Club|Nice Club/);
});

test('every reason that the form offers can be sent', async () => {
  const { world, ctx, stored } = await cast();
  for (const reason of GROUP_REPORT_REASONS) {
    const player = await world.addPlayer();
    const id = await addGroup(world, { ownerId: player.id });
    await reportGroup(ctx, player, id, { reason, description: '' });
  }
  expect(new Set((await stored()).map((row) => row.reason))).toEqual(new Set(GROUP_REPORT_REASONS));
});

test('for everybody else the group is not there, nor is one that is closed', async () => {
  const { world, ctx, member, stranger, groupId, report, stored } = await cast();
  const refused = async (actor: Actor, id: string = groupId) => expect(report(actor, {}, id)).rejects.toMatchObject({ code: 'not-found' });
  const [declined, late, mod] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer({ role: 'moderator' })];
  const other = await addGroup(world, {
    ownerId: stranger.id,
    invited: [
      { id: declined.id, state: 'declined' },
      { id: late.id, until: ctx.now() },
    ],
  });
  await refused(stranger);
  await refused(mod);
  await refused(member, other);
  await refused(declined, other);
  await refused(late, other);
  await refused(member, ctx.newId());
  await refused(member, 'nope');
  await ctx.db.updateTable('groups').set({ closed_at: ctx.now(), closed_by: 'owner' }).where('id', '=', groupId).execute();
  await refused(member);
  expect(await stored()).toEqual([]);
  await expect(report(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(report(SYSTEM)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(report({ kind: 'leaving', id: member.id })).rejects.toMatchObject({ code: 'not-allowed' });
});

test('a player has one open report about a group, however often and at once they send it', async () => {
  const { world, ctx, member, report, stored } = await cast();
  await Promise.all([report(member), report(member), report(member)]);
  world.advanceClock(60);
  await report(member, { reason: 'danger', description: 'one wants to meet me' });
  const [row, ...others] = await stored();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ reason: 'danger', description: 'they are mean\none wants to meet me' });
  // A moderator who has read it before has not read what is new.
  expect(row?.changed_at?.getTime()).toBeGreaterThanOrEqual((row?.created_at.getTime() ?? 0) + 60_000);
  await ctx.db.updateTable('group_reports').set({ state: 'dismissed', decided_at: ctx.now() }).execute();
  world.advanceClock(60);
  await report(member, { description: 'they do it again' });
  expect((await stored()).map((each) => [each.state, each.description])).toEqual([
    ['dismissed', 'they are mean\none wants to meet me'],
    ['new', 'they do it again'],
  ]);
});

test('a child in danger is heard in the text of a report, whether the report is taken or not', async () => {
  const { ctx, member, stranger, report } = await cast();
  const description = 'my uncle touches me and I am scared';
  expect(await report(member, { description })).toMatchObject({ ok: true, help: { isTeamNotified: true } });
  expect(await report(stranger, { description })).toMatchObject({ ok: false, code: 'not-found', help: { isTeamNotified: true } });
  const asked = await ctx.db.selectFrom('help_requests').select('player_id').execute();
  expect(asked.map((row) => row.player_id).toSorted()).toEqual([member.id, stranger.id].toSorted());
});

test('a form without a reason, or with too much text, is refused; so is the 31st report of a day', async () => {
  const { member, report, stored } = await cast();
  await expect(report(member, { reason: 'spam' })).rejects.toMatchObject({ code: 'bad-input' });
  await expect(report(member, { description: 'x'.repeat(2001) })).rejects.toMatchObject({ code: 'bad-input' });
  for (let count = 0; count < 30; count++) await report(member);
  await expect(report(member)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect((await stored()).length).toBe(1);
});

test('who leaves Kiddo is in no report any more; whoever leads or named a reported group is erased after it is decided', async () => {
  const { world, ctx, owner, member, report, stored } = await cast();
  await report(member, { description: 'I am member, and they are mean' });
  for (const player of [owner, member]) await requestAccountDeletion(ctx, player, { current: 'secret1' }, visit);
  world.advanceClock(15 * 86_400);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  expect(await stored()).toMatchObject([{ reporter_id: null, state: 'new', description: expect.not.stringContaining('member') }]);
  await ctx.db.updateTable('group_reports').set({ state: 'resolved', decided_at: ctx.now() }).execute();
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
});
