import { expect, test } from 'vitest';
import { createApprovalWorld } from '../../../../tests/approval-world.ts';
import { ageOf } from '../../../../tests/friendship-world.ts';
import { getPlayerCase } from './service.server.ts';

test('a case says whom a guardian approved, for whom and when, and whether it still counts', async () => {
  const { ctx, db, world, amina, aunt, young, approve, remove } = await createApprovalWorld();
  const moderator = await world.addPlayer({ username: 'modesty', role: 'moderator' });
  const approvals = async (id: string) => (await getPlayerCase(ctx, moderator, id)).approvals;
  expect(await approvals(aunt.id)).toEqual([]);
  await approve('aunt_w');
  await approve('nobody_has_it');
  // Not of age: the ages let them be in touch.
  await approve('young_one');
  const counting = { adult: 'aunt_w', child: 'amina', at: expect.stringMatching(/^20/), counts: true };
  expect([await approvals(aunt.id), await approvals(amina.id), await approvals(young.id)]).toEqual([[counting], [counting], []]);
  await remove('aunt_w');
  expect(await approvals(aunt.id)).toEqual([{ ...counting, counts: false }]);
  await db
    .updateTable('players')
    .set({ ...ageOf(18), username: 'grown_up_now' })
    .where('id', '=', young.id)
    .execute();
  expect(await approvals(young.id)).toEqual([{ ...counting, adult: 'grown_up_now' }]);
});
