import { expect, test } from 'vitest';
import { waitForLocks } from '../../../tests/lock-waits.ts';
import { codeOf } from '../../../tests/age-world.ts';
import { createRequestWorld, DAY } from '../../../tests/guardian-requests.ts';
import { SYSTEM } from '../../shared/permissions.ts';
import { lockGuardian, saveRequest } from './queries.server.ts';
import { deleteUnansweredRequests } from './service.server.ts';

test('a request that nobody answers is deleted 30 days after it or its last reminder, with the address', async () => {
  const { world, ctx, addChild, ask, remind, agree, refuse, view } = await createRequestWorld();
  const [silent, reminded, agreed, refused] = [await addChild(), await addChild(), await addChild(), await addChild()];
  for (const child of [silent, reminded, agreed, refused]) await ask(child, `${child.username}-mother@example.com`);
  await agree(agreed.id);
  await refuse(refused.id);
  world.advanceClock(10 * DAY);
  await remind(reminded);
  world.advanceClock(20 * DAY - 60);
  expect(await deleteUnansweredRequests(ctx, SYSTEM)).toBe(0);
  world.advanceClock(120);
  const counts = await Promise.all([deleteUnansweredRequests(ctx, SYSTEM), deleteUnansweredRequests(ctx, SYSTEM)]);
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
  const states = async () => [silent, reminded, agreed, refused].map(async (child) => (await view(child)).state);
  expect(await Promise.all(await states())).toEqual(['none', 'asked', 'given', 'refused']);
  const emails = async () => (await ctx.db.selectFrom('guardians').select('mailbox').execute()).map(({ mailbox }) => mailbox);
  expect(await emails()).not.toContain(`${silent.username}-mother@example.com`);
  expect(await emails()).toHaveLength(3);
  world.advanceClock(10 * DAY);
  expect(await deleteUnansweredRequests(ctx, SYSTEM)).toBe(1);
  expect(await emails()).toHaveLength(2);
  expect(await codeOf(deleteUnansweredRequests(ctx, silent))).toBe('not-allowed');
});

test('a guardian who is asked for another player at the moment in which they are forgotten is not forgotten', async () => {
  const { ctx, addChild, ask, guardianships } = await createRequestWorld();
  const [amina, brian] = [await addChild(), await addChild()];
  await ask(amina, 'shared@example.com');
  const { id: guardianId } = await ctx.db.selectFrom('guardians').select('id').executeTakeFirstOrThrow();
  const erased = await ctx.db.transaction().execute(async (trx) => {
    // What asking for Brian does, up to its last statement.
    await lockGuardian(trx, 'shared@example.com');
    await saveRequest(trx, {
      id: ctx.newId(),
      playerId: brian.id,
      guardianId,
      email: 'shared@example.com',
      isByTeam: false,
      at: ctx.now(),
    });
    // The account goes that had the only request until now.
    const deletion = { promise: ctx.db.deleteFrom('players').where('id', '=', amina.id).execute() };
    await waitForLocks(ctx.db, 1);
    return deletion;
  });
  await erased.promise;
  expect(await guardianships(amina.id)).toEqual([]);
  expect(await guardianships(brian.id)).toMatchObject([{ email: 'shared@example.com', state: 'asked' }]);
  await ctx.db.deleteFrom('players').where('id', '=', brian.id).execute();
  expect(await ctx.db.selectFrom('guardians').select('id').execute()).toEqual([]);
});
