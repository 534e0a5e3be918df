import http from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import * as pages from 'virtual:react-router/server-build';
import { ConfigError, readConfig, type Config } from './config.server.ts';
import { createAppContext, createLogger, type AppContext, type AppContextOptions } from './context.server.ts';
import { ageJobs } from './features/age/jobs.server.ts';
import { accountsJobs } from './features/accounts/jobs.server.ts';
import { hashFormerBackupCodes } from './features/accounts/two-factor.service.server.ts';
import { announcementJobs } from './features/announcements/bell/jobs.server.ts';
import { avatarJobs, avatarScheduledJobs } from './features/avatars/jobs.server.ts';
import { seedTemplates } from './features/avatars/seed/service.server.ts';
import { ensureDemoAccounts, assertNoDemoAccounts } from './features/accounts/staff/service.server.ts';
import { giveDemoConsents } from './features/demo/consents/service.server.ts';
import { ensureDemoWorld } from './features/demo/service.server.ts';
import { caseAlertJobs } from './features/case-queue/alerts/jobs.server.ts';
import { contactJobs } from './features/contact/jobs.server.ts';
import { retentionJobs } from './features/moderation/retention/jobs.server.ts';
import { newsletterJobs } from './features/newsletter/jobs.server.ts';
import { campaignQueuedJobs } from './features/newsletter/campaigns/jobs.server.ts';
import { importGames } from './features/games/import/service.server.ts';
import { gameAdminJobs, gameAdminQueuedJobs } from './features/game-admin/jobs.server.ts';
import { gameCheckQueuedJobs } from './features/game-checks/jobs.server.ts';
import { gameCheckJobs } from './features/game-checks/nights/jobs.server.ts';
import { recommendationJobs } from './features/recommendations/jobs.server.ts';
import { auditLogJobs } from './features/audit-log/jobs.server.ts';
import { friendsJobs } from './features/friends/jobs.server.ts';
import { riskScoringJobs } from './features/risk-scoring/jobs.server.ts';
import { statisticsJobs } from './features/statistics/counting/jobs.server.ts';
import { statusJobs } from './features/service-status/checks/jobs.server.ts';
import { accountSettingsJobs } from './features/settings/account/jobs.server.ts';
import { erasureJobs } from './features/settings/erasure/jobs.server.ts';
import { guardianJobs, guardianQueuedJobs } from './features/guardians/jobs.server.ts';
import { inactivityJobs, inactivityQueuedJobs } from './features/settings/inactivity/jobs.server.ts';
import { accountDeletionQueuedJobs } from './features/settings/account-deletion/jobs.server.ts';
import { notificationEmailJobs } from './features/settings/notification-emails/jobs.server.ts';
import { rerenderWearersJob } from './features/market/rerender/service.server.ts';
import { seedItems } from './features/market/seed/service.server.ts';
import { preparePushKeys } from './features/push/keys/service.server.ts';
import { pushJobs, pushQueuedJobs } from './features/push/jobs.server.ts';
import { notificationsJobs } from './features/notifications/jobs.server.ts';
import { playsJobs } from './features/games/plays/jobs.server.ts';
import { popularOrderJobs } from './features/games/popular-order/jobs.server.ts';
import { similarGamesJobs } from './features/games/similar/jobs.server.ts';
import { disputesJobs, disputesQueuedJobs } from './features/subscriptions/dispute-answers/jobs.server.ts';
import { paymentsScheduledJobs, paymentsQueuedJobs } from './features/subscriptions/jobs.server.ts';
import { settlementsJobs, settlementsQueuedJobs } from './features/subscriptions/settlement-fetching/jobs.server.ts';
import { seedLists } from './features/safety/service.server.ts';
import { sendEmailJob } from './features/mail/service.server.ts';
import { withPreparationLock } from './infra/database/preparation-lock.ts';
import { startWorker, type Jobs } from './infra/jobs/worker.ts';
import { StartError } from './infra/start-error.ts';
import { findStranger, refuseStrangers } from './server/demo-guard.ts';
import { gamesOriginApp } from './server/games-origin.ts';
import { createHealth, type Health } from './server/health.ts';
import { attachLive } from './server/live.ts';
import { isLiveRequest } from './server/live/handshake.ts';
import { siteListener } from './server/http.ts';
import { openMetricsPort } from './server/metrics/metrics-port.ts';
import { addProcessFigures } from './server/metrics/process-figures.ts';
import { observeGameRequests } from './server/request-observer.ts';
import { watchEventLoop } from './server/overload.ts';
import { readClientBuild } from './server/release-assets.ts';
import { readStaticFiles, type StaticFiles } from './server/static-files.ts';
import { SYSTEM } from './shared/permissions.ts';

