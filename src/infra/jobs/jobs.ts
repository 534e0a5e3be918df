import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** Work that runs by the clock. It may run twice: on two machines, or again after a crash. */
export type ScheduledJob<C> = {
  name: string;
  /** Cron, UTC, five fields. */
  cron: string;
  run(ctx: C): Promise<unknown>;
};

/**
 * Runs scheduled jobs on the database they share, each on one machine at a time.
 * @returns stop, which waits for the running job.
 */
export async function startJobs<C extends { databaseUrl: string; log: Logger }>(
  ctx: C,
  jobs: ScheduledJob<C>[],
): Promise<() => Promise<void>> {
  const boss = new PgBoss({ connectionString: ctx.databaseUrl, max: 3, application_name: 'kiddo jobs' });
  boss.on('error', (error) => ctx.log.warn({ err: error }, 'job queue'));
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, { retryLimit: 2, expireInSeconds: 600 });
    await boss.schedule(job.name, job.cron);
    await boss.work(job.name, { pollingIntervalSeconds: 10 }, async () => {
      const started = Date.now();
      try {
        await job.run(ctx);
        ctx.log.debug({ job: job.name, ms: Date.now() - started }, 'job done');
      } catch (error) {
        ctx.log.error({ job: job.name, err: error }, 'job failed');
        throw error;
      }
    });
  }
  return () => boss.stop({ graceful: true, timeout: 3_000 });
}
