import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startDatabaseServer } from '../../../tests/database-server.ts';
import { MIGRATIONS } from '../../../tests/old-database.ts';
import { readConfig } from '../../config.server.ts';
import { createAppContext } from '../../context.server.ts';
import { createLogger } from '../logger.ts';
import { startWorker } from '../jobs/worker.ts';

test('a database that crashes amid requests and jobs, and comes back, ends no process: then all of it works again', async () => {
  const server = await startDatabaseServer();
  onTestFinished(server.stop);
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-restart-'));
  onTestFinished(() => fs.rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ DATABASE_URL: server.url, DATA_DIR: dataDir, DATABASE_POOL: '4' });
  const ctx = await createAppContext(config, { migrations: MIGRATIONS, log: createLogger('silent') });
  onTestFinished(() => ctx.close());
  let jobsDone = 0;
  const job = { name: 'test.job', retry: { limit: 5, seconds: 1, secondsMax: 1 }, run: async () => jobsDone++ };
  const stopWorker = startWorker(ctx, { queued: [job], scheduled: [] });
  onTestFinished(stopWorker);
  await ctx.jobs.enqueue(job, {});
  await expect.poll(() => jobsDone).toBe(1);

  await sql`create table done (n int, half int)`.execute(ctx.db);
  // The server of tests writes late what was committed: a crash would take the table and the queue along.
  await sql`checkpoint`.execute(ctx.db);
  const counts = { succeeded: 0, failed: 0 };
  const state = { isOver: false };
  const request = async () => {
    while (!state.isOver)
      await ctx.db
        .transaction()
        .execute(async (trx) => {
          for (const half of [1, 2]) await sql`insert into done values (1, ${half})`.execute(trx);
          // Between two statements nobody waits for the connection.
          await setTimeout(5);
        })
        .then(
          () => counts.succeeded++,
          async () => {
            counts.failed++;
            await setTimeout(20);
          },
        );
  };
  onTestFinished(() => void (state.isOver = true));
  const requests = Array.from({ length: 4 }, request);
  await expect.poll(() => counts.succeeded).toBeGreaterThan(20);
  const pid = Number((await fs.readFile(server.pidFile, 'utf8')).split('\n')[0]);
  // What `pg_ctl stop -m immediate` sends. The server is started again on the same port, as a supervisor would do.
  process.kill(pid, 'SIGQUIT');
  await expect.poll(() => counts.failed).toBeGreaterThan(0);
  const before = counts.succeeded;
  await expect.poll(() => counts.succeeded).toBeGreaterThan(before + 20);
  state.isOver = true;
  await Promise.all(requests);
  const { rows } = await sql`select count(*) filter (where half = 1) - count(*) filter (where half = 2) as odd from done`.execute(ctx.db);
  expect(rows).toEqual([{ odd: 0 }]);
  await ctx.jobs.enqueue(job, {});
  await expect.poll(() => jobsDone).toBe(2);
});
