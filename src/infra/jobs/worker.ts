import { setTimeout } from 'node:timers/promises';
import { PgBoss, type JobResult } from 'pg-boss';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';
import { runJobInScope } from '../tracing/work-scope.ts';
import { queueOptions, type QueuedJob } from './queue.ts';

/** A job that runs on a schedule. It may run twice: on two machines, or again after a crash. */
type ScheduledJob<C> = {
  name: string;
  /** Cron, UTC, five fields. */
  cron: string;
  run(ctx: C): Promise<unknown>;
};

type JobContext = { databaseUrl: string; log: Logger; metrics?: Pick<Metrics, 'countJobRun'> | null };

/** Delay before retrying to open the queue. */
const RETRY_MS = 5_000;
/** Polling interval in seconds. If there are more jobs than one poll fetches, the next poll follows at once. */
const POLL_SECONDS = 1;
/** Jobs of one kind fetched at once, unless it says otherwise, and run one after the other: few enough that none of them expires meanwhile. */
const BATCH_SIZE = 5;

/** All jobs of the application. */
export type Jobs<C> = { scheduled: ScheduledJob<C>[]; queued: QueuedJob<C, never>[] };

/**
 * Runs jobs from the shared database; a scheduled job runs on one machine at a time. The queue opens in the background, with retries: an
 * unreachable database must not take the site down.
 * @returns stop, which waits for the running job
 */
export function startWorker<C extends JobContext>(ctx: C, jobs: Jobs<C>): () => Promise<void> {
  const stopping = new AbortController();
  const opened = open();
  async function open(): Promise<PgBoss | null> {
    while (!stopping.signal.aborted) {
      const boss = new PgBoss({ connectionString: ctx.databaseUrl, max: 3, application_name: 'kiddo jobs', migrate: false });
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
  await boss.work(job.name, { pollingIntervalSeconds: 10 }, () =>
    runMeasured(ctx, job.name, async () => {
      const started = Date.now();
      try {
        await job.run(ctx);
        ctx.log.debug({ job: job.name, ms: Date.now() - started }, 'job done');
      } catch (error) {
        ctx.log.error({ job: job.name, err: error }, 'job failed');
        throw error;
      }
    }),
  );
}

/** Runs a job once, in a trace of its own, and counts it. */
async function runMeasured({ metrics }: JobContext, job: string, run: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const count = (result: 'done' | 'failed') => metrics?.countJobRun(job, result, (performance.now() - startedAt) / 1_000);
  try {
    await runJobInScope(run);
  } catch (error) {
    count('failed');
    throw error;
  }
  count('done');
}

async function processQueue<C extends JobContext, D extends object>(ctx: C, boss: PgBoss, job: QueuedJob<C, D>): Promise<void> {
  await boss.createQueue(job.name, queueOptions(job));
  const options = {
    pollingIntervalSeconds: POLL_SECONDS,
    batchSize: job.batchSize ?? BATCH_SIZE,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  await boss.work<D>(job.name, options, async (due) => {
    const results: JobResult[] = [];
    for (const { id, data } of due) {
      await runMeasured(ctx, job.name, () =>
        job.run(ctx, data, id).catch((error: unknown) => {
          ctx.log.warn({ job: job.name, id, err: error }, 'job failed; it is tried again');
          throw error;
        }),
      ).then(
        () => results.push({ id, status: 'completed' }),
        (error: unknown) => results.push({ id, status: 'failed', output: { message: String(error) } }),
      );
    }
    return results;
  });
}
