import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { startWorker } from './worker.ts';

test('a scheduled job runs, and the queue ends when asked', { timeout: 90_000 }, async () => {
  const world = await createWorld();
  let runs = 0;
  const stop = startWorker(world.ctx, { scheduled: [{ name: 'test.count', cron: '* * * * *', run: async () => ++runs }], queued: [] });
  onTestFinished(stop);
  const isScheduled = () =>
    sql<{ n: number }>`select count(*)::int as n from pgboss.schedule where name = 'test.count'`.execute(world.ctx.db);
  await expect.poll(async () => (await isScheduled().catch(() => null))?.rows[0]?.n, { timeout: 20_000 }).toBe(1);
  await sql`insert into pgboss.job (name) values ('test.count')`.execute(world.ctx.db);
  await expect.poll(() => runs, { timeout: 40_000 }).toBeGreaterThanOrEqual(1);
});

test('a database that is away is waited for, and said so', async () => {
  const world = await createWorld();
  const stop = startWorker({ ...world.ctx, databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none' }, { scheduled: [], queued: [] });
  await expect.poll(() => world.logged.some((line) => line.msg === 'the job queue does not open')).toBe(true);
  await stop();
});

test('of jobs that are taken together one that fails is tried again, and the others are not', { timeout: 90_000 }, async () => {
  const world = await createWorld();
  const runs = new Map<number, number>();
  const job = {
    name: 'test.many',
    retry: { limit: 3, seconds: 1, secondsMax: 1 },
    run: async (_ctx: unknown, { number }: { number: number }) => {
      const tries = (runs.get(number) ?? 0) + 1;
      runs.set(number, tries);
      if (number === 3 && tries === 1) throw new Error('not yet');
    },
  };
  const numbers = Array.from({ length: 12 }, (_, i) => i);
  for (const number of numbers) await world.ctx.jobs.enqueue(job, { number });
  const counted: string[] = [];
  const metrics = { countJobRun: (queue: string, result: string) => void counted.push(`${queue} ${result}`) };
  onTestFinished(startWorker({ ...world.ctx, metrics }, { scheduled: [], queued: [job] }));
  await expect.poll(() => runs.get(3), { timeout: 40_000 }).toBe(2);
  await expect.poll(() => [...runs.keys()].toSorted((a, b) => a - b), { timeout: 40_000 }).toEqual(numbers);
  const left = () => sql<{ n: number }>`select count(*)::int as n from pgboss.job where name = 'test.many' and state <> 'completed'`;
  await expect.poll(async () => (await left().execute(world.ctx.db)).rows[0]?.n, { timeout: 40_000 }).toBe(0);
  expect([...runs.values()].toSorted((a, b) => a - b)).toEqual([...Array<number>(11).fill(1), 2]);
  expect(counted.toSorted()).toEqual([...Array<string>(12).fill('test.many done'), 'test.many failed']);
  // What the line of a run says is found with all that the run caused.
  expect(world.logged).toEqual([expect.objectContaining({ job: 'test.many', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) })]);
});
