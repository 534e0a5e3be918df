import type http from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type pg from 'pg';
import * as pages from 'virtual:react-router/server-build';
import { ConfigError, readConfig, type Config } from './config.server.ts';
import { createAppContext, type AppContext, type AppContextOptions } from './context.server.ts';
import { createLogger } from './infra/logger.ts';
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
import { groupsJobs } from './features/groups/membership/jobs.server.ts';
import { alignGroupsJob, tellOwnerJob } from './features/groups/membership/service.server.ts';
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
import { isDatabaseNewer } from './infra/database/migrate.ts';
import { withPreparationLock } from './infra/database/preparation-lock.ts';
import { claimShippedData } from './infra/database/shipped-data.ts';
import { startWorker, type Jobs } from './infra/jobs/worker.ts';
import { runShutdown, shutdownOnSignal, shutdownWithSupervisor, type ShutdownStep } from './infra/processes/shutdown.ts';
import { connectToSupervisor, type SupervisorLink } from './infra/processes/supervisor-link.ts';
import { StartError } from './infra/start-error.ts';
import { refuseStrangers } from './server/demo-guard.ts';
import { gamesOriginApp } from './server/games-origin.ts';
import { createHealth } from './server/health.ts';
import { attachLive } from './server/live.ts';
import { siteListener } from './server/http.ts';
import { openMetricsPort } from './server/metrics/metrics-port.ts';
import { addProcessFigures } from './server/metrics/process-figures.ts';
import { createPorts, NOTHING_HERE, type Ports } from './server/ports.ts';
import { observeGameRequests } from './server/request-observer.ts';
import { startMessage } from './server/start-messages.ts';
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
    ...groupsJobs,
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
    alignGroupsJob,
    tellOwnerJob,
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

/** Said at SIGHUP. */
const NO_RESTART = 'SIGHUP restarts the processes of a supervisor (WEB_PROCESSES=2 or more). This one goes on as it is.';

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
  const link = await connectToSupervisor();
  if (link !== null) return runUnderSupervisor(link, { root, say });
  const config = readConfig();
  const shutdownSteps: ShutdownStep[] = [];
  const stopped = shutdownOnSignal(shutdownSteps, config.drainSeconds, () => say(NO_RESTART));
  const { demo } = await startApp(config, { root, say, development }, shutdownSteps, stopped);
  if (stopped.aborted) return;
  if (config.roles.includes('web')) say(startMessage(config, demo));
  else if (config.roles.includes('live')) process.stdout.write(`Kiddo's live connections are ready: ${config.origin}\n`);
  else process.stdout.write("Kiddo's jobs are run\n");
}

/** Starts one of several processes of this machine. What it prints, its supervisor prints once for all. */
async function runUnderSupervisor(link: SupervisorLink, { root, say }: StartOptions): Promise<void> {
  const { roles } = link.assignment;
  const read = readConfig();
  // Whoever asks HEALTH_PORT asks whether pages are served.
  const config = { ...read, roles, healthPort: roles.includes('web') ? read.healthPort : null };
  const shutdownSteps: ShutdownStep[] = [];
  const stopped = shutdownWithSupervisor(link, shutdownSteps, config.drainSeconds);
  try {
    await startApp(config, { root, say, link }, shutdownSteps, stopped);
    link.reportServing();
  } catch (error) {
    // Told to stop meanwhile: what it worked with has been closed, and the shutdown ends the process.
    if (stopped.aborted) return;
    if (error instanceof StartError) await link.reportFailure(error.message);
    else process.stderr.write(`${link.assignment.name}: ${(error as Error).stack}\n`);
    process.exit(1);
  }
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
    link,
  }: StartOptions & Pick<AppContextOptions, 'now' | 'log' | 'openGameBrowser'> & { link?: SupervisorLink },
  shutdownSteps: ShutdownStep[] = [],
  stopped?: AbortSignal,
): Promise<RunningApp> {
  const log = givenLog ?? createLogger(config.logLevel, undefined, config.processName);
  const health = createHealth(log);
  const { prepares, opensAtOnce, databaseUrl } = link?.assignment ?? { prepares: true, opensAtOnce: true, databaseUrl: null };
  const ports = createPorts(config, health, shutdownSteps);
  try {
    const figures = await openMetricsPort(config, health, log, !opensAtOnce);
    if (figures) shutdownSteps.push({ run: figures.close });
    if (opensAtOnce) await ports.open();
    if (!prepares) await link?.waitUntilPrepared();
    const ctx = await createAppContext(config, {
      migrations: prepares ? path.join(root, 'migrations') : null,
      onProgress: say,
      now,
      log,
      metrics: figures?.metrics ?? null,
      openGameBrowser,
      busChannel: link?.busChannel,
      embeddedUrl: databaseUrl,
    });
    shutdownSteps.push({ last: true, run: () => ctx.close() });
    if (ctx.ownsTables && prepares) log.warn(OWNS_TABLES);
    if (!prepares) await ctx.jobs.prepare(JOBS.queued);
    const demo = prepares
      ? await withPreparationLock(ctx.directDatabaseUrl, (client) => prepareData(ctx, client, { root, say }), say)
      : null;
    if (prepares) link?.reportPrepared(demo);
    const { queryPrepared, close: closeHealth } = ctx.openDatabase({ max: 1, timeout: 2 }, () => {});
    shutdownSteps.push({ last: true, run: closeHealth });
    shutdownSteps.push({ last: true, run: addProcessFigures(ctx, JOBS) });
    const app = { ctx, demo, close: () => runShutdown(shutdownSteps) };
    if (config.roles.includes('web')) await serveSite(ctx, { root, development, ports, shutdownSteps });
    else ports.site?.prepare(refuseStrangers(ctx, NOTHING_HERE));
    await link?.waitToServe();
    if (stopped?.aborted) return app;
    await ports.open();
    ports.serve();
    if (config.roles.includes('live') && ports.site) {
      const { stop, leave } = attachLive(ctx, ports.site.server);
      shutdownSteps.push({ run: stop }, { first: true, run: async (request) => leave(request) });
    }
    if (config.roles.includes('worker')) shutdownSteps.push({ run: startWorker(ctx, JOBS) });
    health.markStarted(() => queryPrepared({ name: 'readiness', text: 'select 1' }, []));
    // In a restart the site goes on to be ready, by the others.
    shutdownSteps.push({ first: true, run: async ({ isReplaced }) => void (isReplaced || health.markStopping()) });
    return app;
  } catch (error) {
    await runShutdown(shutdownSteps);
    throw error;
  }
}