export { pages, siteListener };

/** All background jobs. */
const JOBS: Jobs<AppContext> = {
  scheduled: [
    ...playsJobs,
    ...popularOrderJobs,
    ...similarGamesJobs,
    ...gameAdminJobs,
    ...gameCheckJobs,
    ...accountsJobs,
    ...ageJobs,
    ...guardianJobs,
    ...notificationsJobs,
    ...pushJobs,
    ...recommendationJobs,
    ...friendsJobs,
    ...riskScoringJobs,
    ...statisticsJobs,
    ...statusJobs,
    ...accountSettingsJobs,
    ...notificationEmailJobs,
    ...inactivityJobs,
    ...erasureJobs,
    ...retentionJobs,
    ...auditLogJobs,
    ...paymentsScheduledJobs,
    ...disputesJobs,
    ...settlementsJobs,
    ...contactJobs,
    ...caseAlertJobs,
    ...newsletterJobs,
    ...avatarScheduledJobs,
    ...announcementJobs,
  ],
  queued: [
    sendEmailJob,
    ...pushQueuedJobs,
    ...avatarJobs,
    ...accountDeletionQueuedJobs,
    ...inactivityQueuedJobs,
    ...guardianQueuedJobs,
    rerenderWearersJob,
    ...gameAdminQueuedJobs,
    ...gameCheckQueuedJobs,
    ...paymentsQueuedJobs,
    ...disputesQueuedJobs,
    ...settlementsQueuedJobs,
    ...campaignQueuedJobs,
  ],
};

/** Said once, at a start. */
const OWNS_TABLES =
  'the database role of DATABASE_URL owns the tables: a statement that somebody injects could change the audit log; see DATABASE_OWNER_URL';

/** How long requests in flight have to finish after a stop signal; the whole shutdown must fit in 5 s. */
const DRAIN_MS = 3_000;
const EXIT_MS = 4_800;

export type StartOptions = {
  /** The folder of the release: migrations/, catalogue/, seed/, wordlists/ and client/. In development, the project's. */
  root: string;
  say(step: string): void;
  /** In development, Vite handles the requests for hot reload; this receives the context and returns the listener. */
  development?: (ctx: AppContext) => http.RequestListener;
};

