import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';

/** A job that runs as soon as a worker is free. It may run twice, so every such job must be idempotent. */
export type QueuedJob<C, D> = {
  name: string;
  /**
   * `limit` retries after the first attempt. The delay between them starts at `seconds`, doubles each time, and never exceeds `secondsMax`.
   */
  retry: { limit: number; seconds: number; secondsMax: number };
  /** The job is not due before this many seconds have passed. */
  delaySeconds?: number;
  /**
   * At most one job of this name with this key is added within each span of so many seconds, by all processes together: another one is left
   * out silently. A job that waits longer (`delaySeconds`) than the span is long runs after each one that was left out.
   */
  atMostOnce?: { key: string; seconds: number };
  /** Of the jobs that are due, those with a higher priority run first. Default 0. */
  priority?: number;
  /** How many of its jobs a worker fetches at once: 1 where one alone may take a good part of the time after which jobs expire. Default 5. */
  batchSize?: number;
  /** @param id the same for every attempt of one job */
  run(ctx: C, data: D, id: string): Promise<unknown>;
};

export type JobQueue = {
  /** Creates what `enqueue` needs, so that the first job enqueued within a transaction needs no second connection. */
  prepare(jobs: readonly Pick<QueuedJob<never, never>, 'name' | 'retry'>[]): Promise<void>;
  /** Enqueues a job. If `db` is a transaction, the job is part of it. */
  enqueue<D extends object>(
    job: Pick<QueuedJob<never, D>, 'name' | 'retry' | 'delaySeconds' | 'atMostOnce' | 'priority'>,
    data: D,
    db?: Database,
  ): Promise<void>;
  /** Runs up to `limit` due jobs in this process now (workers do this on their own). @returns how many ran */
  drain<C, D extends object>(ctx: C, job: QueuedJob<C, D>, limit: number): Promise<number>;
  close(): Promise<void>;
};

/** The settings of a queue in the database. */
export function queueOptions(job: Pick<QueuedJob<never, never>, 'retry'>) {
  const { limit, seconds, secondsMax } = job.retry;
  return {
    retryLimit: limit,
    retryDelay: seconds,
    retryBackoff: true,
    retryDelayMax: secondsMax,
    expireInSeconds: 120,
    deleteAfterSeconds: 60,
  };
}

const NO_JOB = '00000000-0000-0000-0000-000000000000';

/**
 * Creates the job queue on the application's own connection pool. It does no background work of its own. `prepareDatabase` has made its
 * tables: a queue that may change them (`migrate`) would also run whatever statement it finds in one of them.
 */
export function createJobQueue(db: Database, log: Logger): JobQueue {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false, migrate: false });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  let started: Promise<unknown> | null = null;
  const queues = new Map<string, Promise<unknown>>();
  const make = async (job: Pick<QueuedJob<never, never>, 'name' | 'retry'>) => {
    await boss.createQueue(job.name, queueOptions(job));
    // With a queue's first job, the library loads the queue's settings over a connection of its own: do that now, not in a transaction.
    await boss.getJobById(job.name, NO_JOB);
  };
  const ensureQueue = async (job: Pick<QueuedJob<never, never>, 'name' | 'retry'>) => {
    started ??= boss.start().catch((error: unknown) => {
      started = null;
      throw error;
    });
    await started;
    const made = queues.get(job.name) ?? make(job);
    queues.set(job.name, made);
    await made.catch((error: unknown) => {
      queues.delete(job.name);
      throw error;
    });
  };
  return {
    async prepare(jobs) {
      for (const job of jobs) await ensureQueue(job);
    },
    async enqueue(job, data, trx) {
      await ensureQueue(job);
      const { priority = 0, atMostOnce } = job;
      const options = {
        priority,
        ...(job.delaySeconds !== undefined && { startAfter: job.delaySeconds }),
        ...(atMostOnce && { singletonKey: atMostOnce.key, singletonSeconds: atMostOnce.seconds }),
      };
      await boss.send(job.name, data, trx ? { ...options, db: fromKysely(trx) } : options);
    },
    async drain<C, D extends object>(ctx: C, job: QueuedJob<C, D>, limit: number) {
      await ensureQueue(job);
      const due = await boss.fetch<D>(job.name, { batchSize: limit });
      for (const { id, data } of due) {
        await job.run(ctx, data, id).then(
          () => boss.complete(job.name, id),
          (error: unknown) => boss.fail(job.name, id, { message: String(error) }),
        );
      }
      return due.length;
    },
    async close() {
      if (started) await boss.stop({ graceful: false, close: false });
    },
  };
}

/** The job queue of a context that connects as the owner: it refuses all work, because the library trusts what the application may write. */
export function createClosedJobQueue(): JobQueue {
  const refuse = async (): Promise<never> => {
    throw new Error('The owner of the tables does not work the job queue.');
  };
  return { prepare: refuse, enqueue: refuse, drain: refuse, close: async () => {} };
}