type Site = { root: string; development: StartOptions['development']; ports: Ports; shutdownSteps: ShutdownStep[] };

/** Makes everything that answers pages and games ready to be served. */
async function serveSite(ctx: AppContext, { root, development, ports, shutdownSteps }: Site): Promise<void> {
  ctx.replica?.start();
  const loop = watchEventLoop();
  shutdownSteps.push({ run: async () => loop.stop() });
  const onError = (error: Error) => ctx.log.warn({ err: error }, 'the assets of other releases cannot be read');
  const listener = development?.(ctx) ?? siteListener({ ctx, pages, ...(await readClientBuild(root, onError)), loopDelayMs: loop.delayMs });
  const games = getRequestListener(gamesOriginApp(ctx, await readGameKit(root)).fetch, { overrideGlobalObjects: false });
  ports.games?.prepare(refuseStrangers(ctx, observeGameRequests(ctx, games)));
  ports.site?.prepare(refuseStrangers(ctx, listener));
}

type Seed = Pick<StartOptions, 'root' | 'say'>;

/**
 * Adds what every site has, and in demo mode its players: under the lock of preparations, because several first starts at once would add
 * the same. @returns the accounts with the well-known demo password; null outside demo mode
 */
async function prepareData(ctx: AppContext, client: pg.Client, { root, say }: Seed): Promise<RunningApp['demo']> {
  const { config } = ctx;
  // Looked at under this lock: one that was waited for may have been a newer one's.
  const isNewer = await isDatabaseNewer(client, path.join(root, 'migrations'));
  await ctx.jobs.prepare(JOBS.queued);
  if (config.mode !== 'demo') await assertNoDemoAccounts(ctx);
  await hashFormerBackupCodes(ctx);
  await preparePushKeys(ctx);
  // Beside a newer Kiddo, what comes with this one would take the place of what comes with that one, such as words that it refuses.
  if (!isNewer && (await claimShippedData(client, root))) await seedShipped(ctx, { root, say });
  else say('The word lists, items and games of a newer build are here, and stay');
  if (config.hasDemoWorld && (await ensureDemoWorld(ctx, SYSTEM, path.join(root, 'seed/demo')))) say('Demo mode: players moved in');
  const demo = config.mode === 'demo' ? await ensureDemoAccounts(ctx, SYSTEM) : null;
  if (demo) await giveDemoConsents(ctx, SYSTEM, demo.usernames);
  return demo;
}

/** Brings what is shipped into the database: word lists, avatars, items and games. */
async function seedShipped(ctx: AppContext, { root, say }: Seed): Promise<void> {
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

async function seedCatalogue(ctx: AppContext, folder: string, say: (step: string) => void): Promise<void> {
  const report = await importGames(ctx, SYSTEM, folder, { skipInvalid: true });
  for (const { row, reason } of report.rejected) process.stderr.write(`The game ${row} was left out: ${reason}.\n`);
  if (report.added + report.changed > 0) say(`Catalogue: ${report.added} games added, ${report.changed} changed`);
}

async function readGameKit(root: string): Promise<StaticFiles> {
  return readStaticFiles(path.join(root, 'catalogue/kit'), '/kit', () => 'public, max-age=3600');
}