/** Starts the roles of this process, prints its URL, and shuts down cleanly on SIGTERM or SIGINT. */
export async function start(options: StartOptions): Promise<void> {
  try {
    await run(options);
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function run({ root, say, development }: StartOptions): Promise<void> {
  const config = readConfig();
  const shutdownSteps: ShutdownStep[] = [];
  const stopped = shutdownOnSignal(shutdownSteps, config.drainSeconds);
  const { demo } = await startApp(config, { root, say, development }, shutdownSteps, stopped);
  if (stopped.aborted) return;
  if (config.roles.includes('web')) {
    say(demo ? demoMessage(config, demo) : 'Production mode');
    process.stdout.write(`Kiddo is ready: ${config.origin}\n`);
  } else if (config.roles.includes('live')) process.stdout.write(`Kiddo's live connections are ready: ${config.origin}\n`);
  else process.stdout.write("Kiddo's jobs are run\n");
}

/** What runs in this process. */
export type RunningApp = {
  ctx: AppContext;
  /** The accounts with the well-known demo password; null outside demo mode. */
  demo: { usernames: string[]; password: string } | null;
  close(): Promise<void>;
};

/**
 * Starts everything that the configuration asks for in this process. Used by `start`, and by tests that need the built site without a
 * separate process.
 * @param shutdownSteps receives the shutdown steps one by one: a signal may come before everything is open
 * @param stopped aborted when a signal has come
 */
export async function startApp(
  config: Config,
  {
    root,
    say,
    development,
    now,
    log: givenLog,
    openGameBrowser,
  }: StartOptions & Pick<AppContextOptions, 'now' | 'log' | 'openGameBrowser'>,
  shutdownSteps: ShutdownStep[] = [],
  stopped?: AbortSignal,
): Promise<RunningApp> {
  const log = givenLog ?? createLogger(config.logLevel, undefined, config.processName);
  const health = createHealth(log);
  try {
    const ports = await openPorts(config, health, shutdownSteps);
    const figures = await openMetricsPort(config, health);
    if (figures) shutdownSteps.push({ run: figures.close });
    const metrics = figures?.metrics ?? null;
    const migrations = path.join(root, 'migrations');
    const ctx = await createAppContext(config, { migrations, onProgress: say, now, log, metrics, openGameBrowser });
    shutdownSteps.push({ last: true, run: () => ctx.close() });
    if (ctx.ownsTables) log.warn(OWNS_TABLES);
    const demo = await withPreparationLock(ctx.directDatabaseUrl, () => prepareData(ctx, root, say), say);
    const { queryPrepared, close: closeHealth } = ctx.openDatabase({ max: 1, timeout: 2 }, () => {});
    shutdownSteps.push({ last: true, run: closeHealth });
    shutdownSteps.push({ last: true, run: addProcessFigures(ctx, JOBS) });
    const app = { ctx, demo, close: () => runShutdown(shutdownSteps) };
    if (stopped?.aborted) return app;
    if (config.roles.includes('web')) {
      const loop = watchEventLoop();
      shutdownSteps.push({ run: async () => loop.stop() });
      const listener = development?.(ctx) ?? siteListener({ ctx, pages, ...(await readClientBuild(root)), loopDelayMs: loop.delayMs });
      const games = getRequestListener(gamesOriginApp(ctx, await readGameKit(root)).fetch, { overrideGlobalObjects: false });
      ports.games?.serve(refuseStrangers(ctx, observeGameRequests(ctx, games)));
      ports.site?.serve(refuseStrangers(ctx, listener));
    } else ports.site?.serve(refuseStrangers(ctx, NOTHING_HERE));
    if (config.roles.includes('live') && ports.site) shutdownSteps.push({ run: attachLive(ctx, ports.site.server) });
    if (config.roles.includes('worker')) shutdownSteps.push({ run: startWorker(ctx, JOBS) });
    health.markStarted(() => queryPrepared({ name: 'readiness', text: 'select 1' }, []));
    shutdownSteps.push({ first: true, run: async () => health.markStopping() });
    return app;
  } catch (error) {
    await runShutdown(shutdownSteps);
    throw error;
  }
}

/**
 * Adds what every site has, and in demo mode its players: under the lock of preparations, because several first starts at once would add
 * the same. @returns the accounts with the well-known demo password; null outside demo mode
 */
async function prepareData(ctx: AppContext, root: string, say: (step: string) => void): Promise<RunningApp['demo']> {
  const { config } = ctx;
  await ctx.jobs.prepare(JOBS.queued);
  if (config.mode !== 'demo') await assertNoDemoAccounts(ctx);
  await hashFormerBackupCodes(ctx);
  await preparePushKeys(ctx);
  // Beside a newer Kiddo, what comes with this one would take the place of what comes with that one.
  if (!ctx.isDatabaseNewer) await seedShipped(ctx, root, say);
  if (config.hasDemoWorld && (await ensureDemoWorld(ctx, SYSTEM, path.join(root, 'seed/demo')))) say('Demo mode: players moved in');
  const demo = config.mode === 'demo' ? await ensureDemoAccounts(ctx, SYSTEM) : null;
  if (demo) await giveDemoConsents(ctx, SYSTEM, demo.usernames);
  return demo;
}

/** Brings what is shipped into the database: word lists, avatars, items and games. */
async function seedShipped(ctx: AppContext, root: string, say: (step: string) => void): Promise<void> {
  await seedLists(ctx, SYSTEM, path.join(root, 'wordlists'));
  await seedTemplates(ctx, SYSTEM, path.join(root, 'seed/avatars'));
  await seedItems(ctx, SYSTEM, path.join(root, 'seed/items'));
  await seedCatalogue(ctx, path.join(root, 'catalogue'), say);
}

/** Runs the queued jobs that are due, until none is left: normally a worker does this on its own. */
export async function runQueuedJobs(ctx: AppContext): Promise<void> {
  for (let done = 1; done > 0;) {
    done = 0;
    for (const job of JOBS.queued) done += await ctx.jobs.drain(ctx, job, 50);
  }
}

/** Runs a scheduled job now. @param name of the job */
export async function runScheduledJob(ctx: AppContext, name: string): Promise<void> {
  const job = JOBS.scheduled.find((each) => each.name === name);
  if (!job) throw new Error(`no job is called ${name}`);
  await job.run(ctx);
}

/** A port that is open: until it serves, only health checks are answered, and everything else is told to come back. */
type Port = { server: http.Server; serve(listener: http.RequestListener): void };

/**
 * Opens the ports of this process's roles. Before anything else: a start may take long, or wait for another, and a supervisor must see
 * meanwhile that the process lives.
 */
async function openPorts(
  config: Config,
  health: Health,
  shutdownSteps: ShutdownStep[],
): Promise<{ site: Port | null; games: Port | null }> {
  const open = async (port: number, setting: string, first: http.RequestListener): Promise<Port> => {
    let current = first;
    const shouldUpgradeCallback = (req: http.IncomingMessage): boolean =>
      server.listenerCount('upgrade') > 0 && isLiveRequest(req) && findStranger(config, req) === null;
    const server = http.createServer(
      { ...SERVER_LIMITS, shouldUpgradeCallback },
      health.before((req, res) => current(req, res)),
    );
    shutdownSteps.push(await listen(server, port, config, setting));
    return { server, serve: (listener) => void (current = listener) };
  };
  const isWeb = config.roles.includes('web');
  if (config.healthPort !== null) await open(config.healthPort, 'HEALTH_PORT', NOTHING_HERE);
  return {
    games: isWeb ? await open(config.gamesPort, 'GAMES_PORT', STARTING) : null,
    site: isWeb || config.roles.includes('live') ? await open(config.port, 'PORT', STARTING) : null,
  };
}

const STARTING: http.RequestListener = (_, res) =>
  res
    .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' })
    .end('Kiddo is starting. Wait a moment, then try again.');

const NOTHING_HERE: http.RequestListener = (_, res) => res.writeHead(404).end();

const SERVER_LIMITS: http.ServerOptions = {
  // For health checks; `health.before` asks for it everywhere else.
  requireHostHeader: false,
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32 * 1024,
};

function demoMessage(config: Config, demo: { usernames: string[]; password: string }): string {
  return [
    'Demo mode: for trying out on this machine. KIDDO_MODE=production is for real players.',
    `Sign in as ${demo.usernames.join(', ')}; their password is ${demo.password}`,
    `Mails are kept in ${config.origin}/dev/outbox`,
  ].join('\n');
}

async function seedCatalogue(ctx: AppContext, folder: string, say: (step: string) => void): Promise<void> {
  const report = await importGames(ctx, SYSTEM, folder, { skipInvalid: true });
  for (const { row, reason } of report.rejected) process.stderr.write(`The game ${row} was left out: ${reason}.\n`);
  if (report.added + report.changed > 0) say(`Catalogue: ${report.added} games added, ${report.changed} changed`);
}

async function readGameKit(root: string): Promise<StaticFiles> {
  return readStaticFiles(path.join(root, 'catalogue/kit'), '/kit', () => 'public, max-age=3600');
}

async function listen(server: http.Server, port: number, config: Config, setting: string): Promise<ShutdownStep> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = listenErrorMessage(error.code, port, config, setting);
      reject(message === null ? error : new StartError(message));
    });
    server.listen(port, config.host, resolve);
  });
  return {
    run: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
      }),
  };
}

