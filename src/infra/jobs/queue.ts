import { CompiledQuery, type Kysely } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** Work that somebody asked for, done as soon as a worker is free. It may run twice: every such job must bear that. */
export type QueuedJob<C, D> = {
  name: string;
  /** Tries after the first; the pause between them starts at `seconds`, doubles, and never exceeds `secondsMax`. */
  retry: { limit: number; seconds: number; secondsMax: number };
  /** @param id the same for every try of one job. */
  run(ctx: C, data: D, id: string): Promise<unknown>;
};

export type Queue = {
  /** Adds a job in the same transaction as what it follows from, when `db` is one. */
  add<D extends object>(job: Pick<QueuedJob<never, D>, 'name' | 'retry'>, data: D, db?: Kysely<never>): Promise<void>;
  /** Takes up to `limit` jobs that are due and runs them here and now (workers do this by themselves). @returns how many ran. */
  drain<C, D extends object>(ctx: C, job: QueuedJob<C, D>, limit: number): Promise<number>;
  close(): Promise<void>;
};

const executor = (db: Kysely<never>) => ({
  async executeSql(text: string, values?: unknown[]) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []));
    return { rows };
  },
});

/** Settings of a queue in the database. */
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

/** The way in to the job queue, over the connections that we have anyway; it does no background work of its own. */
export function createQueue(db: Kysely<never>, log: Logger): Queue {
  const boss = new PgBoss({ db: executor(db), supervise: false, schedule: false, migrate: true } as never);
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  let opened: Promise<unknown> | null = null;
  const queues = new Map<string, Promise<unknown>>();
  const open = async (job: Pick<QueuedJob<never, never>, 'name' | 'retry'>) => {
    opened ??= boss.start().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    await opened;
    const made = queues.get(job.name) ?? boss.createQueue(job.name, queueOptions(job));
    queues.set(job.name, made);
    await made.catch((error: unknown) => {
      queues.delete(job.name);
      throw error;
    });
  };
  return {
    async add(job, data, trx) {
      await open(job);
      await boss.send(job.name, data, trx ? { db: executor(trx) } : {});
    },
    async drain(ctx, job, limit) {
      await open(job);
      const due = await boss.fetch<object>(job.name, { batchSize: limit });
      for (const { id, data } of due) {
        await job.run(ctx, data as never, id).then(
          () => boss.complete(job.name, id),
          (error: unknown) => boss.fail(job.name, id, { message: String(error) }),
        );
      }
      return due.length;
    },
    async close() {
      if (opened) await boss.stop({ graceful: false, close: false });
    },
  };
}
