import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';

test('what was made ready needs no second connection within a transaction', async () => {
  const { ctx } = await createWorld({ DATABASE_POOL: '1' });
  const job = { name: 'test.once', retry: { limit: 1, seconds: 1, secondsMax: 1 }, run: async () => {} };
  await ctx.jobs.prepare([job]);
  await ctx.db.transaction().execute(async (trx) => ctx.jobs.enqueue(job, { n: 1 }, trx));
  expect(await ctx.jobs.drain(ctx, job, 10)).toBe(1);
});

test('of the jobs with one key at most one is added within a span, whoever adds them', async () => {
  const { ctx } = await createWorld();
  const ran: number[] = [];
  const job = {
    name: 'test.span',
    retry: { limit: 1, seconds: 1, secondsMax: 1 },
    run: async (_ctx: unknown, { n }: { n: number }) => void ran.push(n),
  };
  const add = (key: string, n: number) => ctx.jobs.enqueue({ ...job, atMostOnce: { key, seconds: 1e9 } }, { n });
  for (let n = 1; n <= 3; n++) await add('one', n);
  await add('other', 4);
  await ctx.jobs.enqueue(job, { n: 5 });
  await ctx.jobs.drain(ctx, job, 10);
  await add('one', 6);
  expect(await ctx.jobs.drain(ctx, job, 10)).toBe(0);
  expect(ran.toSorted((a, b) => a - b)).toEqual([1, 4, 5]);
});
