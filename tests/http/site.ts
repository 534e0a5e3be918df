import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { freePorts } from '../../scripts/free-ports.ts';
import { readConfig } from '../../src/config.server.ts';
import type { AppContext } from '../../src/context.server.ts';
import { createLogger } from '../../src/infra/logger.ts';
import type { OutboxMail } from '../../src/infra/mail/outbox.ts';
import { copyDatabase, urlForDatabase, dropDatabase, executeOnDatabase } from '../database-server.ts';
import type { SecurityLine } from '../world.ts';
import { getRelease, loadBuiltSite } from './built-site.ts';
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';

export type TestSite = {
  ctx: AppContext;
  /** What stops and starts the site's database; null if it was not asked for. */
  database: DatabaseProxy | null;
  /** The site's origin: `http://localhost:PORT`. */
  origin: string;
  /** The origin of the games. */
  gamesOrigin: string;
  /** Queries the site's database. */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs the queued jobs that are due, such as emails and payment webhooks: no worker runs meanwhile. */
  runQueuedJobs(): Promise<void>;
  /** Runs a scheduled job now. @param job its name */
  runScheduled(job: string): Promise<void>;
  /** Runs the email job now. @returns the emails in the outbox, newest first */
  mails(): Promise<OutboxMail[]>;
  /** Moves the site's clock. The database keeps real time. */
  advanceClock(seconds: number): void;
  /** Stops the site's clock: so responses that are cached for seconds do not expire on their own. */
  freezeClock(): void;
  /** Log entries of level warn and above. */
  logged: { level: number; msg: string; err?: { message: string }; requestId?: string }[];
  /** Lines of the security log. */
  securityEvents: SecurityLine[];
};

/**
 * An isolated Kiddo for one test: the built site, in this process, on its own ports. Database and data folder are copies of the state after
 * a first start: the shipped games, items, word lists and demo accounts. It also has its own clock and log.
 * A test may have several at once; each ends with the test that opened it.
 * @param env settings, as environment variables
 * @param hasProxy whether the site's database can be stopped (`database`)
 * @param hasPlayers false: without the demo accounts, as if nobody had ever started it; then the start makes them
 */
export async function openSite(env: Record<string, string> = {}, { hasPlayers = true, hasProxy = false } = {}): Promise<TestSite> {
  const { database, app, folder: prepared } = inject('firstStart');
  const name = `site_${randomBytes(6).toString('hex')}`;
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-site-'));
  await Promise.all([copyDatabase(database, { from: 'kiddo', to: name }), fs.cp(prepared, folder, { recursive: true })]);
  if (!hasPlayers) await executeOnDatabase(urlForDatabase(database, name), 'delete from players');
  const [port, gamesPort] = await freePorts(2);
  const proxy = hasProxy ? await startDatabaseProxy(urlForDatabase(app, name)) : null;
  const config = readConfig({
    // As in production: the site's own role does not own the tables.
    DATABASE_URL: proxy?.url ?? urlForDatabase(app, name),
    DATABASE_OWNER_URL: urlForDatabase(database, name),
    DATA_DIR: folder,
    DATABASE_POOL: '4',
    DATABASE_TIMEOUT: '60',
    // A busy machine must not make a test's site refuse requests.
    OVERLOAD_REQUESTS: '0',
    OVERLOAD_DELAY: '0',
    // Nor say that something is slow.
    SLOW_REQUEST_MS: '0',
    SLOW_STATEMENT_MS: '0',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    API_RATE: '0',
    PAGE_RATE: '0',
    ROLES: 'web',
    ...env,
  });
  const logged: TestSite['logged'] = [];
  const securityEvents: SecurityLine[] = [];
  let skew = 0;
  let frozenAt: number | null = null;
  const built = await loadBuiltSite();
  const { ctx, close } = await built.startApp(config, {
    root: getRelease(),
    say: () => {},
    now: () => new Date((frozenAt ?? Date.now()) + skew),
    log: createLogger('warn', {
      write(line) {
        const entry = JSON.parse(line);
        (entry.type === 'security' ? securityEvents : logged).push(entry);
      },
    }),
  });
  onTestFinished(async () => {
    await close();
    await dropDatabase(database, name);
    await fs.rm(folder, { recursive: true, force: true });
  });
  return {
    ctx,
    database: proxy,
    logged,
    securityEvents,
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
