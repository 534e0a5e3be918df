import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { startJobs } from './jobs.ts';

test('a scheduled job runs, and the queue ends when asked', { timeout: 90_000 }, async () => {
  const world = await createWorld();
  let runs = 0;
  const stop = startJobs(world.ctx, { scheduled: [{ name: 'test.count', cron: '* * * * *', run: async () => ++runs }], queued: [] });
  onTestFinished(stop);
  const isScheduled = () =>
    sql<{ n: number }>`select count(*)::int as n from pgboss.schedule where name = 'test.count'`.execute(world.ctx.db);
  await expect.poll(async () => (await isScheduled().catch(() => null))?.rows[0]?.n, { timeout: 20_000 }).toBe(1);
  await sql`insert into pgboss.job (name) values ('test.count')`.execute(world.ctx.db);
  await expect.poll(() => runs, { timeout: 40_000 }).toBeGreaterThanOrEqual(1);
});

test('a database that is away is waited for, and said so', async () => {
  const world = await createWorld();
  const stop = startJobs({ ...world.ctx, databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none' }, { scheduled: [], queued: [] });
  await expect.poll(() => world.logged.some((line) => line.msg === 'the job queue does not open')).toBe(true);
  await stop();
});