function listenErrorMessage(code: string | undefined, port: number, config: Config, setting: string): string | null {
  if (code === 'EACCES') return `Port ${port} may not be used by this account. Choose one above 1023 with ${setting}=...`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program, perhaps by another Kiddo. Stop it, or choose another port with ${setting}=...`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${config.host}. Choose another with HOST=...`;
  return null;
}

/** A shutdown step; `first` for what says that this process stops, `last` for what the other steps still need. */
type ShutdownStep = { first?: boolean; last?: boolean; run(): Promise<unknown> };

async function runShutdown(shutdownSteps: ShutdownStep[]): Promise<void> {
  await Promise.allSettled(shutdownSteps.filter((stop) => !stop.last).map((stop) => stop.run()));
  await Promise.allSettled(shutdownSteps.filter((stop) => stop.last).map((stop) => stop.run()));
}

/**
 * Shuts everything down on SIGTERM or SIGINT, within 5 s even if something hangs. Before that it serves on for `drainSeconds` while it says
 * that it is not ready, so that a balancer takes it out; a second Ctrl+C ends that. @returns a signal that is aborted when the shutdown has
 * begun
 */
function shutdownOnSignal(shutdownSteps: ShutdownStep[], drainSeconds: number): AbortSignal {
  const stopping = new AbortController();
  const drained = new AbortController();
  let interrupts = 0;
  const stop = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    const first = shutdownSteps.filter((each) => each.first);
    await Promise.allSettled(first.map((each) => each.run()));
    // A process that never was ready gets no requests.
    if (first.length > 0 && drainSeconds > 0) await delay(drainSeconds * 1000, undefined, { signal: drained.signal }).catch(() => {});
    // A hanging statement must not keep the database running: the last steps start before the others have finished.
    setTimeout(() => void Promise.allSettled(shutdownSteps.filter((each) => each.last).map((each) => each.run())), DRAIN_MS + 300).unref();
    setTimeout(() => process.exit(0), EXIT_MS).unref();
    await runShutdown(shutdownSteps);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  process.on('SIGINT', () => ++interrupts > 1 && drained.abort());
  return stopping.signal;
}
