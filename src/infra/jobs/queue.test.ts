import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';

test('what was made ready needs no second connection within a transaction', async () => {
  const { ctx } = await createWorld({ DATABASE_POOL: '1' });
  const job = { name: 'test.once', retry: { limit: 1, seconds: 1, secondsMax: 1 }, run: async () => {} };
  await ctx.jobs.prepare([job]);
  await ctx.db.transaction().execute(async (trx) => ctx.jobs.enqueue(job, { n: 1 }, trx));
  expect(await ctx.jobs.drain(ctx, job, 10)).toBe(1);
});
