import { setTimeout } from 'node:timers/promises';
import { PgBoss, type JobResult } from 'pg-boss';
import type { Logger } from 'pino';
import { queueOptions, type QueuedJob } from './queue.ts';

/** Work that runs by the clock. It may run twice: on two machines, or again after a crash. */
type ScheduledJob<C> = {
  name: string;
  /** Cron, UTC, five fields. */
  cron: string;
  run(ctx: C): Promise<unknown>;
};

type JobContext = { databaseUrl: string; log: Logger };

/** When the queue could not be opened, it is tried again after this long. */
const RETRY_MS = 5_000;
/** Seconds between two looks for new work. Where there was more than one look takes, the next one follows at once. */
const POLL_SECONDS = 1;
/** Jobs of one kind taken at once, done one after the other: few enough that none of them counts as lost meanwhile. */
const BATCH_SIZE = 5;

/** All the work of one application. */
export type Jobs<C> = { scheduled: ScheduledJob<C>[]; queued: QueuedJob<C, never>[] };

/**
 * Runs jobs on the database they share, a scheduled one on one machine at a time. Opening the queue happens behind the
 * site's back and is tried until it works: a database that is away must not take the site down with it.
 * @returns stop, which waits for the running job.
 */
export function startWorker<C extends JobContext>(ctx: C, jobs: Jobs<C>): () => Promise<void> {
  const stopping = new AbortController();
  const opened = open();
  async function open(): Promise<PgBoss | null> {
    while (!stopping.signal.aborted) {
      const boss = new PgBoss({ connectionString: ctx.databaseUrl, max: 3, application_name: 'kiddo jobs' });
      boss.on('error', (error) => ctx.log.warn({ err: error }, 'job queue'));
      try {
        await boss.start();
        for (const job of jobs.scheduled) await schedule(ctx, boss, job);
        for (const job of jobs.queued) await processQueue(ctx, boss, job);
        return boss;
      } catch (error) {
        ctx.log.error({ err: error }, 'the job queue does not open');
        await boss.stop({ graceful: false }).catch(() => {});
        await setTimeout(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    return null;
  }
  return async () => {
    stopping.abort();
    await (await opened)?.stop({ graceful: true, timeout: 2_500 });
  };
}

async function schedule<C extends JobContext>(ctx: C, boss: PgBoss, job: ScheduledJob<C>): Promise<void> {
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

async function processQueue<C extends JobContext>(ctx: C, boss: PgBoss, job: QueuedJob<C, never>): Promise<void> {
  await boss.createQueue(job.name, queueOptions(job));
  const options = {
    pollingIntervalSeconds: POLL_SECONDS,
    batchSize: BATCH_SIZE,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  await boss.work<object>(job.name, options, async (due) => {
    const results: JobResult[] = [];
    for (const { id, data } of due) {
      try {
        await job.run(ctx, data as never, id);
        results.push({ id, status: 'completed' });
      } catch (error) {
        ctx.log.warn({ job: job.name, id, err: error }, 'job failed; it is tried again');
        results.push({ id, status: 'failed', output: { message: String(error) } });
      }
    }
    return results;
  });
}
