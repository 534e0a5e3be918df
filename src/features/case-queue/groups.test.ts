import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addGroup } from '../../../tests/reported-group.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { changeAssignment, getCaseCounts, getCaseStatus, listCases } from './service.server.ts';
import { listCasesToCall, listOpenCaseGroups } from './queries.server.ts';

const HOUR = 3_600_000;

async function cast() {
  const world = await createWorld();
  const mod = await world.addPlayer({ username: 'wanjiru', role: 'moderator' });
  const kamau = await world.addPlayer({ username: 'kamau', role: 'moderator' });
  const owner = await world.addPlayer();
  return { world, ctx: world.ctx, mod, kamau, owner };
}

async function addReport(world: World, groupId: string, reason: 'bad-name' | 'danger', hours: number, reporterId: string | null = null) {
  const row = { id: randomUUID(), group_id: groupId, reporter_id: reporterId, reported_name: 'Kite Club', reported_motto: '', reason };
  await world.ctx.db
    .insertInto('group_reports')
    .values({ ...row, description: `it is ${reason}`, created_at: new Date(world.ctx.now().getTime() - hours * HOUR) })
    .execute();
}

test('the reports about a group are one case, as old as the first; it is urgent if somebody may be in danger', async () => {
  const { world, ctx, mod, owner } = await cast();
  const [rude, scary] = [
    await addGroup(world, { ownerId: owner.id, name: 'Rude Club' }),
    await addGroup(world, { ownerId: owner.id, name: 'Scary Club' }),
  ];
  await addReport(world, rude, 'bad-name', 23);
  await addReport(world, scary, 'bad-name', 2);
  await addReport(world, scary, 'danger', 1);
  const { items, counts } = await listCases(ctx, mod, null);
  expect(
    items.map(({ kind, subjectId, name, reason, excerpt, reportCount, isUrgent }) => ({
      kind,
      subjectId,
      name,
      reason,
      excerpt,
      reportCount,
      isUrgent,
    })),
  ).toEqual([
    { kind: 'group', subjectId: scary, name: 'Scary Club', reason: 'danger', excerpt: 'it is danger', reportCount: 2, isUrgent: true },
    { kind: 'group', subjectId: rude, name: 'Rude Club', reason: 'bad-name', excerpt: 'it is bad-name', reportCount: 1, isUrgent: false },
  ]);
  expect(counts).toMatchObject({ total: 2, urgent: 1, dueSoon: 1, byKind: { group: 2 } });
  // The list shows what children wrote: that is in the log of each group.
  const read = await ctx.db.selectFrom('audit_log').select(['action', 'subject_id']).where('actor_id', '=', mod.id).execute();
  expect(read.map((row) => `${row.action} ${row.subject_id}`).toSorted()).toEqual([`read-case ${rude}`, `read-case ${scary}`].toSorted());
});

test('who of the team belongs to a group, is invited, or reported it, neither sees, gets nor is called for its case', async () => {
  const { world, ctx, mod, kamau, owner } = await cast();
  const [invited, reporter] = [await world.addPlayer({ role: 'operator' }), await world.addPlayer({ role: 'moderator' })];
  const group = await addGroup(world, { ownerId: owner.id, memberIds: [kamau.id], invited: [{ id: invited.id, state: 'declined' }] });
  await addReport(world, group, 'danger', 1, reporter.id);
  const key = { kind: 'group', subjectId: group } as const;
  for (const party of [kamau, invited, reporter]) {
    expect((await listCases(ctx, party, null)).items).toEqual([]);
    expect((await getCaseCounts(ctx, party)).total).toBe(0);
    expect(await getCaseStatus(ctx, party, key)).toBe(null);
    await expect(changeAssignment(ctx, party, { ...key, do: 'take' })).rejects.toMatchObject({ code: 'not-available' });
    await expect(changeAssignment(ctx, mod, { ...key, do: 'hand-on', to: party.id })).rejects.toMatchObject({ code: 'bad-input' });
  }
  expect(await getCaseStatus(ctx, mod, key)).toMatchObject({ isUrgent: true, colleagues: [] });
  const parties = [kamau.id, invited.id, reporter.id].toSorted();
  const now = ctx.now();
  expect(await listCasesToCall(ctx.db, { now, openedBefore: now, limit: 10 })).toMatchObject([
    { ...key, playerId: null, partyIds: parties, callsUrgent: true, isReportedOnly: true },
  ]);
  expect(await listOpenCaseGroups(ctx.db, { lateBefore: now })).toMatchObject([{ kind: 'group', partyIds: parties, total: 1 }]);
});
