import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { requestAccountDeletion } from '../account-deletion/service.server.ts';
import { eraseDueAccounts } from './service.server.ts';

test('a run that breaks off changes no row and is repeated; of two runs at once, one erases', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  await reportPlayer(ctx, amina, { playerId: brian.id, reason: 'other', description: 'I am amina, amina@example.com' });
  await requestAccountDeletion(ctx, amina, { current: 'secret1' }, { address: '10.0.0.1', userAgent: 'test', cookies: '' });
  world.advanceClock(15 * 86_400);
  const readDescription = async () =>
    (await ctx.db.selectFrom('player_reports').select('description').executeTakeFirstOrThrow()).description;

  // The erasure uses this table after all erasers.
  await sql`alter table rate_limit_counters rename to gone`.execute(ctx.db);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(0);
  expect(await readDescription()).toBe('I am amina, amina@example.com');
  await sql`alter table gone rename to rate_limit_counters`.execute(ctx.db);

  const counts = await Promise.all([eraseDueAccounts(ctx, SYSTEM), eraseDueAccounts(ctx, SYSTEM)]);
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await readDescription()).toBe('I am a player who left, a player who left');
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(0);
});

test('only our own night job deletes', async () => {
  const world = await createWorld();
  const player = await world.addPlayer();
  const leaving: Actor = { kind: 'leaving', id: player.id };
  for (const actor of [VISITOR, player, { ...player, role: 'operator' } as Actor, leaving])
    await expect(eraseDueAccounts(world.ctx, actor)).rejects.toMatchObject({
      code: actor === VISITOR ? 'sign-in-required' : 'not-allowed',
    });
});
