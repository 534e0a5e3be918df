import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { freePorts } from '../../scripts/free-ports.ts';
import { readConfig } from '../../src/config.server.ts';
import { createLogger, type AppContext } from '../../src/context.server.ts';
import type { OutboxMail } from '../../src/infra/mail/outbox.ts';
import { copyDatabase, urlForDatabase, dropDatabase } from '../database-server.ts';
import { loadBuiltSite, root } from './built-site.ts';

export type TestSite = {
  ctx: AppContext;
  /** Where it answers: `http://localhost:PORT`. */
  origin: string;
  /** Where games come from. */
  gamesOrigin: string;
  /** Asks its database. */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Does what is queued and due, such as letters and news of payments: no worker does it meanwhile. */
  runQueuedJobs(): Promise<void>;
  /** Does now what runs by the clock. @param job its name */
  runScheduled(job: string): Promise<void>;
  /** Does the mail job's work now. @returns what is in the outbox, newest first */
  mails(): Promise<OutboxMail[]>;
  /** Moves the site's clock. The database keeps real time. */
  advanceClock(seconds: number): void;
  /** Stops the site's clock: what is kept for seconds does not grow old by itself. */
  freezeClock(): void;
  /** What was logged at warn and above. */
  logged: { level: number; msg: string; err?: { message: string }; requestId?: string }[];
};

/**
 * A Kiddo of a test's own: the site as it was built, in this process, behind ports of its own. Database and data folder are copies of what
 * a first start leaves behind: the games that we ship, items, word lists and demo accounts. Clock and log are its own too.
 * Tests may have several at once; each ends with the test that opened it.
 * @param env settings, as the environment would give them
 */
export async function openSite(env: Record<string, string> = {}): Promise<TestSite> {
  const { database, folder: prepared } = inject('firstStart');
  const name = `site_${randomBytes(6).toString('hex')}`;
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-site-'));
  await Promise.all([copyDatabase(database, { from: 'kiddo', to: name }), fs.cp(prepared, folder, { recursive: true })]);
  const [port, gamesPort] = await freePorts(2);
  const config = readConfig({
    DATABASE_URL: urlForDatabase(database, name),
    DATA_DIR: folder,
    DATABASE_POOL: '4',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    API_RATE: '0',
    ROLES: 'web',
    ...env,
  });
  const logged: TestSite['logged'] = [];
  let skew = 0;
  let frozenAt: number | null = null;
  const built = await loadBuiltSite();
  const { ctx, close } = await built.startApp(config, {
    root,
    say: () => {},
    now: () => new Date((frozenAt ?? Date.now()) + skew),
    log: createLogger('warn', { write: (line) => void logged.push(JSON.parse(line)) }),
  });
  onTestFinished(async () => {
    await close();
    await dropDatabase(database, name);
    await fs.rm(folder, { recursive: true, force: true });
  });
  return {
    ctx,
    logged,
    origin: config.origin,
    gamesOrigin: config.gamesOrigin,
    async query(text, values = []) {
      const { rows } = await ctx.db.executeQuery(CompiledQuery.raw(text, values));
      return rows as never;
    },
    runQueuedJobs: () => built.runQueuedJobs(ctx),
    runScheduled: (job) => built.runScheduledJob(ctx, job),
    async mails() {
      await built.runQueuedJobs(ctx);
      return (await ctx.outbox?.list(100)) ?? [];
    },
    advanceClock(seconds) {
      skew += seconds * 1000;
    },
    freezeClock() {
      frozenAt ??= Date.now();
    },
  };
}
