import type { Transaction } from 'kysely';
import { getSandboxOptions, type AppContext } from '../../context.server.ts';
import type { Database } from '../../infra/database/database.ts';
import { nestDatabase } from '../../infra/database/nested-database.ts';
import type { DB } from '../../infra/database/tables.ts';
import { createDataLoader } from '../../infra/data-loader.ts';
import type { JobQueue } from '../../infra/jobs/queue.ts';
import { createSandboxProvider } from '../../infra/payments/sandbox.ts';
import { newId } from '../../shared/ids.ts';
import { sendEmailJob } from '../mail/service.server.ts';

/** The application at a time in the past. */
export type PastContext = { ctx: AppContext; moveClock(to: Date): void };

/**
 * The same application with a clock that the caller sets, for what is made as if people had done it before now: every service reads this
 * clock. What services write belongs to the transaction. No live message, e-mail or webhook is sent about it, and no line of the security
 * log is written: it is long over. No rate limit applies, because weeks pass within a second.
 */
export function createPastContext(ctx: AppContext, trx: Transaction<DB>): PastContext {
  const { config } = ctx;
  let at = ctx.now();
  const now = () => at;
  const sandboxProvider =
    config.payments.kind === 'till'
      ? createSandboxProvider({ ...getSandboxOptions(config, config.payments.folder, ctx.secret, now, ctx.log), webhook: null })
      : null;
  const nested = nestDatabase(trx);
  return {
    ctx: {
      ...ctx,
      ...nested,
      now,
      logSecurity: () => {},
      newId: () => newId(at),
      dataLoader: createDataLoader(),
      bus: { publish() {}, subscribe: () => () => {}, follow: async () => {}, unfollow() {}, ping: async () => {}, close: async () => {} },
      rateLimiter: {
        increment: async (counts) => counts.map(() => ({ used: 1, seconds: 1 })),
        isCounted: async () => false,
        async consume() {},
        async decrement() {},
      },
      jobs: createPastJobQueue(ctx.jobs, nested.db),
      sandboxProvider,
      payments: sandboxProvider ?? ctx.payments,
    },
    moveClock(to) {
      at = to;
    },
  };
}

/** Drops e-mails; all other jobs belong to the transaction. */
function createPastJobQueue(jobs: JobQueue, db: Database): JobQueue {
  return {
    ...jobs,
    async enqueue(job, data) {
      if (job.name !== sendEmailJob.name) await jobs.enqueue(job, data, db);
    },
  };
}
