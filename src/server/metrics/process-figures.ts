import fs from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { AppContext } from '../../context.server.ts';
import { readSiteFigures } from '../../features/monitoring/service.server.ts';
import { lastBackupFile } from '../../infra/database/last-backup.ts';
import type { Jobs } from '../../infra/jobs/worker.ts';
import { SYSTEM } from '../../shared/permissions.ts';

/** What asks others is asked at most this often, in milliseconds, however often somebody reads the figures. */
const INTERVAL_MS = 15_000;
/** Who does not answer within this time counts as away, in milliseconds; and the time for a statement, in seconds. */
const ANSWER_MS = 3_000;
const STATEMENT_SECONDS = 2;

/**
 * Gives the figures what only the running application knows: the bus, the disk, the last backup and the database.
 * @returns stop
 */
export function addProcessFigures(ctx: AppContext, jobs: Jobs<AppContext>): () => Promise<void> {
  const { metrics, config, bus } = ctx;
  if (metrics === null) return async () => {};
  const isWorker = config.roles.includes('worker');
  // Connections of its own: what waits behind pages, or behind a count that takes long, would say only that.
  const own = ctx.openDatabase({ max: isWorker ? 2 : 1, timeout: STATEMENT_SECONDS, closesSilent: true }, () => {});
  const queues = [...jobs.scheduled, ...jobs.queued].map(({ name }) => name);
  const clock = () => ctx.now().getTime();
  metrics.addSources({
    pingBus: atMostEvery(
      INTERVAL_MS,
      async () => {
        const startedAt = performance.now();
        await bus.ping();
        return (performance.now() - startedAt) / 1_000;
      },
      clock,
    ),
    pingDatabase: atMostEvery(
      INTERVAL_MS,
      async () => {
        await own.queryPrepared({ name: 'figures', text: 'select 1' }, []);
        return true as const;
      },
      clock,
    ),
    ...(isWorker && { readSite: atMostEvery(INTERVAL_MS, () => readSiteFigures({ ...ctx, db: own.db }, SYSTEM, queues), clock) }),
    // A disk of the network may hang.
    readDisk: atMostEvery(
      INTERVAL_MS,
      async () => {
        const { bavail, blocks, bsize } = await fs.statfs(config.dataDir);
        return { free: bavail * bsize, size: blocks * bsize };
      },
      clock,
    ),
    readLastBackup: atMostEvery(
      INTERVAL_MS,
      async () => Math.round((await fs.stat(lastBackupFile(config.dataDir))).mtimeMs / 1_000),
      clock,
    ),
  });
  return own.close;
}

/**
 * Asks at most so often, and never a second time while an answer is out. @returns null while there is none in time, or it is an error: the
 * figure that says 0 then, or is missing, is what tells of it
 * @param clock in milliseconds
 */
export function atMostEvery<T>(intervalMs: number, ask: () => Promise<T>, clock: () => number): () => Promise<T | null> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let last = Promise.resolve<T | null>(null);
  let asking: Promise<T | null> | null = null;
  return () => {
    // A clock that was put back must not keep what was last known for long.
    if (Math.abs(clock() - askedAt) < intervalMs) return last;
    askedAt = clock();
    asking ??= ask()
      .catch(() => null)
      .finally(() => (asking = null));
    last = Promise.race([asking, setTimeout(ANSWER_MS, null, { ref: false })]);
    return last;
  };
}
